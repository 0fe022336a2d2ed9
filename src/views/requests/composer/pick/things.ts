import { isBrowsed, listIn } from '../../../../parts/shapes.ts';
import type { Browsed, BrowsedKind, WebhooksReport, World } from '../../../../../worker/api.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { exchangesOf } from '../../../../state/exchanges-of.ts';
import type { Picked } from '../picked.ts';
import { postsIn } from './shown-posts.ts';
import type { Thing } from './thing.ts';

type Person = 'user' | 'username';
type OfData = Exclude<Picked, Person | 'webhook' | 'time'>;

/** The most rows of each kind that are offered: the newest. */
const most = 100;
/** The answers in which posts are looked for: the newest. */
const mostAnswers = 200;

interface Source {
  /** The word for all of them. */
  readonly words: string;
  readonly kind: BrowsedKind;
  readonly read: (row: Browsed) => readonly Thing[];
}

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const by = (row: Browsed, name: string): string => (word(row[name]) === '' ? '' : `by @${word(row[name])}`);

const inAccount = (row: Browsed): readonly Thing[] => [
  { value: row.id, name: word(row['name']), remark: `of account ${word(row['account_id'])}` },
];

const sources: Readonly<Record<OfData, Source>> = {
  post: {
    words: 'posts',
    kind: 'posts',
    read: (row) => [{ value: row.id, name: word(row['text']), remark: by(row, 'author') }],
  },
  list: {
    words: 'lists',
    kind: 'lists',
    read: (row) => [
      {
        value: row.id,
        name: word(row['name']),
        remark: `${by(row, 'owner')}${row['private'] === true ? ', private' : ''}`,
      },
    ],
  },
  folder: {
    words: 'folders',
    kind: 'folders',
    read: (row) => [{ value: row.id, name: word(row['name']), remark: by(row, 'owner') }],
  },
  space: {
    words: 'Spaces',
    kind: 'spaces',
    read: (row) => [
      { value: row.id, name: word(row['title']), remark: `${by(row, 'creator')}, ${word(row['state'])}` },
    ],
  },
  community: {
    words: 'communities',
    kind: 'communities',
    read: (row) => [
      { value: row.id, name: word(row['name']), remark: `${Number(row['member_count'])} members` },
    ],
  },
  conversation: {
    words: 'conversations',
    kind: 'conversations',
    read: ({ id, participants }) => [
      {
        value: id,
        name: listIn(participants)
          .map((each) => `@${word(each)}`)
          .join(', '),
        remark: '',
      },
    ],
  },
  dmEvent: {
    words: 'messages',
    kind: 'conversations',
    read: ({ events }) =>
      listIn(events).flatMap((event) =>
        isBrowsed(event) && 'text' in event
          ? [{ value: event.id, name: word(event['text']), remark: by(event, 'sender') }]
          : [],
      ),
  },
  adAccount: {
    words: 'advertiser accounts',
    kind: 'accounts',
    read: (row) => [{ value: row.id, name: word(row['name']), remark: by(row, 'owner') }],
  },
  campaign: { words: 'campaigns', kind: 'campaigns', read: inAccount },
  lineItem: { words: 'line items', kind: 'line_items', read: inAccount },
  fundingInstrument: {
    words: 'funding instruments',
    kind: 'funding_instruments',
    read: (row) => [
      { value: row.id, name: word(row['type']), remark: `of account ${word(row['account_id'])}` },
    ],
  },
  catalog: {
    words: 'catalogs',
    kind: 'catalogs',
    read: (row) => [{ value: row.id, name: word(row['name']), remark: by(row, 'owner') }],
  },
  product: {
    words: 'products',
    kind: 'products',
    read: (row) => [{ value: row.id, name: word(row['title']), remark: word(row['price']) }],
  },
  productSet: {
    words: 'product sets',
    kind: 'sets',
    read: (row) => [{ value: row.id, name: word(row['name']), remark: word(row['type']) }],
  },
  productFeed: {
    words: 'product feeds',
    kind: 'feeds',
    read: (row) => [{ value: row.id, name: word(row['feed_url']), remark: word(row['feed_format']) }],
  },
  job: {
    words: 'jobs',
    kind: 'jobs',
    read: (row) => [
      { value: row.id, name: word(row['name']), remark: `of ${word(row['type'])}, ${word(row['status'])}` },
    ],
  },
};

const isPerson = (pick: Picked): pick is Person => pick === 'user' || pick === 'username';

/** The word for all choices. */
export const wordsFor = (pick: Exclude<Picked, 'time'>): string =>
  isPerson(pick) ? 'people' : pick === 'webhook' ? 'webhooks' : sources[pick].words;

/**
 * The choices: all people, the App's own webhooks, and of other kinds those in the last answers and the newest of the
 * world.
 */
export async function thingsFor(
  pick: Exclude<Picked, 'time'>,
  { world, playground, app }: PageSession,
): Promise<Thing[]> {
  if (pick === 'webhook') return webhooksOf(app?.id, await playground.ask('webhooks.report'));
  if (isPerson(pick)) return peopleOf(pick, world.users);
  const { kind, read } = sources[pick];
  const { rows } = await playground.ask('explorer.find', kind, '', 0, most);
  const shown =
    pick === 'post'
      ? postsIn(await exchangesOf(playground, { direction: 'in', count: mostAnswers }), world.users)
      : [];
  const found = new Map([...shown, ...rows.flatMap(read)].map((thing) => [thing.value, thing]));
  return [...found.values()];
}

const webhooksOf = (appId: string | undefined, { apps }: WebhooksReport): Thing[] =>
  (apps.find((each) => each.appId === appId)?.webhooks ?? []).map(({ id, url, valid }) => ({
    value: id,
    name: url,
    remark: valid ? 'valid' : 'not valid',
  }));

const peopleOf = (pick: Person, users: World['users']): Thing[] =>
  users.map(({ id, username, name }) => ({
    value: pick === 'user' ? id : username,
    name: `@${username}`,
    remark: name,
  }));
