/** An OAuth 2.0 client at its token endpoints (RFC 6749 2.3 and 3.2.1; choices: pkce-token, pkce-errors). */
import { decodeForm } from '../http/encoding.ts';
import { header, text } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { refuse } from '../spec/problems.ts';
import type { ProblemName, Refusal } from '../spec/problems.ts';
import type { StateView } from '../state/state.ts';
import { source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import { readAuthorization } from './header.ts';
import type { Principal } from '../declaration/principal.ts';

const byClient = source(['5'], ['pkce-token']);

const errorNames: Partial<Record<ProblemName, string>> = {
  invalidRequest: 'invalid_request',
  invalidClient: 'invalid_client',
  invalidGrant: 'invalid_grant',
  unauthorizedClient: 'unauthorized_client',
  unsupportedGrantType: 'unsupported_grant_type',
  invalidScope: 'invalid_scope',
};

/** A refusal as RFC 6749 5.2 words it, beside the `errors` array (choice: pkce-errors). */
export const refuseGrant = <N extends ProblemName>(problem: N, because: string): Refusal<N> =>
  refuse(problem, because, {
    members: { error: errorNames[problem]!, error_description: because.replaceAll('`', '') },
  });

/** A confidential client by Basic, a public one by `client_id` in the body. */
export function authenticateClient(
  request: HttpRequest,
  state: StateView,
  trace: Trace,
): Principal | Refusal {
  const authorization = readAuthorization(header(request.headers, 'authorization'));
  if (authorization.scheme === 'malformed') return refuseGrant('invalidClient', authorization.because);
  if (authorization.scheme === 'OAuth' || authorization.scheme === 'Bearer')
    return refuseGrant(
      'invalidClient',
      `the Authorization header has the scheme ${authorization.scheme}; a client proves itself by Basic`,
    );
  const isBasic = authorization.scheme === 'Basic';
  const client_id = isBasic ? authorization.username : bodyParameter(request, 'client_id');
  if (!client_id)
    return refuseGrant('invalidClient', 'there is neither a Basic header nor a `client_id` in the body');
  const app = state.tables.apps.firstBy('client_id', client_id);
  if (!app) return refuseGrant('invalidClient', 'no App has this Client ID');
  if (app.client_secret !== null && !isBasic)
    return refuseGrant(
      'invalidClient',
      `${app.name} is a confidential client: it proves itself by Basic with Client ID and Client Secret`,
    );
  if (isBasic && app.client_secret === null)
    return refuseGrant(
      'invalidClient',
      `${app.name} is a public client, which has no secret: it sends its \`client_id\` in the body`,
    );
  if (app.client_secret === '')
    return refuseGrant('invalidClient', `the Client Secret of ${app.name} was revoked`);
  if (isBasic && app.client_secret !== authorization.password)
    return refuseGrant('invalidClient', `the Basic password is not the Client Secret of ${app.name}`);
  // choice: suspended
  if (app.suspended) return refuse('appSuspended', `the App ${app.name} carries the suspended tag`);
  trace.passed('Authenticated', `${app.name} as a ${isBasic ? 'confidential' : 'public'} client`, byClient);
  return { kind: 'client', app };
}

const bodyParameter = ({ body }: HttpRequest, wanted: string): string | undefined =>
  body && decodeForm(text(body)).find(([name]) => name === wanted)?.[1];
