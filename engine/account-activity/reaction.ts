/**
 * What follows for Account Activity from a transaction's changes, in that same transaction: an event is there if and only
 * if what caused it is.
 */
import type { Reacts, Services } from '../declaration/services.ts';
import type { Write } from '../state/state.ts';
import type { RowChange } from '../state/store/store.ts';
import type { App } from '../state/tables/accounts.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { WebhookRow } from '../state/tables/webhooks.ts';
import { hasAccess, readsMessages } from './access.ts';
import { eventsOf, eventTables } from './events.ts';
import type { Told } from './kinds.ts';
import { addEvent, heldBy, holdAll } from './queue.ts';
import { revokeObject } from './objects.ts';

const tokenTables = ['user_tokens', 'oauth2_tokens', 'refresh_tokens'] as const;

export const reaction: Reacts = {
  tables: new Set([...eventTables, ...tokenTables, 'webhooks', 'apps']),
  run({ changes, appId }, write, platform) {
    if (platform.tables.subscriptions.size > 0) {
      for (const told of eventsOf({ changes, appId, platform })) tell(told, platform, write);
      for (const ended of endedAccess(changes)) endSubscriptions(ended, platform, write);
    }
    for (const { table, before, after } of changes)
      if (table === 'webhooks' && before)
        changeWebhook(before as never, after as WebhookRow | undefined, platform, write);
      else if (table === 'apps' && after) changeApp(after as never, platform, write);
  },
};

/** An event for each webhook by which an App is subscribed to the user. */
function tell({ kind, to, entry, beside }: Told, platform: Services, write: Write): void {
  const { tables, state } = platform;
  for (const key of tables.subscriptions.keysBy('user_id', to)) {
    const webhook = tables.webhooks.get(tables.subscriptions.get(key)!.webhook_id);
    if (!webhook || !tables.apps.get(webhook.app_id)) continue;
    if (kind === 'direct_message_events' && !readsMessages(webhook.app_id, to, state)) continue;
    const id = state.nextId();
    const body = JSON.stringify({ event_id: id, for_user_id: to, [kind]: [entry()], ...beside?.() });
    addEvent({ id, webhook_id: webhook.id, for_user_id: to, kind, body }, platform, write);
  }
}

interface Access {
  readonly app_id: string;
  readonly user_id: string;
}

/** Of whom a token of whose went: whether it was the last remains to be seen. */
function endedAccess(changes: readonly RowChange[]): readonly Access[] {
  const ended = new Map<string, Access>();
  for (const { table, before, after } of changes)
    if (before && !after && (tokenTables as readonly string[]).includes(table)) {
      const { app_id, user_id } = before as never as Access;
      ended.set(`${app_id}:${user_id}`, { app_id, user_id });
    }
  return [...ended.values()];
}

/** An App that cannot act for a user any more is told so, and of nothing else of theirs (choice: activity-end). */
function endSubscriptions({ app_id, user_id }: Access, platform: Services, write: Write): void {
  const { tables, state } = platform;
  if (!tables.apps.get(app_id) || hasAccess(app_id, user_id, state)) return;
  for (const webhookId of tables.webhooks.keysBy('app', app_id)) {
    const key = pairId(webhookId, user_id);
    if (!tables.subscriptions.get(key)) continue;
    const id = state.nextId();
    const entry = revokeObject(app_id, tables.users.get(user_id)!, state.now());
    const body = JSON.stringify({ event_id: id, for_user_id: user_id, user_event: [entry] });
    addEvent({ id, webhook_id: webhookId, for_user_id: user_id, kind: 'user_event', body }, platform, write);
    write.subscriptions.remove(key);
  }
}

/** What waits for a webhook that is not valid any more is set aside; with the webhook goes all of it. */
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

/** The same for an App that is suspended, or has nothing to sign with. */
function changeApp({ id }: App, platform: Services, write: Write): void {
  for (const webhookId of platform.tables.webhooks.keysBy('app', id))
    hold(platform.tables.webhooks.get(webhookId)!, platform, write);
}

function hold(webhook: WebhookRow, platform: Services, write: Write): void {
  const held = heldBy(webhook, platform);
  if (held) holdAll(webhook, held, platform, write);
}
