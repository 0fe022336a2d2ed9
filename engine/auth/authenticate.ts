/** Authenticates callers: specification 4.1, 4.2 and 5, RFC 5849 3.2, RFC 6750 2.1, RFC 7617. */
import { decodeForm, formPairs } from '../http/encoding.ts';
import type { HeaderList, HttpRequest } from '../http/messages.ts';
import { header } from '../http/messages.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Api } from '../spec/apis.ts';
import { isRefusal, refuse } from '../spec/problems.ts';
import { source } from '../exchanges/trace.ts';
import type { Authenticating } from './proof-input.ts';
import { readAuthorization } from './header.ts';
import type { Authorization } from './header.ts';
import { isCaller } from '../declaration/principal.ts';
import type { Principal } from '../declaration/principal.ts';
import type { App } from '../state/tables/accounts.ts';
import { liveToken } from './live-token.ts';
import { proveOAuth1 } from './oauth1.ts';

const bySection5 = source(['5']);
const byBasic = source(['4.2'], ['o2-app-only']);

/** The principal of a call, or a refusal. Uses up the nonce of a valid signature. */
export function authenticate(call: Authenticating): Principal | Refusal {
  const { value, twice } = authorizationOf(call.request.headers);
  if (twice)
    return refuse('authenticationMissing', 'there are two Authorization headers: exactly one is expected');
  // choice: o1-transport
  const place = signatureOutside(call);
  if (place)
    return refuse(
      'authenticationMissing',
      `\`oauth_signature\` is in the ${place}: credentials are only accepted in the Authorization header (RFC 5849 3.5.1)`,
      { errors: [{ message: headerAlone }] },
    );
  const principal = prove(readAuthorization(value), call);
  if (isRefusal(principal) || !isCaller(principal)) return principal;
  return checkSuspension(principal.app) ?? principal;
}

export const checkSuspension = ({ suspended, name }: App): Refusal | null =>
  suspended ? refuse('appSuspended', `the App ${name} carries the suspended tag`) : null;

const headerAlone =
  'Bad Authentication data. OAuth parameters are taken from the Authorization header alone.';

/** Where else a call carries a signature that belongs in its header (RFC 5849 3.5.2 and 3.5.3). */
function signatureOutside({ request, url }: Authenticating): 'query' | 'form body' | null {
  // Most calls carry neither, so the pairs are parsed only if the text contains the name.
  if (mayName.test(url.query) && decodeForm(url.query).some(isSignature)) return 'query';
  return request.body?.length && formPairs(request).some(isSignature) ? 'form body' : null;
}

const mayName = /%|oauth_signature/;
const isSignature = ([name]: readonly [string, string]): boolean => name === 'oauth_signature';

export function authorizationOf(headers: HeaderList): { value: string | undefined; twice: boolean } {
  let value: string | undefined;
  for (const [name, each] of headers) {
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (value !== undefined) return { value, twice: true };
    value = each;
  }
  return { value, twice: false };
}

function prove(authorization: Authorization, call: Authenticating): Principal | Refusal {
  switch (authorization.scheme) {
    case 'none':
      return { kind: 'none' };
    case 'malformed':
      return refuse('authenticationMissing', authorization.because);
    case 'Bearer':
      return proveBearer(authorization.token, call);
    case 'Basic':
      return proveBasic(authorization, call);
    case 'OAuth':
      return proveOAuth1(authorization.parameters, call);
  }
}

function proveBearer(accessToken: string, call: Authenticating): Principal | Refusal {
  const { state, trace } = call;
  const token = state.tables.bearer_tokens.get(accessToken);
  if (!token) return proveUserToken(accessToken, call);
  const app = state.tables.apps.must(token.app_id);
  trace.passed('Authenticated', `App ${app.name} by its bearer token`, bySection5);
  return { kind: 'app', app, token };
}

function proveUserToken(accessToken: string, { state, trace, now }: Authenticating): Principal | Refusal {
  const token = liveToken(accessToken, state, now);
  if (!token)
    return refuse(
      'tokenInvalid',
      'this is neither an outstanding bearer token of an App nor a live OAuth 2.0 user token',
    );
  const app = state.tables.apps.must(token.app_id);
  const user = state.tables.users.must(token.user_id);
  trace.passed('Authenticated', `\`@${user.username}\` by OAuth 2.0 for ${app.name}`, bySection5);
  return { kind: 'oauth2', app, token, user };
}

function proveBasic(
  given: { username: string; password: string },
  { state, trace }: Authenticating,
): Principal | Refusal {
  const app = state.tables.apps.firstBy('consumer_key', given.username);
  if (!app) return refuse('signatureRejected', 'no App has the API key that the Basic username names');
  if (app.consumer_secret !== given.password)
    return refuse('signatureRejected', `the Basic password is not the API secret of ${app.name}`);
  trace.passed('Authenticated', `App ${app.name} by API key and secret`, byBasic);
  return { kind: 'basic', app };
}

/**
 * The challenge of a 401: the scheme that the call used, else one that the endpoint accepts (RFC 6749 5.2, RFC 9110
 * 11.6.1; choice: v2-401).
 */
export function challenge(
  request: HttpRequest,
  baseUrl: string,
  { errorBody }: Api,
  invalidToken = false,
): [string, string] {
  const realm = `realm="${baseUrl}"`;
  const used = /^(oauth|basic|bearer) /i.exec(header(request.headers, 'authorization') ?? '')?.[1];
  switch (used?.toLowerCase() ?? (errorBody === 'grant' ? 'basic' : 'bearer')) {
    case 'oauth':
      return ['www-authenticate', `OAuth ${realm}`];
    case 'basic':
      return ['www-authenticate', `Basic ${realm}`];
    default:
      return [
        'www-authenticate',
        invalidToken ? `Bearer ${realm}, error="invalid_token"` : `Bearer ${realm}`,
      ];
  }
}
