import type { Endpoint } from '../../../declaration/endpoint.ts';
import { hideReply } from './hiding.ts';
import { createPost, deletePost, getPost, getPosts } from './posts.ts';
import { getQuotePosts } from './quotes.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getPosts,
  createPost,
  getPost,
  deletePost,
  getQuotePosts,
  hideReply,
];
