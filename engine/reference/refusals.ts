/** The refusals of an endpoint's calls, derived from what the pipeline does before the handler. */
import type { Endpoint } from '../declaration/endpoint.ts';
import type { AuthKind } from '../spec/auth-kinds.ts';
import { plans } from '../spec/plans.ts';
import type { ProblemName } from '../spec/problems.ts';

/** Every refusal that a call of this endpoint can get, in the order of the checks. */
export function refusalsOf(endpoint: Endpoint): readonly ProblemName[] {
  return [
    ...new Set([
      ...byMessage,
      ...byCredentials(endpoint),
      ...byPermission(endpoint),
      ...byEnrolment(endpoint),
      endpoint.limits.exceeded,
      ...byInput(endpoint),
      ...endpoint.refuses,
      'internalError' as const,
    ]),
  ];
}

/** A body with a content encoding is refused everywhere, even where no body is taken. */
const byMessage: readonly ProblemName[] = [
  'urlTooLong',
  'bodyTooLarge',
  'methodNotAllowed',
  'sslRequired',
  'unsupportedMediaType',
];

/** The header of any scheme is read before its kind is checked. */
const byHeader: readonly ProblemName[] = [
  'authenticationMissing',
  'signatureRejected',
  'timestampOutOfBounds',
  'tokenInvalid',
  'appSuspended',
  'unsupportedAuthentication',
];

function byCredentials({ auth }: Endpoint): readonly ProblemName[] {
  if (auth.includes('session') || auth.includes('visitor')) return [];
  if (auth[0] === 'address') return ['notFound', 'appSuspended'];
  if (auth[0] === 'basic') return ['credentialsUnverified', 'appSuspended'];
  if (auth[0] === 'client') return ['invalidClient', 'appSuspended', 'unauthorizedClient'];
  return byHeader;
}

const signed: readonly AuthKind[] = ['oauth1', 'consumer', 'requestToken'];

function byPermission({ auth, permission }: Endpoint): readonly ProblemName[] {
  const names: ProblemName[] = [];
  if (auth.some((kind) => signed.includes(kind))) names.push('oauth1Disabled');
  if (auth.includes('oauth2')) names.push('oauth2Disabled', 'scopeMissing');
  if (auth.includes('oauth1') && permission === 'read-write') names.push('writeForbidden');
  if (auth.includes('oauth1') && permission === 'read-write-directmessages') names.push('messagesForbidden');
  return names;
}

function byEnrolment(endpoint: Endpoint): readonly ProblemName[] {
  if (!endpoint.api.needsProject) return [];
  const everyPlan = plans.every((plan) => endpoint.limits.cells[plan]);
  return everyPlan ? ['notEnrolled'] : ['notEnrolled', 'planLacksEndpoint'];
}

/** Pages refuse any parameter that is repeated or not UTF-8. */
function byInput({ params, query, body, api, page }: Endpoint): readonly ProblemName[] {
  const takesInput = body || page || Object.keys({ ...params, ...query }).length > 0;
  return takesInput || api.unknownQuery === 'refused' ? ['parameterInvalid'] : [];
}
