import type { Endpoint } from '../../../declaration/endpoint.ts';
import {
  countSubscriptions,
  getSubscription,
  listSubscriptions,
  subscribe,
  unsubscribe,
} from './subscriptions.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  subscribe,
  getSubscription,
  listSubscriptions,
  unsubscribe,
  countSubscriptions,
];
