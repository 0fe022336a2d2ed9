/** Webhooks of Apps (specification 2.1), their checks, and the events that are delivered to them. */
import type { Json } from '../store/json.ts';
import { flag, id, json, keyOf, moment, nullable, oneOf, text } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

export interface WebhookRow {
  readonly id: string;
  readonly app_id: string;
  /** As it was registered. */
  readonly url: string;
  /** Result of the latest check (choice: crc-hourly). */
  readonly valid: boolean;
  readonly created_at: number;
  /** When a check last succeeded. */
  readonly succeeded_at: number;
}

const app_id = keyOf('apps');
const webhook_id = keyOf('webhooks');

export const webhookFields: Fields<WebhookRow> = {
  id,
  app_id,
  url: text,
  valid: flag,
  created_at: moment,
  succeeded_at: moment,
};

/** A challenge sent to a webhook, once it is settled. Only the latest of each webhook are kept. */
export interface WebhookCheck {
  readonly id: string;
  readonly webhook_id: string;
  /** When it was settled. */
  readonly at: number;
  readonly cause: 'registration' | 'hourly' | 'put';
  readonly crc_token: string;
  /** What was wrong with the answer, for people; null for a success. */
  readonly failed: string | null;
  /** The sequence number of its exchange in the log, if the log still has it. */
  readonly exchange: string;
}

export const webhookCheckFields: Fields<WebhookCheck> = {
  id,
  webhook_id,
  at: moment,
  cause: oneOf('registration', 'hourly', 'put'),
  crc_token: text,
  failed: nullable(text),
  exchange: text,
};

/** An event for one webhook and one of its subscribed users (choice: event-shapes). */
export interface ActivityEvent {
  /** The event's `event_id`. */
  readonly id: string;
  readonly webhook_id: string;
  readonly for_user_id: string;
  /** "direct_message_events". */
  readonly kind: string;
  /** The bytes that are signed and delivered, as text. */
  readonly body: string;
  readonly created_at: number;
  readonly state: 'waiting' | 'acknowledged' | 'set_aside';
  /** Every attempt at delivery: when, why, and with which result. */
  readonly tries: Json;
}

export const activityEventFields: Fields<ActivityEvent> = {
  id,
  webhook_id,
  for_user_id: keyOf('users'),
  kind: text,
  body: text,
  created_at: moment,
  state: oneOf('waiting', 'acknowledged', 'set_aside'),
  tries: json,
};
