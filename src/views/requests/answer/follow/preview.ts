/** A thing of the world as a card, from the engine's description of it. */
import { isList, isRecord } from '../../../../../worker/api.ts';
import type { Browsed, BrowsedKind } from '../../../../../worker/api.ts';
import type { ValueKind } from '#reference';
import { figure } from '../../../../parts/figures.ts';
import { dateOf, timeOf } from '../../../../parts/time.ts';

export interface Preview {
  readonly title: string;
  /** Its owner, or when it was made; empty if neither is known. */
  readonly by: string;
  readonly text: string;
  /** Members by their names in the API. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** The engine's names of these kinds. Other kinds cannot be shown by an id alone. */
export const browsedAs: Partial<Record<ValueKind, BrowsedKind>> = {
  user: 'users',
  username: 'users',
  post: 'posts',
  conversation: 'conversations',
  list: 'lists',
  folder: 'folders',
  space: 'spaces',
  community: 'communities',
  job: 'jobs',
  adAccount: 'accounts',
  campaign: 'campaigns',
  lineItem: 'line_items',
  fundingInstrument: 'funding_instruments',
  catalog: 'catalogs',
  productSet: 'sets',
  productFeed: 'feeds',
};

/** The most informative members, in this order. */
const told = [
  ...['state', 'status', 'type', 'entity_status', 'protected', 'private', 'hidden'],
  ...['followers_count', 'post_count', 'like_count', 'reply_count', 'repost_count'],
  ...['member_count', 'follower_count', 'event_count', 'campaign_count', 'currency', 'timezone'],
  ...['product_count', 'product_set_count', 'product_feed_count', 'feed_url'],
];
const mostFacts = 3;

export function previewOf(row: Browsed): Preview {
  const text = (name: string): string => (typeof row[name] === 'string' ? row[name] : '');
  const handle = (name: string): string => (text(name) === '' ? '' : `@${text(name)}`);
  const people = isList(row['participants']) ? row['participants'].map((each) => `@${String(each)}`) : [];
  const made = momentOf(text('created_at'));
  const name = text('name') || text('title') || people.join(', ');
  const title = name || handle('author') || row.id;
  const by = text('author')
    ? made
    : handle('username') || (['owner', 'creator'].map(handle).find(Boolean) ?? '') || made;
  return { title, by, text: text('text') || text('description'), facts: factsOf(row) };
}

function factsOf(row: Browsed): Preview['facts'] {
  const metrics = isRecord(row['public_metrics']) ? row['public_metrics'] : {};
  const all: Readonly<Record<string, unknown>> = { ...row, ...metrics };
  return told
    .flatMap((name): [string, string][] => {
      const value = all[name];
      if (typeof value === 'number') return [[name, figure(value)]];
      if (typeof value === 'string' && value !== '') return [[name, value]];
      return value === true ? [[name, 'true']] : [];
    })
    .slice(0, mostFacts);
}

function momentOf(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? '' : `${dateOf(at)}, ${timeOf(at)}`;
}
