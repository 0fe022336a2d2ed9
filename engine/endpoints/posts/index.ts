import type { Endpoint } from '../../declaration/endpoint.ts';
import { hideReply } from './hiding.ts';
import { getPostsOfUser } from './of-user.ts';
import { createPost, deletePost, getPost, getPosts } from './posts.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getPosts,
  createPost,
  getPost,
  deletePost,
  getPostsOfUser,
  hideReply,
];
