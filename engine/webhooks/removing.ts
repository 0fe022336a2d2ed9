import type { Read, Write } from '../state/state.ts';
import { queueOfChecks } from './check-names.ts';
import { webhooksOf } from './registry.ts';

/** Removes a webhook and everything that belongs to it. The answer to a check under way is ignored. */
export function removeWebhook(id: string, tables: Read, write: Write): void {
  const key = queueOfChecks(id);
  for (const call of tables.outbox.keysBy('key', key)) write.outbox.remove(call);
  write.jobs.remove(key);
  for (const check of tables.webhook_checks.keysBy('webhook', id)) write.webhook_checks.remove(check);
  for (const pair of tables.subscriptions.keysBy('webhook_id', id)) write.subscriptions.remove(pair);
  for (const event of tables.activity_events.keysBy('webhook', id)) write.activity_events.remove(event);
  write.webhooks.remove(id);
}

/** For an App that is deleted. */
export function removeWebhooksOf(appId: string, tables: Read, write: Write): void {
  for (const { id } of webhooksOf(appId, tables)) removeWebhook(id, tables, write);
}
