/** The X-ray step at which a call is refused. */
import type { Endpoint } from '../../declaration/endpoint.ts';
import type { ProblemName } from '../../spec/problems.ts';

/**
 * In the order of the pipeline. `Authenticated` includes the other requirements of a proof: it must be fresh, and its
 * App must not be suspended. `Any` is a fault of the platform, which can happen at every step.
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

/** Checks between authentication and the plan. */
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

/** Whether a call refused at this step was counted (choice: v2-429): a 401 and a 429 never are. */
export const isCountedAt = (step: Step, status: number): boolean =>
  steps.indexOf(step) > steps.indexOf('Counted') && step !== 'Any' && status !== 401 && status !== 429;
