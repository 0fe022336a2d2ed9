/** The columns of each kind's table. */
import { figure } from '../../../parts/figures.ts';
import { listIn } from '../../../parts/shapes.ts';
import { isRecord } from '../../../../worker/api.ts';
import type { Browsed, BrowsedKind } from '../../../../worker/api.ts';
import type { Piece } from '../../../parts/pieces.ts';
import { dateOf } from '../../../parts/time.ts';

export interface Column {
  readonly title: string;
  readonly of: (row: Browsed) => string;
  /** A number, aligned right. */
  readonly isNumber?: true;
  /** Hidden first if there is no room. */
  readonly folds?: true;
  /** Matches of the search are marked; it may wrap. */
  readonly isText?: true;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? figure(value) : '';
const at = (value: unknown): string => (typeof value === 'string' ? dateOf(Date.parse(value)) : '');
const metric =
  (name: string) =>
  ({ public_metrics: figures }: Browsed) =>
    isRecord(figures) ? text(figures[name]) : '';

const created: Column = { title: 'Created', of: (row) => at(row['created_at']), isNumber: true, folds: true };

const name: Column = { title: 'Name', of: (row) => text(row['name']) || row.id, isText: true };
const account: Column = { title: 'Account', of: (row) => text(row['account_id']), folds: true };
const catalog: Column = { title: 'Catalog', of: (row) => text(row['product_catalog_id']), folds: true };
const member = (title: string, of: string, more: Partial<Column> = {}): Column => ({
  ...{ title, of: (row: Browsed) => text(row[of]) },
  ...more,
});
const isDeleted: Column = {
  title: 'Deleted',
  of: (row) => (row['deleted'] === true ? 'deleted' : ''),
  folds: true,
};
const figureOf = (title: string, of: string): Column => member(title, of, { isNumber: true });
const known = (title: string, of: string): Column => ({
  ...{ title, of: (row: Browsed) => text(row[of]) || row.id, isText: true },
});

export const columnsOf: Readonly<Record<BrowsedKind, readonly Column[]>> = {
  users: [
    { title: 'User', of: (row) => `${text(row['name'])} @${text(row['username'])}`, isText: true },
    { title: 'Place', of: (row) => text(row['location']), folds: true },
    { title: 'Posts', of: metric('post_count'), isNumber: true },
    { title: 'Followers', of: metric('followers_count'), isNumber: true },
  ],
  posts: [
    { title: 'Post', of: (row) => text(row['text']), isText: true },
    { title: 'Author', of: (row) => `@${text(row['author'])}` },
    { title: 'Likes', of: metric('like_count'), isNumber: true, folds: true },
    created,
  ],
  lists: [
    { title: 'List', of: (row) => text(row['name']), isText: true },
    { title: 'Owner', of: (row) => `@${text(row['owner'])}` },
    { title: 'Members', of: (row) => text(row['member_count']), isNumber: true },
    { title: 'Private', of: (row) => (row['private'] === true ? 'private' : ''), folds: true },
  ],
  folders: [
    { title: 'Folder', of: (row) => text(row['name']), isText: true },
    { title: 'Owner', of: (row) => `@${text(row['owner'])}` },
    { title: 'Bookmarks', of: (row) => text(row['post_count']), isNumber: true },
  ],
  spaces: [
    { title: 'Space', of: (row) => text(row['title']), isText: true },
    { title: 'Creator', of: (row) => `@${text(row['creator'])}` },
    { title: 'State', of: (row) => text(row['state']) },
    {
      title: 'Starts',
      of: (row) => at(row['started_at'] ?? row['scheduled_start']),
      isNumber: true,
      folds: true,
    },
  ],
  communities: [
    { title: 'Community', of: (row) => text(row['name']), isText: true },
    { title: 'Members', of: (row) => text(row['member_count']), isNumber: true },
    { title: 'Posts', of: (row) => text(row['post_count']), isNumber: true },
    created,
  ],
  conversations: [
    {
      title: 'Between',
      of: ({ participants }) =>
        listIn(participants)
          .map((each) => `@${text(each)}`)
          .join(', '),
      isText: true,
    },
    { title: 'Events', of: (row) => text(row['event_count']), isNumber: true },
  ],
  jobs: [
    { title: 'Job', of: (row) => text(row['name']) || text(row['id']), isText: true },
    { title: 'Of', of: (row) => text(row['type']) },
    { title: 'Status', of: (row) => text(row['status']) },
    created,
  ],
  accounts: [
    name,
    { title: 'Owner', of: (row) => `@${text(row['owner'])}` },
    member('Zone', 'timezone', { folds: true }),
    figureOf('Campaigns', 'campaign_count'),
  ],
  campaigns: [name, account, member('Status', 'effective_status'), isDeleted, created],
  line_items: [name, account, member('Campaign', 'campaign_id'), isDeleted, created],
  funding_instruments: [known('Kind', 'type'), account, member('Currency', 'currency'), isDeleted, created],
  promoted_accounts: [
    known('User', 'user_id'),
    account,
    member('Line item', 'line_item_id'),
    isDeleted,
    created,
  ],
  media_creatives: [name, account, member('Line item', 'line_item_id'), isDeleted, created],
  tracking_tags: [
    known('Address', 'tracking_tag_url'),
    account,
    member('Line item', 'line_item_id'),
    isDeleted,
  ],
  targeting_criteria: [
    name,
    account,
    member('Kind', 'targeting_type'),
    member('Value', 'targeting_value'),
    isDeleted,
  ],
  custom_audiences: [name, account, figureOf('Size', 'audience_size'), isDeleted, created],
  catalogs: [
    name,
    { title: 'Owner', of: (row) => `@${text(row['owner'])}` },
    figureOf('Products', 'product_count'),
    figureOf('Sets', 'product_set_count'),
    figureOf('Feeds', 'product_feed_count'),
  ],
  products: [
    { title: 'Product', of: (row) => text(row['title']), isText: true },
    member('Id', 'merchant_id'),
    member('Availability', 'availability', { folds: true }),
    figureOf('Price', 'price'),
  ],
  sets: [name, catalog, member('Type', 'type'), figureOf('Products', 'product_count')],
  feeds: [
    known('Address', 'feed_url'),
    catalog,
    member('Format', 'feed_format'),
    member('Every', 'frequency'),
  ],
  runs: [
    known('Feed', 'feed_url'),
    member('Status', 'status'),
    figureOf('Rows', 'rows'),
    figureOf('Rejected', 'rejected'),
    { title: 'Started', of: (row) => at(row['started_at']), isNumber: true, folds: true },
  ],
};

/** A text in pieces, with the words of the search marked. */
export function marked(value: string, search: string): Piece[] {
  const words = search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text: value, isHit: false }];
  return value
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((piece, place) => ({ text: piece, isHit: place % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
