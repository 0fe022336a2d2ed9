/** Whether this principal may call this endpoint: specification 2.5, 5 and 9 (choice: v2-403). */
import type { Endpoint } from '../declaration/endpoint.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Plan } from '../spec/plans.ts';
import { planName, plans } from '../spec/plans.ts';
import { source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import { covers } from '../spec/permissions.ts';
import { authKinds, kindNames } from '../spec/auth-kinds.ts';
import type { AuthKind } from '../spec/auth-kinds.ts';
import { isCaller } from '../declaration/principal.ts';
import type { Caller, Principal, PrincipalOf } from '../declaration/principal.ts';
import type { Scope } from '../spec/scopes.ts';

const byKind = source(['5']);
const byLevel = source(['5']);
const byScopes = source(['5'], ['scopes']);
const byPlan = source(['2.5', '8.3'], ['cells']);

const takenHere = Object.fromEntries(
  authKinds.map((kind) => [kind, `${kindNames[kind]} is accepted here`]),
) as Readonly<Record<AuthKind, string>>;

/** A refusal; null if the principal may call the endpoint. `plan` is undefined for a Standalone App. */
export function authorise(
  endpoint: Endpoint,
  principal: Principal,
  plan: Plan | undefined,
  trace: Trace,
  baseUrl: string,
): Refusal | null {
  const wrongKind = checkKind(endpoint, principal);
  if (wrongKind) return wrongKind;
  const off = checkSettings(principal);
  if (off) return off;
  if (endpoint.api.needsProject && isCaller(principal)) {
    const refusal = checkEnrolment(endpoint, principal, plan, baseUrl);
    if (refusal) return refusal;
    trace.passed('Enrolled', `${principal.app.name} is in a Project on plan ${planName(plan!)}`, byPlan);
  }
  if (principal.kind === 'oauth2') {
    const missing = checkScopes(endpoint, principal.token.scopes);
    if (missing) return missing;
    trace.passed('Permitted', `the scopes cover ${endpoint.scopes.join(', ')}`, byScopes);
    return null;
  }
  if (principal.kind !== 'oauth1') {
    trace.passed('Permitted', takenHere[principal.kind], byKind);
    return null;
  }
  const low = checkLevel(endpoint, principal);
  if (low) return low;
  trace.passed('Permitted', `${principal.token.permission} covers ${endpoint.permission}`, byLevel);
  return null;
}

/** Refuses user authentication that the App's owner has not switched on (choice: o1-disabled). */
export function checkSettings(principal: Principal): Refusal | null {
  if (isOAuth1(principal) && !principal.app.oauth1)
    return refuse(
      'oauth1Disabled',
      `the user authentication settings of ${principal.app.name} do not include OAuth 1.0a`,
    );
  if (principal.kind === 'oauth2' && !principal.app.oauth2)
    return refuse(
      'oauth2Disabled',
      `the user authentication settings of ${principal.app.name} do not include OAuth 2.0`,
    );
  if (principal.kind === 'client' && !principal.app.oauth2)
    return refuse(
      'unauthorizedClient',
      `the user authentication settings of ${principal.app.name} do not include OAuth 2.0`,
    );
  return null;
}

const isOAuth1 = (principal: Principal): principal is PrincipalOf<'oauth1' | 'consumer' | 'requestToken'> =>
  principal.kind === 'oauth1' || principal.kind === 'consumer' || principal.kind === 'requestToken';

export function checkKind(endpoint: Endpoint, principal: Principal): Refusal | null {
  if (endpoint.auth.includes(principal.kind)) return null;
  const taken = endpoint.auth.map((kind) => kindNames[kind]);
  // choice: o2-app-only — any problem with the credentials of oauth2/token is 403 with code 99.
  if (endpoint.auth[0] === 'basic')
    return refuse(
      'credentialsUnverified',
      `this endpoint accepts ${taken[0]}; the call uses ${kindNames[principal.kind]}`,
      {
        members: { label: 'authenticity_token_error' },
      },
    );
  if (principal.kind === 'none')
    return refuse(
      'authenticationMissing',
      `there is no Authorization header; this endpoint accepts ${taken.join(' or ')}`,
    );
  return refuse(
    'unsupportedAuthentication',
    `the call uses ${kindNames[principal.kind]}; this endpoint accepts ${taken.join(' or ')}`,
    {
      members: {
        detail: `Authenticating with ${kindNames[principal.kind]} is forbidden for this endpoint. Supported: ${taken.join(', ')}.`,
      },
    },
  );
}

export function checkEnrolment(
  endpoint: Endpoint,
  principal: Caller,
  plan: Plan | undefined,
  baseUrl: string,
): Refusal | null {
  const members = (required: string) => ({
    reason: 'client-not-enrolled',
    client_id: principal.app.id,
    registration_url: `${baseUrl}/portal`,
    required_enrollment: required,
  });
  if (!plan)
    return refuse(
      'notEnrolled',
      `${principal.app.name} is a Standalone App; v2 endpoints require an App that belongs to a Project`,
      {
        members: members('Project'),
      },
    );
  if (endpoint.limits.cells[plan]) return null;
  const having = plans.filter((each) => endpoint.limits.cells[each]);
  return refuse(
    'planLacksEndpoint',
    `the plan ${planName(plan)} does not have this endpoint; ${having.map(planName).join(', ')} ${having.length > 1 ? 'have' : 'has'} it`,
    { members: members(having.join(', ')) },
  );
}

export function checkScopes(endpoint: Endpoint, held: readonly Scope[]): Refusal | null {
  const missing = endpoint.scopes.filter((scope) => !held.includes(scope));
  if (missing.length > 0)
    return refuse(
      'scopeMissing',
      `the token lacks ${missing.map((scope) => `\`${scope}\``).join(', ')}; this endpoint needs ${endpoint.scopes.join(', ')}`,
    );
  return null;
}

export function checkLevel(endpoint: Endpoint, principal: PrincipalOf<'oauth1'>): Refusal | null {
  if (covers(principal.token.permission, endpoint.permission)) return null;
  const because = `the token of \`@${principal.user.username}\` was made at level ${principal.token.permission}; this endpoint needs ${endpoint.permission}`;
  return refuse(
    endpoint.permission === 'read-write-directmessages' ? 'messagesForbidden' : 'writeForbidden',
    because,
  );
}
