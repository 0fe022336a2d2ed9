import type { Endpoint } from '../../../declaration/endpoint.ts';
import { searchUsers } from './search.ts';

export const endpoints: readonly Endpoint[] = [searchUsers];
