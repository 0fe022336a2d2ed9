/**
 * What a transaction's changes mean for Account Activity, written in the same transaction: an event exists if and only
 * if its cause does.
 */
import type { Reacts, Services } from '../declaration/services.ts';
import type { Write } from '../state/state.ts';
import type { App } from '../state/tables/accounts.ts';
import type { WebhookRow } from '../state/tables/webhooks.ts';
import { accessUntil, mayRead } from './access.ts';
import { changedAccess, holdToAccess, tokenTables } from './ending.ts';
import { eventsOf, eventTables } from './events.ts';
import type { Notified } from './kinds.ts';
import { addEvent, heldBy, holdAll } from './queue.ts';

export const reaction: Reacts = {
  tables: new Set([...eventTables, ...tokenTables, 'subscriptions', 'webhooks', 'apps']),
  run({ changes, appId }, write, platform) {
    if (platform.tables.subscriptions.size > 0) {
      for (const notified of eventsOf({ changes, appId, platform })) notify(notified, platform, write);
      for (const access of changedAccess(changes, platform)) holdToAccess(access, platform, write);
    }
    for (const { table, before, after } of changes)
      if (table === 'webhooks' && before) changeWebhook(before, after, platform, write);
      else if (table === 'apps' && after) changeApp(after, platform, write);
  },
};

/** Adds an event to each webhook through which an App is subscribed to the user. */
function notify({ kind, to, entry, beside }: Notified, platform: Services, write: Write): void {
  const { tables, state } = platform;
  for (const key of tables.subscriptions.keysBy('user_id', to)) {
    const subscription = tables.subscriptions.get(key);
    const webhook = subscription && tables.webhooks.get(subscription.webhook_id);
    if (!webhook || !tables.apps.get(webhook.app_id)) continue;
    const access = { app_id: webhook.app_id, user_id: to };
    if (accessUntil(access, state) <= state.now()) {
      holdToAccess(access, platform, write);
      continue;
    }
    if (!mayRead(kind, access, state)) continue;
    const id = state.nextId();
    const body = JSON.stringify({ event_id: id, for_user_id: to, [kind]: [entry()], ...beside?.() });
    addEvent({ id, webhook_id: webhook.id, for_user_id: to, kind, body }, platform, write);
  }
}

/**
 * Sets aside the waiting events of a webhook that became invalid. A deleted webhook takes its subscriptions and events
 * with it.
 */
function changeWebhook(
  { id, valid }: WebhookRow,
  after: WebhookRow | undefined,
  platform: Services,
  write: Write,
): void {
  const { tables, outbox } = platform;
  if (after) {
    if (valid && !after.valid && tables.apps.get(after.app_id)) hold(after, platform, write);
    return;
  }
  outbox.cancel(write, id);
  for (const key of tables.subscriptions.keysBy('webhook_id', id)) write.subscriptions.remove(key);
  for (const key of tables.activity_events.keysBy('webhook', id)) write.activity_events.remove(key);
}

/** Does the same for an App that is suspended or has lost its signing secret. */
function changeApp({ id }: App, platform: Services, write: Write): void {
  for (const webhookId of platform.tables.webhooks.keysBy('app', id))
    hold(platform.tables.webhooks.must(webhookId), platform, write);
}

function hold(webhook: WebhookRow, platform: Services, write: Write): void {
  const held = heldBy(webhook, platform);
  if (held) holdAll(webhook, held, platform, write);
}
