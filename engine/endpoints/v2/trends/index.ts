import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getPersonalizedTrends, getTrends } from './trends.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [getTrends, getPersonalizedTrends];
