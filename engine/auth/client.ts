/** An OAuth 2.0 client at its token endpoints (RFC 6749 2.3 and 3.2.1; choices: pkce-token, pkce-errors). */
import { formPairs, isForm, repeatedName } from '../http/encoding.ts';
import { header } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { clip, refuse, refuseContentType } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { App } from '../state/tables/accounts.ts';
import type { StateView } from '../state/state.ts';
import { source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import { authorizationOf } from './authenticate.ts';
import { readAuthorization } from './header.ts';
import type { Principal } from '../declaration/principal.ts';

const byClient = source(['5'], ['pkce-token']);

/** How a client said who it is. */
interface Claim {
  readonly client_id: string;
  /** null when none was given. */
  readonly secret: string | null;
  readonly by: 'Basic' | 'body';
}

/** A confidential client by its secret, a public one by its name alone. */
export function authenticateClient(
  request: HttpRequest,
  state: StateView,
  trace: Trace,
): Principal | Refusal {
  const claim = readClaim(request);
  if ('problem' in claim) return claim;
  const app = state.tables.apps.firstBy('client_id', claim.client_id);
  if (!app) return refuse('invalidClient', 'no App has this Client ID');
  const because = objection(claim, app);
  if (because) return refuse('invalidClient', because);
  // choice: suspended
  if (app.suspended) return refuse('appSuspended', `the App ${app.name} carries the suspended tag`);
  trace.passed(
    'Authenticated',
    `${app.name} as a ${claim.secret === null || claim.secret === '' ? 'public' : 'confidential'} client`,
    byClient,
  );
  const better = remark(claim);
  if (better) trace.passed('Remarked', better, byClient);
  return { kind: 'client', app };
}

/** Exactly one way of authenticating (RFC 6749 2.3). What is empty counts as absent (3.2). */
function readClaim(request: HttpRequest): Claim | Refusal {
  const { value, twice } = authorizationOf(request.headers);
  if (twice) return refuse('invalidRequest', 'there are two Authorization headers: one at most is expected');
  const authorization = readAuthorization(value);
  if (authorization.scheme === 'malformed') return refuse('invalidClient', authorization.because);
  if (authorization.scheme === 'OAuth' || authorization.scheme === 'Bearer')
    return refuse(
      'invalidClient',
      `the Authorization header has the scheme ${authorization.scheme}; a client proves itself by Basic`,
    );
  const pairs = formPairs(request);
  const repeated = repeatedName(pairs);
  if (repeated !== undefined)
    return refuse('invalidRequest', `\`${clip(repeated)}\` stands in the body more than once (RFC 6749 3.2)`);
  const body = new Map(pairs.filter(([, given]) => given !== ''));
  const [client_id, secret] = [body.get('client_id'), body.get('client_secret')];
  if (authorization.scheme === 'Basic') {
    const { username, password } = authorization;
    if (secret !== undefined)
      return refuse(
        'invalidRequest',
        'the client authenticates twice: by Basic and by `client_secret` in the body',
      );
    if (client_id !== undefined && client_id !== username)
      return refuse('invalidRequest', 'Basic and `client_id` in the body name two clients');
    return { client_id: username, secret: password, by: 'Basic' };
  }
  if (client_id !== undefined) return { client_id, secret: secret ?? null, by: 'body' };
  return (
    wrongType(request) ??
    refuse('invalidClient', 'there is neither a Basic header nor a `client_id` in the body')
  );
}

/** Where there is a body that is no form, nothing in it was looked at. */
function wrongType(request: HttpRequest): Refusal | null {
  const type = header(request.headers, 'content-type');
  if (!request.body?.length || isForm(type)) return null;
  return refuseContentType(type, 'application/x-www-form-urlencoded');
}

function objection({ secret, by }: Claim, app: App): string | null {
  if (app.client_secret === null)
    return secret ? `${app.name} is a public client, which has no secret, and one was given` : null;
  if (app.client_secret === '') return `the Client Secret of ${app.name} was revoked`;
  if (!secret)
    return `${app.name} is a confidential client: it proves itself by Basic with Client ID and Client Secret`;
  if (secret === app.client_secret) return null;
  return `the ${by === 'Basic' ? 'Basic password' : '`client_secret` of the body'} is not the Client Secret of ${app.name}`;
}

/** What is taken, and would be better done otherwise (RFC 6749 2.3.1). */
function remark({ secret, by }: Claim): string | null {
  if (by === 'body' && secret)
    return '`client_secret` in the body is taken; Basic is better, because headers are kept out of more logs (RFC 6749 2.3.1)';
  return by === 'Basic' && secret === ''
    ? 'Basic with an empty password is taken for a public client; `client_id` in the body is better (RFC 6749 3.2.1)'
    : null;
}
