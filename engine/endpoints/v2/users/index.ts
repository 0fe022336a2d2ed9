import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getMe, getUser, getUserByUsername, getUsers, getUsersByUsernames } from './users.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getUsers,
  getMe,
  getUser,
  getUsersByUsernames,
  getUserByUsername,
];
