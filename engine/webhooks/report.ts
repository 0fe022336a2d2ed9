/** The state of all webhooks, for watching. */
import type { ExchangeLog } from '../exchanges/log.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { StateView } from '../state/state.ts';
import type { WebhookCheck, WebhookRow } from '../state/tables/webhooks.ts';
import { keyAt } from '../state/store/range.ts';
import { queueOfChecks } from './check-names.ts';
import { isBeyondPlan, mostWebhooks, webhooksOf } from './registry.ts';

export interface WebhooksReport {
  /** Epoch ms on the platform's clock, like all times here. */
  readonly now: number;
  /** One entry for every App. */
  readonly apps: readonly AppWebhooks[];
}

export interface AppWebhooks {
  readonly appId: string;
  /** The most webhooks that it may have (choice: webhook-plans). */
  readonly most: number;
  /** Its webhooks, oldest first. */
  readonly webhooks: readonly Webhook[];
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly valid: boolean;
  /** choice: webhook-beyond-plan */
  readonly beyondPlan: boolean;
  readonly createdAt: number;
  /** When a check last succeeded. */
  readonly succeededAt: number;
  /** null while no check is planned: for a suspended App, or beyond the plan's limit. */
  readonly nextCheckAt: number | null;
  /** The kept checks, oldest first. */
  readonly checks: readonly CheckMade[];
}

export interface CheckMade extends Pick<WebhookCheck, 'id' | 'at' | 'cause' | 'failed'> {
  readonly token: string;
  /** The sequence number of its exchange; null when the log no longer has it. */
  readonly sequence: number | null;
}

export function reportWebhooks(state: StateView, log: Pick<ExchangeLog, 'list'>): WebhooksReport {
  const { tables } = state;
  const sent = new Map(
    log.list().flatMap((each) => (each.direction === 'out' ? [[each.sequence, each]] : [])),
  );
  return {
    now: state.now(),
    apps: Array.from(tables.apps.values(), (app) => ({
      appId: app.id,
      most: mostWebhooks(app, tables),
      webhooks: webhooksOf(app.id, tables).map((row) => webhookOf(row, app.suspended, state, sent)),
    })),
  };
}

type Sent = ReadonlyMap<number, Exchange>;

function webhookOf(row: WebhookRow, suspended: boolean, { tables }: StateView, sent: Sent): Webhook {
  const { id, url, valid, created_at: createdAt, succeeded_at: succeededAt } = row;
  const beyondPlan = isBeyondPlan(row, tables);
  const due = tables.jobs.get(queueOfChecks(id))?.due ?? null;
  const checks = Array.from(tables.webhook_checks.range('webhook', id).ascending(), (place) =>
    checkOf(tables.webhook_checks.must(keyAt(place)), sent),
  );
  const nextCheckAt = suspended || beyondPlan ? null : due;
  return { id, url, valid, beyondPlan, createdAt, succeededAt, nextCheckAt, checks };
}

/** If a process was killed before it kept an exchange, another exchange gets the same number later. */
function checkOf({ id, at, cause, failed, crc_token: token, exchange }: WebhookCheck, sent: Sent): CheckMade {
  const sequence = Number(exchange);
  const isIt = sent.get(sequence)?.request.url.endsWith(`crc_token=${token}`);
  return { id, at, cause, failed, token, sequence: isIt ? sequence : null };
}
