/** Webhooks, their checks and their events (specification 2.1, 4.3, 6). */
import { isRecord } from '../checked/is.ts';
import { isAttempt, attemptsKept } from '../account-activity/attempts.ts';
import { scopeOf } from '../account-activity/kinds.ts';
import { deliveryName, heldBy, mostKept, ofState } from '../account-activity/queue.ts';
import { webhooksPerApp } from '../spec/webhook-plans.ts';
import type { Json } from '../state/store/json.ts';
import type { RowFlaw } from '../state/store/spec.ts';
import type { Read } from '../state/state.ts';
import type { ActivityEvent, WebhookCheck, WebhookRow } from '../state/tables/webhooks.ts';
import { checkName, queueOfChecks } from '../webhooks/check-names.ts';
import { checksKept } from '../webhooks/checks.ts';
import { isBeyondPlan, webhooksOf } from '../webhooks/registry.ts';
import { isSameUrl } from '../webhooks/same-url.ts';
import { urlObjection } from '../webhooks/url.ts';
import { demand, firstOf, made, setBy, typed } from './door.ts';
import type { Admission } from './door.ts';
import { matching, moment, opaque, prose } from './values.ts';

/** An App keeps its webhooks when it moves to a plan that allows fewer (choice: plan-change). */
const mostOfApp = Math.max(...Object.values(webhooksPerApp));

export const webhooks: Admission<WebhookRow> = {
  doors: {
    id: typed,
    app_id: typed,
    url: setBy('registerWebhook', urlObjection),
    valid: typed,
    created_at: moment,
    succeeded_at: moment,
  },
  among(webhook, tables) {
    const { id, app_id, url, valid } = webhook;
    const own = tables.webhooks.countBy('app', app_id);
    if (own > mostOfApp) return ['app_id', `has more than ${mostOfApp} webhooks`];
    const isAnother = (other: WebhookRow) => other.id !== id && isSameUrl(other.url, url);
    return firstOf(
      demand(
        !webhooksOf(app_id, tables).some(isAnother),
        'url',
        'is the address of another webhook of the App',
      ),
      demand(
        !valid || !isBeyondPlan(webhook, tables),
        'valid',
        'is true beyond what the plan of the App allows',
      ),
      demand(tables.jobs.get(queueOfChecks(id))?.name === checkName, 'id', 'has no job that checks it'),
    );
  },
};

const sequence = made(matching(/^\d{1,16}$/, 'the sequence of an exchange'));

export const webhook_checks: Admission<WebhookCheck> = {
  doors: {
    id: typed,
    webhook_id: typed,
    at: moment,
    cause: typed,
    crc_token: made(opaque),
    failed: made(prose(10_000)),
    exchange: sequence,
  },
  among: ({ webhook_id }, { webhook_checks }) =>
    demand(
      webhook_checks.countBy('webhook', webhook_id) <= checksKept,
      'webhook_id',
      `has more than ${checksKept} checks`,
    ),
};

export const activity_events: Admission<ActivityEvent> = {
  doors: {
    id: typed,
    webhook_id: typed,
    for_user_id: typed,
    kind: made((kind) => (kinds.has(kind) ? null : 'is not a kind of event')),
    body: made(prose(200_000)),
    created_at: moment,
    state: typed,
    tries: made<Json>((tries) =>
      Array.isArray(tries) && tries.length <= attemptsKept && tries.every(isAttempt)
        ? null
        : `is not a list of up to ${attemptsKept} tries`,
    ),
  },
  row: (event) =>
    demand(isBodyOf(event), 'body', `is not the JSON of event ${event.id} with its ${event.kind}`),
  among: (event, tables) => firstOf(placeFlaw(event, tables), numberFlaw(event, tables)),
};

/** Users' actions, and the end of an App's access (choice: event-shapes). */
const kinds: ReadonlySet<string> = new Set([...Object.keys(scopeOf), 'user_event']);

/** choice: event-shapes */
function isBodyOf({ id, for_user_id, kind, body }: ActivityEvent): boolean {
  try {
    const read: unknown = JSON.parse(body);
    if (!isRecord(read)) return false;
    return read['event_id'] === id && read['for_user_id'] === for_user_id && Array.isArray(read[kind]);
  } catch {
    return false;
  }
}

/**
 * A waiting event has a delivery in the outbox, and its webhook can receive. A set-aside event has no delivery in the
 * outbox.
 */
function placeFlaw({ id, webhook_id, state }: ActivityEvent, tables: Read): RowFlaw | null {
  if (state === 'acknowledged') return null;
  const isIn = deliveriesIn(tables).has(id);
  if (state === 'set_aside') return demand(!isIn, 'state', 'is set_aside, and its delivery is in the outbox');
  const held = heldBy(tables.webhooks.must(webhook_id), { tables });
  return firstOf(
    demand(isIn, 'state', 'is waiting, and its delivery is not in the outbox'),
    demand(held === null, 'state', `is waiting, and its webhook cannot receive (${String(held)})`),
  );
}

const numberFlaw = (
  { webhook_id, state }: ActivityEvent,
  { activity_events: events }: Read,
): RowFlaw | null =>
  state === 'waiting' || events.countBy('webhook', webhook_id) <= mostKept[state]
    ? null
    : demand(
        ofState(webhook_id, state, events).count <= mostKept[state],
        'state',
        `is ${state} in more than ${mostKept[state]} events of the webhook`,
      );

const deliveries = new WeakMap<object, ReadonlySet<unknown>>();

/** Ids of the events that have a delivery in the outbox. */
function deliveriesIn({ outbox }: Read): ReadonlySet<unknown> {
  let found = deliveries.get(outbox);
  if (!found) {
    const ids = new Set<unknown>();
    for (const { effect, data } of outbox.values())
      if (effect === deliveryName && isRecord(data)) ids.add(data['event']);
    deliveries.set(outbox, (found = ids));
  }
  return found;
}
