import { boolean, described, Id, named, object, string, Time } from '../../../spec/fields.ts';
import { iso } from '../../../social/renderer.ts';
import type { WebhookRow } from '../../../state/tables/webhooks.ts';
import { urlLength } from '../../../webhooks/url.ts';

/** specification 2.1 */
export const WebhookConfiguration = named(
  'WebhookConfiguration',
  object({
    id: Id,
    url: described(string(urlLength), 'The registered address'),
    valid: described(boolean(), 'Result of the latest check'),
    created_at: Time,
  }),
);

export const showWebhook = ({ id, url, valid, created_at }: WebhookRow): object => ({
  id,
  url,
  valid,
  created_at: iso(created_at),
});

/** Any text that is not the id of a webhook is refused like an unknown id (choice: webhook-errors). */
export const params = { webhook_id: described(string(), 'Id of the webhook') } as const;
