import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getCommunity, searchCommunities } from './communities.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [getCommunity, searchCommunities];
