import { boolean, described, Id, named, object, string, Time } from '../../../spec/fields.ts';
import { iso } from '../../../social/renderer.ts';
import type { WebhookRow } from '../../../state/tables/webhooks.ts';
import { urlLength } from '../../../webhooks/url.ts';

/** specification 2.1 */
export const WebhookConfiguration = named(
  'WebhookConfiguration',
  object({
    id: Id,
    url: described(string(urlLength), 'As it was registered'),
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

/** Whatever is no id of a webhook is refused as one (choice: webhook-errors). */
export const params = { webhook_id: described(string(), 'Id of the webhook') } as const;
