/** The events of a webhook: queued for delivery, set aside, acknowledged; and how many of each are kept. */
import { known } from '../checked/known.ts';
import type { OutboxQueue } from '../declaration/services.ts';
import type { World } from '../social/world.ts';
import type { StateView, Write } from '../state/state.ts';
import { before, behind } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import type { Range } from '../state/store/range.ts';
import type { Json } from '../state/store/json.ts';
import type { ActivityEvent, WebhookRow } from '../state/tables/webhooks.ts';
import { withAttempt } from './attempts.ts';
import type { Cause, Held } from './attempts.ts';

/** Name of the effect that delivers events. A webhook's queue in the outbox has the webhook's id as its key. */
export const deliveryName = 'activityDelivery';

/** Events kept per webhook. The oldest are removed first (choice: activity-kept). */
export const mostKept = { acknowledged: 1_000, set_aside: 5_000 } as const;

export interface QueueParts extends Pick<World, 'tables'> {
  readonly state: StateView;
  readonly outbox: OutboxQueue;
}

/** The data of a delivery's row in the outbox. */
export type Delivery = { readonly event: string; readonly cause: Exclude<Cause, 'retry'> };

/** Adds a new event to a webhook's queue. */
export function addEvent(
  event: Omit<ActivityEvent, 'created_at' | 'state' | 'tries'>,
  platform: QueueParts,
  write: Write,
): void {
  const row = { ...event, created_at: platform.state.now(), state: 'waiting', tries: [] } as const;
  write.activity_events.insert(row);
  send(row, 'event', platform, write);
}

/** Queues an event. If it cannot be sent, it is set aside, unless it was acknowledged before. */
export function send(
  event: ActivityEvent,
  cause: Delivery['cause'],
  platform: QueueParts,
  write: Write,
): void {
  const { tables, outbox } = platform;
  const held = heldBy(tables.webhooks.must(event.webhook_id), platform);
  const data: Delivery = { event: event.id, cause };
  const isIn =
    held === null && outbox.enqueue(write, { effect: deliveryName, key: event.webhook_id, data }) !== null;
  if (isIn || event.state === 'acknowledged') return;
  hold(event, held ?? 'outbox_full', cause, platform, write);
}

/** Why nothing may be sent to this webhook; null if events may be sent (choice: activity-held). */
export function heldBy({ app_id, valid }: WebhookRow, { tables }: Pick<World, 'tables'>): Held | null {
  const app = tables.apps.must(app_id);
  if (app.suspended) return 'suspended';
  if (app.consumer_secret === '') return 'no_secret';
  return valid ? null : 'not_valid';
}

/** Sets aside all waiting events of a webhook, and cancels the delivery that is under way. */
export function holdAll(webhook: WebhookRow, held: Held, platform: QueueParts, write: Write): void {
  const { activity_events } = platform.tables;
  platform.outbox.cancel(write, webhook.id);
  for (const id of Array.from(ofState(webhook.id, 'waiting', activity_events).ascending(), keyAt))
    hold(activity_events.must(id), held, 'event', platform, write);
}

function hold(event: ActivityEvent, held: Held, cause: Cause, platform: QueueParts, write: Write): void {
  const made = { at: platform.state.now(), cause, outcome: held, exchange: null, signature: null };
  settleAs('set_aside', event, withAttempt(event, made), platform, write);
}

/** Puts the event in this state, and removes the webhook's oldest events in it beyond `mostKept`. */
export function settleAs(
  state: 'acknowledged' | 'set_aside',
  event: ActivityEvent,
  tries: Json,
  { tables: { activity_events } }: Pick<World, 'tables'>,
  write: Write,
): void {
  write.activity_events.put({ ...event, state, tries });
  let kept = ofState(event.webhook_id, state, activity_events);
  while (kept.count > mostKept[state]) {
    const [oldest] = kept.ascending();
    write.activity_events.remove(keyAt(known(oldest, 'event to leave out')));
    kept = ofState(event.webhook_id, state, activity_events);
  }
}

/** A webhook's events in this state, oldest first. */
export const ofState = (
  webhookId: string,
  state: ActivityEvent['state'],
  events: World['tables']['activity_events'],
): Range => events.range('state', webhookId).from(before(state)).to(behind(state));
