/** Calls to the outside. The host sends them, because the engine itself has no network. */
import type { HttpRequest, HttpResponse } from './messages.ts';
import { splitUrl } from './url.ts';

/** Limits of real time and of size. The host must respect both. */
export interface SendLimits {
  readonly timeoutMs: number;
  /** Largest body of the response. */
  readonly maxBytes: number;
}

/**
 * `dns`: the name does not exist; `refused`: nothing listens there; `tls`: no trusted connection; `closed`: the
 * connection ended before the answer was complete.
 */
export type SendFailureReason = 'dns' | 'refused' | 'tls' | 'timeout' | 'tooLarge' | 'closed';

/** What the program behind an address threw, if the host runs that program itself. It is never sent over the network. */
export type Thrown = {
  /** Such as "ReferenceError: cache is not defined"; its first 200 characters. */
  readonly text: string;
  /** The line of its code, from 1; null if it is not known. */
  readonly line: number | null;
};

/** No response at all. A value, like a refusal. */
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

/** Does not follow redirects. */
export type Send = (request: HttpRequest, limits: SendLimits) => Promise<SendResult>;

export const failed = (reason: SendFailureReason, message: string): SendFailure => ({
  kind: 'failure',
  reason,
  message,
});

/** Accepts a result, or its outcome in the log. */
export const isFailure = (
  result: SendResult | (HttpResponse & { readonly kind: 'response' }),
): result is SendFailure => 'kind' in result && result.kind === 'failure';

/** A world without hosts. */
export const sendNowhere: Send = ({ url }) =>
  Promise.resolve(failed('dns', `there is no host ${splitUrl(url)?.host ?? url}`));
