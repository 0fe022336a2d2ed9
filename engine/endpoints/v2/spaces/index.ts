import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getSpaceBuyers, getSpacePosts } from './around.ts';
import { getSpace, getSpaces, getSpacesByCreators, searchSpaces } from './lookups.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getSpaces,
  getSpace,
  getSpacesByCreators,
  searchSpaces,
  getSpaceBuyers,
  getSpacePosts,
];
