/** An OAuth 2.0 client at its token endpoints (RFC 6749 2.3 and 3.2.1; choices: pkce-token, pkce-errors). */
import { repeatedName } from '../http/encoding.ts';
import type { HttpRequest } from '../http/messages.ts';
import { clip, isRefusal, refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { App } from '../state/tables/accounts.ts';
import type { StateView } from '../state/state.ts';
import { source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import { authorizationOf } from './authenticate.ts';
import { readAuthorization } from './header.ts';
import { isVerifier, longestVerifier } from './pkce.ts';
import { isJson, readTokenBody } from './token-body.ts';
import type { Principal } from '../declaration/principal.ts';

const byClient = source(['5'], ['pkce-token']);

/** How a client identifies itself. */
interface Claim {
  readonly client_id: string;
  /** null if the request has no secret. */
  readonly secret: string | null;
  readonly by: 'Basic' | 'body';
  /** The body's parameters by name. Empty ones count as absent (RFC 6749 3.2). */
  readonly body: ReadonlyMap<string, string>;
}

/** Authenticates a confidential client by its secret, and a public one by its Client ID alone. */
export function authenticateClient(
  request: HttpRequest,
  state: StateView,
  trace: Trace,
): Principal | Refusal {
  const claim = readClaim(request);
  if (isRefusal(claim)) return claim;
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
  for (const better of remarks(claim, request)) trace.passed('Remarked', better, byClient);
  return { kind: 'client', app };
}

/** Exactly one way of authenticating (RFC 6749 2.3). */
function readClaim(request: HttpRequest): Claim | Refusal {
  const { value, twice } = authorizationOf(request.headers);
  if (twice) return refuse('invalidRequest', 'there are two Authorization headers: at most one is expected');
  const authorization = readAuthorization(value);
  if (authorization.scheme === 'malformed') return refuse('invalidClient', authorization.because);
  if (authorization.scheme === 'OAuth' || authorization.scheme === 'Bearer')
    return refuse(
      'invalidClient',
      `the Authorization header has the scheme ${authorization.scheme}; a client authenticates by Basic`,
    );
  const pairs = readTokenBody(request);
  if (isRefusal(pairs)) return pairs;
  const repeated = repeatedName(pairs);
  if (repeated !== undefined)
    return refuse('invalidRequest', `\`${clip(repeated)}\` is in the body more than once (RFC 6749 3.2)`);
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
    return { client_id: username, secret: password, by: 'Basic', body };
  }
  if (client_id !== undefined) return { client_id, secret: secret ?? null, by: 'body', body };
  return refuse('invalidClient', 'there is neither a Basic header nor a `client_id` in the body');
}

function objection({ secret, by }: Claim, app: App): string | null {
  if (app.client_secret === null)
    return secret ? `${app.name} is a public client, which has no secret, and one was given` : null;
  if (app.client_secret === '') return `the Client Secret of ${app.name} was revoked`;
  if (!secret)
    return `${app.name} is a confidential client: it authenticates by Basic with Client ID and Client Secret`;
  if (secret === app.client_secret) return null;
  return `the ${by === 'Basic' ? 'Basic password' : '`client_secret` of the body'} is not the Client Secret of ${app.name}`;
}

/** Advice on what is accepted but should be done differently. */
function remarks({ secret, by, body }: Claim, request: HttpRequest): string[] {
  const found: string[] = [];
  if (by === 'body' && secret)
    found.push(
      '`client_secret` in the body is accepted; Basic is better, because headers are kept out of more logs (RFC 6749 2.3.1)',
    );
  if (by === 'Basic' && secret === '')
    found.push(
      'Basic with an empty password is accepted for a public client; `client_id` in the body is better (RFC 6749 3.2.1)',
    );
  if (body.size > 0 && isJson(request))
    found.push('A JSON body is accepted; a form is the standard (RFC 6749 3.2)');
  const verifier = body.get('code_verifier') ?? '';
  if (verifier.length > longestVerifier && isVerifier(verifier))
    found.push(
      `\`code_verifier\` has ${verifier.length} characters and is accepted; RFC 7636 4.1 allows 43 to ${longestVerifier}`,
    );
  return found;
}
