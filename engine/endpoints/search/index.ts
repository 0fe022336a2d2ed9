import type { Endpoint } from '../../declaration/endpoint.ts';
import { countAll, countRecent } from './counts.ts';
import { searchAll, searchRecent } from './search.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [searchRecent, searchAll, countRecent, countAll];
