import { isRecord } from '../checked/is.ts';
import { prove } from '../auth/prove.ts';
import type { CallKey } from '../auth/prove.ts';
import { text, utf8 } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';

/** A call that is made repeatedly, without its credentials. */
export interface RepeatedCall {
  readonly request: HttpRequest;
  readonly key: CallKey;
  /** Whether the call's number is appended to the `text` of the JSON body, because the same post twice is refused. */
  readonly isNumbered?: boolean;
}

/** The signed call at `now`, epoch ms, for the `turn`th time. `nonce` is ASCII and must differ each time. */
export function signed(call: RepeatedCall, now: number, nonce: string, turn: number): HttpRequest {
  const request = call.isNumbered ? numbered(call.request, turn) : call.request;
  return prove(request, call.key, { nonce, timestamp: Math.floor(now / 1000) }).message;
}

function numbered(request: HttpRequest, turn: number): HttpRequest {
  const read: unknown = JSON.parse(text(request.body ?? utf8('{}')));
  const body = isRecord(read) ? read : {};
  return {
    ...request,
    body: utf8(
      JSON.stringify({ ...body, text: `${typeof body['text'] === 'string' ? body['text'] : ''} ${turn}` }),
    ),
  };
}
