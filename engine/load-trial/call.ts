import { signRequest } from '../auth/signature.ts';
import type { OAuthCredentials } from '../auth/signature.ts';
import { text, utf8 } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';

/** How a call that is made again and again is proved each time. */
export type CallKey =
  | { readonly kind: 'bearer'; readonly token: string }
  | ({ readonly kind: 'oauth1' } & OAuthCredentials);

/** A call without its proof. */
export interface RepeatedCall {
  readonly request: HttpRequest;
  readonly key: CallKey;
  /** Whether the `text` of its JSON body has the call's number behind it: the same post twice is refused. */
  readonly isNumbered?: boolean;
}

/** The call as it is sent at `now`, epoch ms, for the `turn`th time. `nonce`: ASCII, another each time. */
export function signed(call: RepeatedCall, now: number, nonce: string, turn: number): HttpRequest {
  const { key } = call;
  const request = call.isNumbered ? numbered(call.request, turn) : call.request;
  const authorization =
    key.kind === 'bearer'
      ? `Bearer ${key.token}`
      : signRequest(request, key, { nonce, timestamp: Math.floor(now / 1000) }).authorization;
  return { ...request, headers: [['Authorization', authorization], ...request.headers] };
}

function numbered(request: HttpRequest, turn: number): HttpRequest {
  const body = JSON.parse(text(request.body ?? utf8('{}'))) as { readonly text?: string };
  return { ...request, body: utf8(JSON.stringify({ ...body, text: `${body.text ?? ''} ${turn}` })) };
}
