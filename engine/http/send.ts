/** The way out: the host carries a request to the outside world, which the engine itself cannot reach. */
import type { HttpRequest, HttpResponse } from './messages.ts';
import { splitUrl } from './url.ts';

/** Real time and size: the host holds to both. */
export interface SendLimits {
  readonly timeoutMs: number;
  /** Of the response's body. */
  readonly maxBytes: number;
}

/**
 * `dns`: nobody has that name; `refused`: nobody listens; `tls`: no trusted connection; `closed`: it ended without a
 * whole answer.
 */
const reasons = ['dns', 'refused', 'tls', 'timeout', 'tooLarge', 'closed'] as const;

export type SendFailureReason = (typeof reasons)[number];

/** No response at all: a value, as refusals are. */
export interface SendFailure {
  readonly kind: 'failure';
  readonly reason: SendFailureReason;
  /** For people, without secrets. */
  readonly message: string;
}

export type SendResult = HttpResponse | SendFailure;

/** Follows no redirect. */
export type Send = (request: HttpRequest, limits: SendLimits) => Promise<SendResult>;

export const failed = (reason: SendFailureReason, message: string): SendFailure => ({
  kind: 'failure',
  reason,
  message,
});

/** Of a result, or of the outcome that the log has of it. */
export const isFailure = (
  result: SendResult | (HttpResponse & { readonly kind: 'response' }),
): result is SendFailure => 'kind' in result && result.kind === 'failure';

/**
 * What a host gave, held to the contract: a reason outside the closed list becomes `closed`, with the reason in its
 * message. Throws for what is neither a response nor a failure.
 */
export function asResult(result: SendResult): SendResult {
  if (isFailure(result)) {
    const { reason, message } = result;
    return reasons.includes(reason) ? result : failed('closed', `unreachable (${reason}): ${message}`);
  }
  const { status, headers, body } = result;
  if (Number.isInteger(status) && Array.isArray(headers) && body instanceof Uint8Array) return result;
  throw new TypeError('what the host gave is no response');
}

/** A world without hosts. */
export const sendNowhere: Send = ({ url }) =>
  Promise.resolve(failed('dns', `there is no host ${splitUrl(url)?.host ?? url}`));
