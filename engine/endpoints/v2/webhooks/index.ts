import type { Endpoint } from '../../../declaration/endpoint.ts';
import { deleteWebhook, getWebhooks } from './list.ts';
import { registerWebhook, validateWebhook } from './registering.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [registerWebhook, getWebhooks, validateWebhook, deleteWebhook];
