import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getBlocking } from './blocking.ts';
import { followUser, unfollowUser } from './following.ts';
import { getMuting, muteUser, unmuteUser } from './muting.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  followUser,
  unfollowUser,
  muteUser,
  unmuteUser,
  getMuting,
  getBlocking,
];
