import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getUsage } from './usage.ts';

export const endpoints: readonly Endpoint[] = [getUsage];
