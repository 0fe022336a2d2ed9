/** Relations between two things (state/tables/pairs.ts), and how many of each there may be. */
import { most as mostOfLists } from '../social/lists.ts';
import type { RowFlaw } from '../state/store/spec.ts';
import type { Read } from '../state/state.ts';
import type { Pair } from '../state/tables/pairs.ts';
import { demand, setBy, typed } from './door.ts';
import type { Admission, Door, Doors } from './door.ts';
import { moment } from './values.ts';

const doorsOf = <A extends string, B extends string>(one: A, other: B, door: Door<unknown>) =>
  ({ id: typed, [one]: door, [other]: door, at: moment }) as unknown as Doors<Pair<A, B>>;

const pairs = <A extends string, B extends string>(
  one: A,
  other: B,
  ids: string | readonly string[],
  among?: (row: Pair<A, B>, tables: Read) => RowFlaw | null,
): Admission<Pair<A, B>> => ({
  doors: doorsOf(one, other, ids.length === 0 ? typed : setBy(ids)),
  ...(among && { among }),
});

/** Users cannot follow, mute or block themselves. */
const ofTwo = (ids: string | readonly string[]): Admission<Pair<'source_user_id', 'target_user_id'>> => ({
  ...pairs('source_user_id', 'target_user_id', ids),
  row: ({ source_user_id, target_user_id }) =>
    demand(source_user_id !== target_user_id, 'target_user_id', 'is the same user'),
});

export const follows = ofTwo(['followUser', 'users.answerFollower']);
export const follow_requests = ofTwo('followUser');
export const mutes = ofTwo('muteUser');
export const blocks = ofTwo('users.setBlocked');
export const likes = pairs('user_id', 'post_id', 'likePost');
export const bookmarks = pairs('user_id', 'post_id', 'addBookmark');
export const filed_bookmarks = pairs('folder_id', 'post_id', 'addBookmark');
export const list_follows = pairs('user_id', 'list_id', 'followList');
export const space_buyers = pairs('space_id', 'user_id', []);
export const space_posts = pairs('space_id', 'post_id', []);
export const community_members = pairs('community_id', 'user_id', []);
export const subscriptions = pairs('webhook_id', 'user_id', 'subscribe');

export const list_members = pairs('list_id', 'user_id', 'addListMember', ({ list_id }, { list_members }) =>
  demand(
    list_members.countBy('list_id', list_id) <= mostOfLists.members,
    'list_id',
    `has more than ${mostOfLists.members} members`,
  ),
);

export const pinned_lists = pairs('user_id', 'list_id', 'pinList', ({ user_id }, { pinned_lists }) =>
  demand(
    pinned_lists.countBy('user_id', user_id) <= mostOfLists.pinned,
    'user_id',
    `pins more than ${mostOfLists.pinned} lists`,
  ),
);
