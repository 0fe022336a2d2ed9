import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getLikedPosts, getLikingUsers, likePost, unlikePost } from './likes.ts';
import { getRepostedBy, getRepostsOfMe, repostPost, unrepostPost } from './reposts.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  likePost,
  unlikePost,
  getLikingUsers,
  getLikedPosts,
  repostPost,
  unrepostPost,
  getRepostedBy,
  getRepostsOfMe,
];
