import { signRequest } from '../auth/signature.ts';
import type { OAuthCredentials } from '../auth/signature.ts';
import type { HttpRequest } from '../http/messages.ts';

/** How a call that is made again and again is proved each time. */
export type CallKey =
  { readonly kind: 'bearer'; readonly token: string } | ({ readonly kind: 'oauth1' } & OAuthCredentials);

/** A call without its proof. */
export interface RepeatedCall {
  readonly request: HttpRequest;
  readonly key: CallKey;
}

/** The call as it is sent at `now`, epoch ms. `nonce`: ASCII, another each time. */
export function signed({ request, key }: RepeatedCall, now: number, nonce: string): HttpRequest {
  const authorization =
    key.kind === 'bearer'
      ? `Bearer ${key.token}`
      : signRequest(request, key, { nonce, timestamp: Math.floor(now / 1000) }).authorization;
  return { ...request, headers: [['Authorization', authorization], ...request.headers] };
}
