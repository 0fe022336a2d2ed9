import type { Endpoint } from '../declaration/endpoint.ts';
import { getEvent, getEvents, getEventsOfConversation, getEventsWith } from './messages/reading.ts';
import { createGroup, deleteEvent, sendToConversation, sendToUser } from './messages/writing.ts';
import { accessToken } from './oauth1/access-token.ts';
import { changeConnectedApps, showConnectedApps } from './oauth1/connected-apps.ts';
import { invalidateUserToken } from './oauth1/invalidate.ts';
import { authenticate, authorize, decideOAuth1 } from './oauth1/pages.ts';
import { requestToken } from './oauth1/request-token.ts';
import { invalidateBearerToken, requestBearerToken } from './oauth2/app-only.ts';
import { authorizePkce, decidePkce } from './oauth2/authorize.ts';
import { exchangeCode, revokeToken } from './oauth2/token.ts';
import { hideReply } from './posts/hiding.ts';
import { getPostsOfUser } from './posts/of-user.ts';
import { createPost, deletePost, getPost, getPosts } from './posts/posts.ts';
import { followUser, unfollowUser } from './users/following.ts';
import { getMe, getUser, getUserByUsername, getUsers, getUsersByUsernames } from './users/users.ts';

/** Every endpoint of the platform, in the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  requestToken,
  authorize,
  authenticate,
  decideOAuth1,
  accessToken,
  invalidateUserToken,
  showConnectedApps,
  changeConnectedApps,
  requestBearerToken,
  invalidateBearerToken,
  authorizePkce,
  decidePkce,
  exchangeCode,
  revokeToken,
  getPosts,
  createPost,
  getPost,
  deletePost,
  getPostsOfUser,
  hideReply,
  getUsers,
  getMe,
  getUser,
  getUsersByUsernames,
  getUserByUsername,
  followUser,
  unfollowUser,
  getEvents,
  getEvent,
  deleteEvent,
  getEventsWith,
  sendToUser,
  getEventsOfConversation,
  sendToConversation,
  createGroup,
];
