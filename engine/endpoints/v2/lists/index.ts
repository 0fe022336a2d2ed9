import type { Endpoint } from '../../../declaration/endpoint.ts';
import { followList, unfollowList } from './following.ts';
import { createList, deleteList, getList, updateList } from './lists.ts';
import { addListMember, getListMembers, removeListMember } from './members.ts';
import { getListMemberships, getOwnedLists } from './of-user.ts';
import { getListPosts } from './posts.ts';
import { getPinnedLists, pinList, unpinList } from './pinned.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getList,
  createList,
  updateList,
  deleteList,
  getListMembers,
  addListMember,
  removeListMember,
  getListPosts,
  getOwnedLists,
  getListMemberships,
  followList,
  unfollowList,
  getPinnedLists,
  pinList,
  unpinList,
];
