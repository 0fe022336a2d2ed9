/** Adds credentials to a request, the last step of a client before it sends. */
import { base64 } from '../http/base64.ts';
import { encodeRfc3986 } from '../http/encoding.ts';
import { utf8 } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { splitUrl } from '../http/url.ts';
import { signRequest } from './signature.ts';
import type { OAuthCredentials, SignatureSteps, SigningOptions } from './signature.ts';

/** The credentials of a call. */
export type CallKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly id: string; readonly secret: string }
  | ({ readonly kind: 'oauth1' } & OAuthCredentials);

export interface ProvedRequest {
  /** The Authorization header comes first. */
  readonly message: HttpRequest;
  /** The steps of the signature; null if nothing was signed. */
  readonly steps: SignatureSteps | null;
}

/** Adds the Authorization header for the key. Only a signature uses `fresh`. */
export function prove(request: HttpRequest, key: CallKey, fresh: SigningOptions): ProvedRequest {
  switch (key.kind) {
    case 'none':
      return { message: request, steps: null };
    case 'bearer':
      return { message: authorized(request, `Bearer ${key.token}`), steps: null };
    case 'basic':
      return { message: authorized(request, basic(key.id, key.secret)), steps: null };
    case 'oauth1': {
      // An invalid address cannot be signed. It is sent anyway, so that the platform answers what is wrong.
      if (!splitUrl(request.url)) return { message: authorized(request, 'OAuth'), steps: null };
      const { authorization, steps } = signRequest(request, key, fresh);
      return { message: authorized(request, authorization), steps };
    }
  }
}

export const authorized = (request: HttpRequest, authorization: string): HttpRequest => ({
  ...request,
  headers: [['Authorization', authorization], ...request.headers],
});

/** Both halves are percent-encoded first (choice: o2-app-only; RFC 6749 2.3.1). */
const basic = (id: string, secret: string): string =>
  `Basic ${base64(utf8([id, secret].map(encodeRfc3986).join(':')))}`;
