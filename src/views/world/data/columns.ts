/** What a table shows of each kind. */
import type { Browsed, BrowsedKind } from '../../../../worker/api.ts';
import { dateOf } from '../../../parts/time.ts';

export interface Column {
  readonly title: string;
  readonly of: (row: Browsed) => string;
  /** A figure, to the right. */
  readonly isNumber?: true;
  /** Given up first where there is no room. */
  readonly folds?: true;
  /** Its matches with the search are marked; it may wrap. */
  readonly isText?: true;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? value.toLocaleString('en') : '';
const at = (value: unknown): string => (typeof value === 'string' ? dateOf(Date.parse(value)) : '');
const metric = (name: string) => (row: Browsed) =>
  text((row['public_metrics'] as Record<string, unknown> | undefined)?.[name]);

const created: Column = { title: 'Created', of: (row) => at(row['created_at']), isNumber: true, folds: true };

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
      of: (row) => (row['participants'] as readonly string[]).map((each) => `@${each}`).join(', '),
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
};

/** A text in pieces: those that a word of the search finds are marked. */
export function marked(value: string, search: string): { readonly text: string; readonly isHit: boolean }[] {
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
