/** What comes of a call to the platform. */
import type { Closed, Exchange, HttpResponse } from '../engine/index.ts';
import { bytes, having, number, object, oneOf, text, listOf, tuple, either } from './checks.ts';
import type { Check } from './checks.ts';

export interface Sent {
  readonly outcome: HttpResponse | Closed;
  readonly exchange: Exchange;
}

const headers = listOf(tuple<[name: string, value: string]>(text, text));

export const isSent: Check<Sent> = object<Sent>({
  outcome: either(
    object<HttpResponse>({ status: number, headers, body: bytes }),
    object<Closed>({ closed: oneOf(true), reason: text }),
  ),
  exchange: having<Exchange>('sequence', 'request', 'outcome', 'trace', 'windows'),
});
