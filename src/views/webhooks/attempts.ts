/** Calls that have a callback asked, as the log has them: each is an exchange of its own beside the challenge that it caused. */
import { firstErrorIn, membersIn } from '../../parts/json.ts';
import { decodeForm, isFailure, isResponse, keysOf, splitUrl, text } from '../../../worker/api.ts';
import type { Exchange, SendFailureReason, SendResult } from '../../../worker/api.ts';

/** What came of a call that registers a webhook. */
export interface Attempt {
  readonly sequence: number;
  readonly at: number;
  readonly appId: string;
  readonly url: string;
  /** null for no answer. */
  readonly status: number | null;
  /** "CrcValidationFailed"; null where the answer names none. */
  readonly reason: string | null;
}

/** null for another call, and for one whose body says no URL. */
export function attemptIn(exchange: Exchange): Attempt | null {
  const { endpointId, direction, appId, sequence, at, request, outcome } = exchange;
  if (endpointId !== 'registerWebhook' || direction !== 'in' || appId === null) return null;
  const { url } = bodyIn(request.body);
  if (typeof url !== 'string') return null;
  const status = isResponse(outcome) ? outcome.status : null;
  return { sequence, at, appId, url, status, reason: reasonIn(exchange) };
}

/** The reason that an answer names (specification 7). */
export function reasonIn({ outcome }: Exchange): string | null {
  if (!isResponse(outcome)) return null;
  const { reason } = firstErrorIn(text(outcome.body));
  return typeof reason === 'string' ? reason : null;
}

/** The id of the webhook that an answer gives. */
export function webhookIn({ outcome }: Exchange): string | null {
  if (!isResponse(outcome) || outcome.status !== 200) return null;
  const { id } = bodyIn(outcome.body);
  return typeof id === 'string' ? id : null;
}

/** The challenge that a call caused: the last one for its URL that was settled before it. */
export function challengeOf(log: readonly Exchange[], call: Exchange, url: string): Exchange | null {
  return (
    log.findLast(
      (each) =>
        each.sequence < call.sequence && each.appId === call.appId && each.at >= call.at && asks(each, url),
    ) ?? null
  );
}

/** The call that a challenge was caused by; null for one that nobody asked for. */
export function callOf(log: readonly Exchange[], challenge: Exchange, webhookId: string): Exchange | null {
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

/** The token of a challenge; null for what is none. */
export function tokenIn(url: string): string | null {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return decodeForm(query).findLast(([name]) => name === 'crc_token')?.[1] ?? null;
}

/** What came, as the doctor reads it. The log says of a failure what it was. */
export function answerIn({ outcome }: Exchange): SendResult {
  if (isResponse(outcome)) return outcome;
  const [, reason, message = ''] = /^(\w+): (.*)$/s.exec('reason' in outcome ? outcome.reason : '') ?? [];
  const known = keysOf(failureWords).find((each) => each === reason);
  return known
    ? { kind: 'failure', reason: known, message }
    : { kind: 'failure', reason: 'closed', message: '' };
}

/** "200", or what happened in its place: "no answer in time". */
export function answerWords(exchange: Exchange): string {
  const answer = answerIn(exchange);
  if (!isFailure(answer)) return String(answer.status);
  const isModule = / does not start: /.test(answer.message);
  return isModule ? 'does not start' : failureWords[answer.reason];
}

const failureWords: Readonly<Record<SendFailureReason, string>> = {
  dns: 'no such host',
  refused: 'connection refused',
  tls: 'no trusted TLS',
  timeout: 'no answer in time',
  tooLarge: 'too large an answer',
  closed: 'connection lost',
};

const bodyIn = (body: Uint8Array | undefined): Readonly<Record<string, unknown>> =>
  body ? membersIn(text(body)) : {};
