import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getHomeTimeline } from './home.ts';
import { getMentions } from './mentions.ts';
import { getPostsOfUser } from './of-user.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [getHomeTimeline, getPostsOfUser, getMentions];
