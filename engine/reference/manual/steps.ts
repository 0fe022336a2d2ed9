/** At which step of the X-ray a call is refused. */
import type { Endpoint } from '../../declaration/endpoint.ts';
import type { ProblemName } from '../../spec/problems.ts';

/**
 * In the order in which the platform takes them. What a proof must be beside right is part of `Authenticated`: fresh, and of an
 * App that is not suspended. `Any` is a fault of the platform, which can happen at each.
 */
export const steps = [
  'Matched',
  'Authenticated',
  'Enrolled',
  'Permitted',
  'Counted',
  'Validated',
  'Handled',
  'Any',
] as const;
export type Step = (typeof steps)[number];

const byName: Readonly<Partial<Record<ProblemName, Step>>> = {
  urlMalformed: 'Matched',
  urlTooLong: 'Matched',
  bodyTooLarge: 'Matched',
  notFound: 'Matched',
  methodNotAllowed: 'Matched',
  sslRequired: 'Matched',
  authenticationMissing: 'Authenticated',
  signatureRejected: 'Authenticated',
  tokenInvalid: 'Authenticated',
  appSuspended: 'Authenticated',
  credentialsUnverified: 'Authenticated',
  invalidClient: 'Authenticated',
  timestampOutOfBounds: 'Authenticated',
  notEnrolled: 'Enrolled',
  planLacksEndpoint: 'Enrolled',
  scopeMissing: 'Permitted',
  writeForbidden: 'Permitted',
  messagesForbidden: 'Permitted',
  rateLimitExceeded: 'Counted',
  tokenTooOften: 'Counted',
  parameterInvalid: 'Validated',
  internalError: 'Any',
};

/** What is looked at between the proof of who calls and the plan. */
const ofKind: readonly ProblemName[] = [
  'unsupportedAuthentication',
  'oauth1Disabled',
  'oauth2Disabled',
  'unauthorizedClient',
];

export function stepOf(name: ProblemName, { api, body, auth }: Endpoint): Step {
  if (name === 'unsupportedMediaType') return body ? 'Validated' : 'Matched';
  if (name === 'notFound' && auth[0] === 'address') return 'Authenticated';
  if (ofKind.includes(name)) return api.needsProject ? 'Enrolled' : 'Permitted';
  return byName[name] ?? 'Handled';
}

/** Whether a call that is refused there was counted (choice: v2-429): a 401 and a 429 never are. */
export const isCountedAt = (step: Step, status: number): boolean =>
  steps.indexOf(step) > steps.indexOf('Counted') && step !== 'Any' && status !== 401 && status !== 429;
