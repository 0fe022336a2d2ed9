/** What a person can do with the events of a webhook (choice: activity-by-hand). For use inside a transaction. */
import { keyAt } from '../state/store/range.ts';
import type { Write } from '../state/state.ts';
import type { ActivityEvent } from '../state/tables/webhooks.ts';
import { heldBy, send } from './queue.ts';
import type { QueueParts } from './queue.ts';

/** ms */
const longestReplay = 86_400_000;

/** How many events this was done to, or a sentence that says why not. */
export type Ordered = { readonly count: number } | { readonly reason: string };

const refused = (reason: string): Ordered => ({ reason });
const one: Ordered = { count: 1 };

/** Delivers a set-aside event again. */
export function redeliver(eventId: string, platform: QueueParts, write: Write): Ordered {
  const event = platform.tables.activity_events.get(eventId);
  if (!event) return noEvent;
  if (event.state === 'waiting') return refused('This event waits for its delivery.');
  if (event.state === 'acknowledged')
    return refused('This event was acknowledged: what is sent again is a duplicate.');
  return hindrance(event, platform) ?? order(event, 'redelivery', platform, write);
}

/** Sends an acknowledged event again: a duplicate on purpose. */
export function duplicate(eventId: string, platform: QueueParts, write: Write): Ordered {
  const event = platform.tables.activity_events.get(eventId);
  if (!event) return noEvent;
  if (event.state !== 'acknowledged') return refused('This event was not acknowledged yet.');
  return hindrance(event, platform) ?? order(event, 'duplicate', platform, write);
}

/** Removes an event from the list of set-aside events. */
export function dropSetAside(eventId: string, { tables }: QueueParts, write: Write): Ordered {
  const event = tables.activity_events.get(eventId);
  if (!event) return noEvent;
  if (event.state !== 'set_aside') return refused('This event is not set aside.');
  write.activity_events.remove(eventId);
  return one;
}

/**
 * Delivers the kept events of a period again, in their order: the acknowledged and the set-aside ones, as many as the
 * outbox takes. Waiting events are delivered anyway. `from` and `to` are epoch ms; `to` is not included.
 */
export function replay(
  webhookId: string,
  from: number,
  to: number,
  platform: QueueParts,
  write: Write,
): Ordered {
  const { webhooks, activity_events } = platform.tables;
  const webhook = webhooks.get(webhookId);
  if (!webhook) return refused('There is no such webhook.');
  if (!(to > from && to - from <= longestReplay))
    return refused('A replay is of a stretch of time of at most a day.');
  const held = hindrance({ webhook_id: webhookId }, platform);
  if (held) return held;
  const events = Array.from(activity_events.range('webhook', webhookId).ascending(), (place) =>
    activity_events.must(keyAt(place)),
  ).filter(({ created_at, state }) => created_at >= from && created_at < to && state !== 'waiting');
  let count = 0;
  for (const event of events) {
    if ('reason' in order(event, 'replay', platform, write)) return count === 0 ? refused(noRoom) : { count };
    count++;
  }
  return { count };
}

const noEvent = refused('There is no such event.');
const noRoom = 'As many calls wait in the outbox as it takes.';

function hindrance({ webhook_id }: Pick<ActivityEvent, 'webhook_id'>, platform: QueueParts): Ordered | null {
  const held = heldBy(platform.tables.webhooks.must(webhook_id), platform);
  return held && refused(hindrances[held]);
}

const hindrances = {
  not_valid: 'The webhook is not valid: nothing is delivered to it.',
  suspended: 'The App is suspended: nothing is delivered for it.',
  no_secret: 'The App has no API secret to sign a delivery with.',
  outbox_full: noRoom,
} as const;

/** An acknowledged event stays acknowledged. Any other waits again. */
function order(
  event: ActivityEvent,
  cause: 'redelivery' | 'replay' | 'duplicate',
  platform: QueueParts,
  write: Write,
): Ordered {
  const before = platform.tables.outbox.size;
  const state = event.state === 'acknowledged' ? 'acknowledged' : 'waiting';
  const ordered = write.activity_events.put({ ...event, state });
  send(ordered, cause, platform, write);
  if (platform.tables.outbox.size > before) return one;
  write.activity_events.put(event);
  return refused(noRoom);
}
