/**
 * A subscription ends with the App's access to the user: in the transaction that ends the access, or when it expires
 * (choice: activity-end).
 */
import { isOneOf } from '../checked/is.ts';
import type { Jobs } from '../declaration/services.ts';
import type { JobHandler } from '../declaration/work.ts';
import type { Write } from '../state/state.ts';
import type { RowChange } from '../state/tables/index.ts';
import { pairId } from '../state/tables/pairs.ts';
import { accessUntil } from './access.ts';
import type { Access } from './access.ts';
import { addEvent } from './queue.ts';
import type { QueueParts } from './queue.ts';
import { revokeObject } from './objects.ts';

/** Name of the job that looks at an App's access to a user when its last token expires. */
export const expiryName = 'activityExpiry';

export const tokenTables = ['user_tokens', 'oauth2_tokens', 'refresh_tokens'] as const;

interface Platform extends QueueParts {
  readonly jobs: Jobs;
}

const isTokens = (change: RowChange): change is RowChange<(typeof tokenTables)[number]> =>
  isOneOf(tokenTables, change.table);

/** The App and user pairs whose access may end earlier or later because of these changes to tokens and subscriptions. */
export function changedAccess(changes: readonly RowChange[], { tables }: QueueParts): Iterable<Access> {
  const changed = new Map<string, Access>();
  const add = ({ app_id, user_id }: Access) => changed.set(pairId(app_id, user_id), { app_id, user_id });
  for (const change of changes) {
    if (isTokens(change)) {
      const token = change.after ?? change.before;
      if (token) add(token);
    } else if (change.table === 'subscriptions' && change.after) {
      const webhook = tables.webhooks.get(change.after.webhook_id);
      if (webhook) add({ app_id: webhook.app_id, user_id: change.after.user_id });
    }
  }
  return changed.values();
}

/** Ends the App's subscriptions to the user if it has no access. Otherwise checks again when its last token expires. */
export function holdToAccess(access: Access, platform: Platform, write: Write): void {
  const subscriptions = subscriptionsOf(access, platform);
  if (subscriptions.length === 0) return;
  const { state, jobs } = platform;
  const pair = pairId(access.app_id, access.user_id);
  const id = `${expiryName}:${pair}`;
  const until = accessUntil(access, state);
  if (until <= state.now()) endSubscriptions(access, subscriptions, platform, write);
  else if (until === Infinity) jobs.cancel(write, id);
  else jobs.plan(write, { id, name: expiryName, due: until, data: pair });
}

export const expiry: JobHandler = {
  run({ data }, write, platform) {
    const [app_id, user_id] = typeof data === 'string' ? data.split(':') : [];
    if (app_id !== undefined && user_id !== undefined) holdToAccess({ app_id, user_id }, platform, write);
  },
};

function subscriptionsOf({ app_id, user_id }: Access, { tables }: QueueParts): readonly [string, string][] {
  if (!tables.apps.get(app_id)) return [];
  return tables.webhooks
    .keysBy('app', app_id)
    .map((webhookId): [string, string] => [webhookId, pairId(webhookId, user_id)])
    .filter(([, key]) => tables.subscriptions.get(key));
}

/** The App is told that its access ended, and nothing about the user after that. */
function endSubscriptions(
  { app_id, user_id }: Access,
  subscriptions: readonly [string, string][],
  platform: QueueParts,
  write: Write,
): void {
  const { state } = platform;
  for (const [webhookId, key] of subscriptions) {
    const id = state.nextId();
    const entry = revokeObject(app_id, user_id, state.now());
    const body = JSON.stringify({ event_id: id, for_user_id: user_id, user_event: [entry] });
    addEvent({ id, webhook_id: webhookId, for_user_id: user_id, kind: 'user_event', body }, platform, write);
    write.subscriptions.remove(key);
  }
}
