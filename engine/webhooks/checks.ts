/** Challenges a webhook, and applies its answer to the webhook (specification 3, 4.3; choices: crc, crc-hourly). */
import { known } from '../checked/known.ts';
import type { OutgoingCall, Reply } from '../declaration/services.ts';
import { source } from '../exchanges/trace.ts';
import type { Read, StateView, Write } from '../state/state.ts';
import type { App } from '../state/tables/accounts.ts';
import type { WebhookCheck, WebhookRow } from '../state/tables/webhooks.ts';
import { crcLimits } from './limits.ts';
import { checkCrc, crcUrl } from './crc.ts';
import type { CrcVerdict } from './crc.ts';
import { isBeyondPlan } from './registry.ts';

const hour = 3_600_000;

/** The time between scheduled checks. */
export const checkEvery = hour;
/** How long a receiver may fail to answer before its webhook becomes invalid. */
const patience = 24 * hour;
/** The number of checks that are kept for each webhook. */
export const checksKept = 200;

const byCrc = source(['4.3', '5'], ['crc']);
const byHour = source(['3'], ['crc-hourly']);

/** Waits for at most 3 seconds and 64 KB. */
export const challengeCall = (url: string, token: string, appId: string): OutgoingCall => ({
  request: { method: 'GET', url: crcUrl(url, token), headers: [['accept', 'application/json']] },
  ...crcLimits,
  appId,
});

/** Judges an answer by the App's current secret, and adds the verdict to the trace. */
export function judge({ result, trace }: Reply, token: string, { consumer_secret: secret }: App): CrcVerdict {
  const verdict: CrcVerdict =
    // Anyone could compute the HMAC with an empty key.
    secret === ''
      ? { passed: false, kind: 'wrong', message: 'the App has no API secret to answer with' }
      : checkCrc(result, { token, secret });
  if (verdict.passed)
    trace.add(
      'passed',
      'Checked',
      '`response_token` proves that the receiver has the consumer secret',
      byCrc,
    );
  else trace.add('refused', 'Checked', verdict.message, byCrc);
  return verdict;
}

/** A challenge of a webhook. */
export interface Asked {
  readonly webhook: WebhookRow;
  readonly token: string;
  readonly cause: WebhookCheck['cause'];
}

/**
 * Settles a check of a webhook. A webhook beyond the plan's limit does not become valid (choice:
 * webhook-beyond-plan). For use inside a transaction.
 */
export function settleCheck(
  { webhook, token, cause }: Asked,
  reply: Reply,
  write: Write,
  state: StateView,
): CrcVerdict {
  const { tables } = state;
  const now = state.now();
  const verdict = judge(reply, token, tables.apps.must(webhook.app_id));
  const answers =
    verdict.passed || (verdict.kind === 'silent' && webhook.valid && now - webhook.succeeded_at < patience);
  const valid = answers && !isBeyondPlan(webhook, tables);
  write.webhooks.update(webhook.id, { valid, ...(verdict.passed && { succeeded_at: now }) });
  reply.trace.add('consumed', 'Marked', markOf(webhook, valid, verdict), byHour);
  const failed = verdict.passed ? null : verdict.message;
  keepCheck({ webhook_id: webhook.id, crc_token: token, cause, failed }, reply, write, state);
  return verdict;
}

function markOf(before: WebhookRow, valid: boolean, verdict: CrcVerdict): string {
  if (valid && !verdict.passed) return 'the webhook stays valid: a check succeeded in the last 24 hours';
  if (valid === before.valid) return `the webhook stays ${valid ? 'valid' : 'invalid'}`;
  return `the webhook is ${valid ? 'valid again' : 'no longer valid'}`;
}

/** Adds a check to the kept ones of its webhook. */
export function keepCheck(
  check: Pick<WebhookCheck, 'webhook_id' | 'crc_token' | 'cause' | 'failed'>,
  { sequence }: Reply,
  write: Write,
  state: StateView,
): void {
  const { webhook_checks } = state.tables;
  const id = state.nextId();
  write.webhook_checks.insert({ id, ...check, at: state.now(), exchange: String(sequence) });
  while (webhook_checks.countBy('webhook', check.webhook_id) > checksKept)
    write.webhook_checks.remove(
      known(webhook_checks.firstBy('webhook', check.webhook_id), 'check of the webhook').id,
    );
}

/**
 * Whether it is checked hourly: not while its App is suspended, nor beyond the plan's limit (choice:
 * webhook-beyond-plan).
 */
export const isChecked = (webhook: WebhookRow, tables: Read): boolean =>
  !tables.apps.must(webhook.app_id).suspended && !isBeyondPlan(webhook, tables);
