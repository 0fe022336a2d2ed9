/** The webhooks of an App, and how many it may have (specification 4.3, 6; choices: webhook-plans, plan-change). */
import type { Plan } from '../spec/plans.ts';
import { webhooksPerApp } from '../spec/webhook-plans.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Read, Write } from '../state/state.ts';
import type { App } from '../state/tables/accounts.ts';
import type { WebhookRow } from '../state/tables/webhooks.ts';
import { refuseWebhook } from './refusals.ts';
import { isSameUrl } from './same-url.ts';

/** The webhooks of an App, oldest first. */
export const webhooksOf = (appId: string, { webhooks }: Read): readonly WebhookRow[] =>
  webhooks.rowsBy('app', appId);

/** null for an App without a Project. */
export const planOfApp = ({ project_id }: App, { projects }: Read): Plan | null =>
  project_id === null ? null : projects.must(project_id).plan;

/** The most webhooks that an App may have. */
export function mostWebhooks(app: App, tables: Read): number {
  const plan = planOfApp(app, tables);
  return plan === null ? 0 : webhooksPerApp[plan];
}

/** The App's own webhook, or a refusal as for an unknown id: an App does not see the webhooks of others. */
export function ownWebhook(
  id: string,
  appId: string,
  { webhooks }: Read,
): WebhookRow | Refusal<'webhookIdInvalid'> {
  const webhook = webhooks.get(id);
  if (webhook?.app_id === appId) return webhook;
  return refuseWebhook('webhookIdInvalid', `the App has no webhook with the id ${id.slice(0, 40)}`);
}

/** Why an App may not have one more webhook, at this URL; null when it may. */
export function refuseAnother(
  app: App,
  url: string,
  tables: Read,
): Refusal<'webhookLimitExceeded' | 'duplicateUrlFailed'> | null {
  const own = webhooksOf(app.id, tables);
  if (own.length >= mostWebhooks(app, tables))
    return refuseWebhook('webhookLimitExceeded', `${allowance(app, tables)}, and the App has ${own.length}`);
  const same = own.find((each) => isSameUrl(each.url, url));
  return same ? refuseWebhook('duplicateUrlFailed', `the App has the webhook ${same.id} for this URL`) : null;
}

/** choice: webhook-beyond-plan */
export function refuseBeyondPlan(
  webhook: WebhookRow,
  app: App,
  tables: Read,
): Refusal<'webhookLimitExceeded'> | null {
  if (!isBeyondPlan(webhook, tables)) return null;
  const because = `${allowance(app, tables)}, and the App has older ones: this one cannot be valid`;
  return refuseWebhook('webhookLimitExceeded', because);
}

function allowance(app: App, tables: Read): string {
  const most = mostWebhooks(app, tables);
  return `the ${planOfApp(app, tables) ?? 'missing'} plan allows ${most === 0 ? 'no' : most} webhook${most === 1 ? '' : 's'}`;
}

/** Whether its App has as many older webhooks as its plan allows. */
export function isBeyondPlan({ id, app_id }: WebhookRow, tables: Read): boolean {
  const most = mostWebhooks(tables.apps.must(app_id), tables);
  return !webhooksOf(app_id, tables)
    .slice(0, most)
    .some((each) => each.id === id);
}

/** Invalidates the webhooks beyond the plan of a Project. For use in the transaction that changes the plan. */
export function holdToPlan(projectId: string, tables: Read, write: Write): void {
  for (const appId of tables.apps.keysBy('project', projectId)) holdAppToPlan(appId, tables, write);
}

/** Invalidates the webhooks beyond the plan of an App. For use in the transaction that changes the plan. */
export function holdAppToPlan(appId: string, tables: Read, write: Write): void {
  for (const { id } of webhooksOf(appId, tables).slice(mostWebhooks(tables.apps.must(appId), tables)))
    write.webhooks.update(id, { valid: false });
}
