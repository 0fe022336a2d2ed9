/** How a refusal looks on the wire, by API (platform.md 2.4; choices: error-body, ads-errors). */
import type { Api } from '../spec/apis.ts';
import { problems, problemType } from '../spec/problems.ts';
import type { ErrorEntry, Refusal } from '../spec/problems.ts';

/** What an error's body tells of its call. */
export interface ErrorContext {
  readonly api: Api;
  /** What problem types hang on. */
  readonly baseUrl: string;
  /** Path and query parameters as they were sent: what the Advertiser API echoes. */
  readonly parameters: Readonly<Record<string, string>>;
}

export function errorBody(refusal: Refusal, { api, baseUrl, parameters }: ErrorContext): object {
  const problem = problems[refusal.problem];
  const errors = refusal.errors ?? [{ code: problem.code, message: problem.message }];
  const { detail, ...members } = refusal.members ?? {};
  switch (api.errorBody) {
    case 'plain':
      return { errors, ...members };
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
        errors: errors.map((entry) => ({ type: adsType(refusal), ...adsEntry(entry), ...members })),
        request: { params: parameters },
      };
  }
}

/** The word that clients of such APIs switch on: INVALID_PARAMETER, RATE_LIMIT_EXCEEDED, NOT_FOUND … */
const adsType = ({ problem }: Refusal): string =>
  problem === 'parameterInvalid' ? 'INVALID_PARAMETER' : problem.replace(/[A-Z]/g, '_$&').toUpperCase();

function adsEntry({ parameters, ...entry }: ErrorEntry): object {
  const [first] = Object.entries(
    (parameters as Readonly<Record<string, readonly string[]>> | undefined) ?? {},
  );
  return first ? { ...entry, parameter: first[0], value: first[1].join(',') } : entry;
}
