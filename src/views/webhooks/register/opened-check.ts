/** Reads a check of a callback, and what explains it. Loaded when one is opened. */
import { isResponse, splitUrl } from '../../../../worker/api.ts';
import type { Exchange, Playground, Webhook } from '../../../../worker/api.ts';
import { exchangesOf } from '../../../state/exchanges-of.ts';
import { attemptIn, reasonIn, tokenIn, webhookIn } from '../attempts.ts';

/** The part of an address that names a check. */
export type CheckRef =
  | { readonly kind: 'registration'; readonly sequence: number }
  | { readonly kind: 'check'; readonly webhookId: string; readonly checkId: string };

/** The opened check: the challenge, its answer, and the call that caused it. */
export interface OpenedCheck {
  readonly appId: string | null;
  /** The URL of the callback. */
  readonly url: string;
  readonly host: string;
  /** null for a check that the platform made by itself. */
  readonly call: Exchange | null;
  readonly reason: string | null;
  /** null if none was sent, or the log no longer has it. */
  readonly challenge: Exchange | null;
  /** The reason that the platform stored; only for a check of a webhook. */
  readonly failed: string | null;
  readonly passed: boolean;
  readonly at: number;
  /** null for a registration. */
  readonly webhookId: string | null;
}

/** null if the log no longer has it. */
export const openedCheck = (playground: Playground, ref: CheckRef): Promise<OpenedCheck | null> =>
  ref.kind === 'registration' ? ofRegistration(playground, ref.sequence) : ofCheck(playground, ref);

/** The webhook with this id, of any App. */
export async function webhookOf(
  { ask }: Pick<Playground, 'ask'>,
  id: string,
): Promise<(Webhook & { readonly appId: string }) | null> {
  for (const { appId, webhooks } of (await ask('webhooks.report')).apps)
    for (const webhook of webhooks) if (webhook.id === id) return { ...webhook, appId };
  return null;
}

async function ofCheck(
  playground: Playground,
  { webhookId, checkId }: Extract<CheckRef, { kind: 'check' }>,
): Promise<OpenedCheck | null> {
  const webhook = await webhookOf(playground, webhookId);
  const check = webhook?.checks.find(({ id }) => id === checkId);
  if (!webhook || !check) return null;
  const sequences = check.sequence === null ? [] : [check.sequence];
  const [challenge = null] = await exchangesOf(playground, { sequences, direction: 'out' });
  const call =
    challenge && check.cause !== 'hourly'
      ? callOf(await exchangesOf(playground, { endpointIds: challenging }), challenge, webhookId)
      : null;
  return {
    appId: webhook.appId,
    url: webhook.url,
    host: splitUrl(webhook.url)?.host ?? '',
    call,
    reason: call && reasonIn(call),
    challenge,
    failed: check.failed,
    passed: check.failed === null,
    at: check.at,
    webhookId,
  };
}

/** The endpoints whose calls make the platform challenge a callback. */
const challenging = ['registerWebhook', 'validateWebhook'];

async function ofRegistration(playground: Playground, sequence: number): Promise<OpenedCheck | null> {
  const [call] = await exchangesOf(playground, { sequences: [sequence], direction: 'in' });
  const attempt = call ? attemptIn(call) : null;
  if (!call || !attempt) return null;
  const { url, appId, reason, status } = attempt;
  const asked = reason === 'CrcValidationFailed' || status === 200;
  const before = asked ? await exchangesOf(playground, { direction: 'out', before: sequence }) : [];
  return {
    appId,
    url,
    host: splitUrl(url)?.host ?? '',
    call,
    reason,
    challenge: asked ? challengeOf(before, call, url) : null,
    failed: null,
    passed: isResponse(call.outcome) && call.outcome.status === 200,
    at: call.at,
    webhookId: null,
  };
}

/** The challenge that a call caused: the last one for its URL that ended before the call. */
function challengeOf(log: readonly Exchange[], call: Exchange, url: string): Exchange | null {
  return (
    log.findLast(
      (each) =>
        each.sequence < call.sequence && each.appId === call.appId && each.at >= call.at && asks(each, url),
    ) ?? null
  );
}

/** The call that caused a challenge; null for one that no call caused. */
function callOf(log: readonly Exchange[], challenge: Exchange, webhookId: string): Exchange | null {
  return (
    log.find(
      (each) =>
        each.sequence > challenge.sequence &&
        each.appId === challenge.appId &&
        each.at <= challenge.at &&
        (webhookIn(each) === webhookId || splitUrl(each.request.url)?.path.endsWith(`/${webhookId}`)) &&
        (each.endpointId === 'registerWebhook' || each.endpointId === 'validateWebhook'),
    ) ?? null
  );
}

const asks = ({ direction, request: { method, url } }: Exchange, callback: string): boolean =>
  direction === 'out' && method === 'GET' && url.startsWith(callback) && tokenIn(url) !== null;
