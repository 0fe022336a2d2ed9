import type { Endpoint } from '../../declaration/endpoint.ts';
import { lists } from './lists.ts';
import { getStats } from './stats.ts';

export const endpoints: readonly Endpoint[] = [...lists, getStats];
