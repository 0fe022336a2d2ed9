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
export type SendFailureReason = 'dns' | 'refused' | 'tls' | 'timeout' | 'tooLarge' | 'closed';

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

/** A world without hosts. */
export const sendNowhere: Send = ({ url }) =>
  Promise.resolve(failed('dns', `there is no host ${splitUrl(url)?.host ?? url}`));
