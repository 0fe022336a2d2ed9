/**
 * Calls that make the platform check a callback, as the log has them. Each call and the challenge that it caused are
 * separate exchanges.
 */
import { firstErrorIn, membersIn } from '../../parts/json.ts';
import { decodeForm, isFailure, isResponse, keysOf, text } from '../../../worker/api.ts';
import type { Exchange, SendFailureReason, SendResult } from '../../../worker/api.ts';

/** The result of a call that registers a webhook. */
export interface Attempt {
  readonly sequence: number;
  readonly at: number;
  readonly appId: string;
  readonly url: string;
  /** null if there was no answer. */
  readonly status: number | null;
  /** "CrcValidationFailed"; null if the answer names none. */
  readonly reason: string | null;
}

/** null for other calls, and if the body has no URL. */
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

/** The id of the webhook in an answer. */
export function webhookIn({ outcome }: Exchange): string | null {
  if (!isResponse(outcome) || outcome.status !== 200) return null;
  const { id } = bodyIn(outcome.body);
  return typeof id === 'string' ? id : null;
}

/** The token of a challenge; null if it is not a challenge. */
export function tokenIn(url: string): string | null {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return decodeForm(query).findLast(([name]) => name === 'crc_token')?.[1] ?? null;
}

/** The answer as the doctor reads it. For a failure, the log says what happened. */
export function answerIn({ outcome }: Exchange): SendResult {
  if (isResponse(outcome)) return outcome;
  const [, reason, message = ''] = /^(\w+): (.*)$/s.exec('reason' in outcome ? outcome.reason : '') ?? [];
  const known = keysOf(failureWords).find((each) => each === reason);
  return known
    ? { kind: 'failure', reason: known, message }
    : { kind: 'failure', reason: 'closed', message: '' };
}

/** "200", or what happened instead: "no answer in time". */
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
