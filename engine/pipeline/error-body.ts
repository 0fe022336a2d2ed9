/** The body of a refusal, by API (specification 2.4; choices: error-body, ads-errors). */
import type { Api } from '../spec/apis.ts';
import { problems } from '../spec/problem-list.ts';
import { problemType } from '../spec/problems.ts';
import type { ErrorEntry, ProblemName, Refusal } from '../spec/problems.ts';

/** What an error body says about its call. */
export interface ErrorContext {
  readonly api: Api;
  /** The base URL of problem types. */
  readonly baseUrl: string;
  /** Path and query parameters as sent, which the Advertiser API echoes. */
  readonly parameters: Readonly<Record<string, string>>;
}

export function errorBody(refusal: Refusal, { api, baseUrl, parameters }: ErrorContext): object {
  const problem = problems[refusal.problem];
  const errors = (refusal.errors ?? [{ message: problem.message }]).map((entry) => ({
    code: problem.code,
    ...entry,
  }));
  const { detail, ...members } = refusal.members ?? {};
  switch (api.errorBody) {
    case 'plain':
    case 'page':
      return { errors, ...members };
    case 'grant':
      return { errors, ...grantError(refusal), ...members };
    case 'problem':
      return {
        errors,
        title: problem.title,
        detail: detail ?? problem.detail ?? (problem.type ? problem.message : problem.title),
        type: problemType(problem.type, baseUrl),
        status: problem.status,
        ...members,
      };
    case 'ads':
      return {
        errors: errors.map(({ code, ...entry }) => ({
          ...{ code, type: adsType(refusal) },
          ...adsEntry(entry),
          ...members,
        })),
        request: { params: parameters },
      };
  }
}

/** A failure of a token endpoint always has `error`, whatever its status (RFC 6749 5.2; choice: pkce-token). */
const grantError = ({ problem, because }: Refusal): object => ({
  error: grantErrors[problem] ?? 'invalid_request',
  error_description: describable(because),
});

/** The error codes of RFC 6749 5.2, or those of 4.1.2.1 where 5.2 has none (choices: pkce-errors, o2-error-words). */
const grantErrors: Readonly<Partial<Record<ProblemName, string>>> = {
  invalidClient: 'invalid_client',
  credentialsUnverified: 'invalid_client',
  appSuspended: 'invalid_client',
  invalidGrant: 'invalid_grant',
  unauthorizedClient: 'unauthorized_client',
  foreignGrant: 'unauthorized_client',
  unsupportedTokenType: 'unsupported_token_type',
  unsupportedGrantType: 'unsupported_grant_type',
  invalidScope: 'invalid_scope',
  rateLimitExceeded: 'temporarily_unavailable',
  tokenTooOften: 'temporarily_unavailable',
  internalError: 'server_error',
};

/** The characters that an error_description may have (RFC 6749 5.2). */
const describable = (because: string): string =>
  because
    .replaceAll('`', '')
    .replaceAll('"', "'")
    .replaceAll('…', '...')
    .replaceAll(/[^\x20-\x5b\x5d-\x7e]/gu, '?');

/** The code that clients of such APIs switch on: INVALID_PARAMETER, RATE_LIMIT_EXCEEDED, NOT_FOUND … */
const adsType = ({ problem }: Refusal): string =>
  adsTypes[problem] ?? problem.replace(/[A-Z]/g, '_$&').toUpperCase();

const adsTypes: Readonly<Partial<Record<ProblemName, string>>> = {
  parameterInvalid: 'INVALID_PARAMETER',
  resourceNotFound: 'NOT_FOUND',
  accountForbidden: 'UNAUTHORIZED_ACCESS',
};

function adsEntry({ parameters, ...entry }: ErrorEntry): object {
  const [first] = Object.entries(parameters ?? {});
  return first ? { ...entry, parameter: first[0], value: first[1].join(',') } : entry;
}
