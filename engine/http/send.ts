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

/** What the program behind an address threw, where the host runs that program itself. None of it is sent. */
export type Thrown = {
  /** "ReferenceError: cache is not defined", its first 200 characters. */
  readonly text: string;
  /** Of its code, from 1; null where none is known. */
  readonly line: number | null;
};

/** No response at all: a value, as refusals are. */
export interface SendFailure {
  readonly kind: 'failure';
  readonly reason: SendFailureReason;
  /** For people, without secrets. */
  readonly message: string;
  readonly thrown?: Thrown;
}

export interface SentResponse extends HttpResponse {
  readonly thrown?: Thrown;
}

export type SendResult = SentResponse | SendFailure;

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
