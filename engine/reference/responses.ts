/** The responses of a call: every possible status, with all of its content types. */
import { itemAt } from '../checked/known.ts';
import { answerTypes } from '../declaration/endpoint.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Limit } from '../spec/limits.ts';
import { plans } from '../spec/plans.ts';
import { problems } from '../spec/problem-list.ts';
import type { ProblemName } from '../spec/problems.ts';
import { refusalsOf } from './refusals.ts';
import type { ErrorExamples, RecordedCall } from './examples.ts';
import type { Bodies } from './names.ts';
import { refTo } from './schemas.ts';
import type { LoadedFamily } from './describe.ts';

type Content = Record<string, { schema: object; example?: unknown; examples?: object }>;

/** The data from which responses are written. */
export interface Writing {
  readonly bodies: Bodies;
  readonly errors: ErrorExamples;
}

const texts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  302: 'Found: on to the address in `location`',
};

/** By status. The handler's answers come first, so that a page and an error with one status are together. */
export function responsesOf(
  endpoint: Endpoint,
  { bodies, errors }: Writing,
  { answer, missed }: RecordedCall,
): Record<string, object> {
  const refusals = new Map<number, ProblemName[]>();
  for (const name of refusalsOf(endpoint)) {
    const { status } = problems[name];
    refusals.set(status, [...(refusals.get(status) ?? []), name]);
  }
  const statuses = new Set([...Object.keys(endpoint.answers).map(Number), ...refusals.keys()]);
  const ordered = [...statuses].sort((a, b) => a - b);
  return Object.fromEntries(
    ordered.map((status) => {
      const names = refusals.get(status) ?? [];
      const example = answer?.status === status ? { example: answer.body } : {};
      const content = {
        ...answerContent(endpoint, status, bodies, example),
        ...errorContent(
          endpoint,
          names,
          status === 404 && missed ? { example: missed } : { examples: errors.of(endpoint.api, names) },
        ),
      };
      return [
        String(status),
        {
          description: describeStatus(endpoint, status, names),
          headers: headersOf(endpoint, status),
          ...(Object.keys(content).length > 0 && { content }),
          ...(names.length > 0 && { 'x-codes': [...new Set(names.map((name) => problems[name].code))] }),
        },
      ];
    }),
  );
}

function describeStatus(endpoint: Endpoint, status: number, names: readonly ProblemName[]): string {
  const answer = endpoint.answers[status];
  const own = answer && (texts[status] ?? (answer.format === 'html' ? 'A page with the reason' : ''));
  const lines = names.map((name) => `${problems[name].code}: ${problems[name].message}`);
  return [...(own ? [own] : []), ...new Set(lines)].join('\n\n');
}

function answerContent(
  endpoint: Endpoint,
  status: number,
  bodies: Bodies,
  example: { readonly example?: unknown },
): Content {
  const answer = endpoint.answers[status];
  if (!answer || answer.format === 'redirect') return {};
  const type = mediaType(answerTypes[answer.format]);
  return { [type]: { schema: bodies.reference(answer.schema, 'Answer'), ...example } };
}

/** Pages show refusals as pages (choice: html-pages). */
function errorContent(
  { api: { errorBody } }: Endpoint,
  names: readonly ProblemName[],
  shown: { readonly example?: unknown; readonly examples?: object },
): Content {
  if (names.length === 0) return {};
  return errorBody === 'page'
    ? { 'text/html': { schema: string, ...shown } }
    : { 'application/json': { schema: refTo(errorNames[errorBody]), ...shown } };
}

const errorNames = {
  plain: 'ApiError',
  grant: 'GrantError',
  problem: 'Problem',
  ads: 'AdsError',
} as const;

/** The kind of an endpoint's errors, in one word. */
export const errorWordOf = ({ api: { errorBody } }: Endpoint): string =>
  errorBody === 'page' ? 'Page' : errorNames[errorBody];

export const mediaType = (contentType: string): string => itemAt(contentType.split(';'), 0);

/** Headers of every page of the platform (choice: html-pages). */
const pageHeaders = ['x-frame-options', 'content-security-policy', 'referrer-policy', 'cache-control'];

/** Statuses decided before the caller is known. */
const beforeCredentials: readonly number[] = [401, 405, 413, 414, 500];

function headersOf(endpoint: Endpoint, status: number): object {
  const names = ['date'];
  if (status === 302) names.push('location');
  if (status === 401) names.push('www-authenticate');
  if (status === 405) names.push('allow');
  if (endpoint.api.errorBody === 'page') names.push(...pageHeaders);
  // The tokens of OAuth 1.0a are sent as forms.
  if (endpoint.answers[status]?.format === 'form') names.push('cache-control');
  if (endpoint.api.errorBody === 'grant') names.push('cache-control', 'pragma');
  if (!isEarly(endpoint, status)) names.push('svc-access-level', ...limitHeaders(endpoint));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The encoding of a body is checked before authentication, its type afterwards; the handler's own checks come last. */
function isEarly({ refuses, body }: Endpoint, status: number): boolean {
  if (refuses.some((name) => problems[name].status === status)) return false;
  return beforeCredentials.includes(status) || (status === 415 && !body);
}

function limitHeaders({ limits }: Endpoint): string[] {
  const cells = plans.flatMap((plan): readonly Limit[] => limits.cells[plan] ?? []);
  const daily = (scope: Limit['scope']) =>
    cells.some((each) => each.scope === scope && each.windowSeconds === 86_400);
  const prefixes = [
    'svc-rate-limit',
    ...(['user', 'app'] as const).filter(daily).map((scope) => `svc-${scope}-limit-24hour`),
  ];
  return prefixes.flatMap((prefix) => limitParts.map((part) => `${prefix}-${part}`));
}

const limitParts = ['limit', 'remaining', 'reset'] as const;

const integer = { type: 'integer' };
const windows = {
  'svc-rate-limit': 'the window with the fewest calls left',
  'svc-user-limit-24hour': "the user's 24 hours",
  'svc-app-limit-24hour': "the App's 24 hours",
};

export const headers: Readonly<Record<string, object>> = {
  allow: { description: 'The methods that the path has (RFC 9110 10.2.1)', schema: { type: 'string' } },
  'cache-control': {
    description: 'The answer must not be stored (RFC 6749 5.1)',
    schema: { type: 'string' },
  },
  date: { description: "The time by the platform's clock (RFC 9110 6.6.1)", schema: { type: 'string' } },
  location: { description: 'Where to continue', schema: { type: 'string', format: 'uri' } },
  pragma: { description: 'The same for caches of HTTP/1.0 (RFC 6749 5.1)', schema: { type: 'string' } },
  'svc-access-level': {
    description: 'What the credentials allow (specification 4.6)',
    schema: { type: 'string', enum: ['read', 'read-write', 'read-write-directmessages'] },
  },
  'content-security-policy': {
    description: 'No scripts, and no framing by other sites',
    schema: { type: 'string' },
  },
  'referrer-policy': { description: 'The address of the page is not disclosed', schema: { type: 'string' } },
  'x-frame-options': {
    description: 'No other site may frame the page (RFC 6749 10.13)',
    schema: { type: 'string' },
  },
  'www-authenticate': { description: 'The challenge (RFC 9110 11.6.1)', schema: { type: 'string' } },
  ...Object.fromEntries(
    Object.entries(windows).flatMap(([prefix, which]) => [
      [`${prefix}-limit`, { description: `Calls in ${which}`, schema: integer }],
      [`${prefix}-remaining`, { description: `Calls left in ${which}`, schema: integer }],
      [`${prefix}-reset`, { description: `When ${which} ends, in epoch seconds`, schema: integer }],
    ]),
  ),
};

const string = { type: 'string' };

/** The bodies of refusals of these families (choices: error-body, ads-errors). */
export function errorSchemasOf(families: readonly LoadedFamily[]): Record<string, object> {
  const used = new Set<string>(
    families.flatMap(({ endpoints }) => endpoints.map(({ api }) => api.errorBody)),
  );
  return Object.fromEntries(
    Object.entries(errorSchemas).filter(([name]) => name !== errorNames.ads || used.has('ads')),
  );
}

const errorSchemas = {
  ErrorEntry: {
    type: 'object',
    description: 'One error; some kinds of errors have further members',
    required: ['code', 'message'],
    properties: {
      code: { ...integer, description: 'Number of the error (specification 7)' },
      message: { ...string, description: 'What is wrong, and what is allowed' },
      parameters: {
        type: 'object',
        description: 'The parameters that are wrong, with their values',
        additionalProperties: { type: 'array', items: string },
      },
      title: { ...string, description: 'The kind of error' },
      detail: { ...string, description: 'What happened in this call' },
      type: { ...string, description: 'Address of the kind of error' },
      value: { ...string, description: 'The value that is wrong' },
      parameter: { ...string, description: 'The parameter that the value was given for' },
      resource_type: { ...string, description: 'What kind of object was not returned' },
      resource_id: { ...string, description: 'Id of the object that was not returned' },
    },
  },
  ApiError: {
    type: 'object',
    required: ['errors'],
    properties: {
      errors: {
        type: 'array',
        description: 'Everything that is wrong',
        minItems: 1,
        items: refTo('ErrorEntry'),
      },
      label: { type: 'string', description: 'At `/oauth2/token` (specification 4.2)' },
    },
  },
  Problem: {
    description: 'Problem details (RFC 9457) beside the errors, under `/2/`',
    allOf: [
      refTo('ApiError'),
      {
        type: 'object',
        required: ['title', 'detail', 'type', 'status'],
        properties: {
          title: { ...string, description: 'The kind of problem' },
          detail: { ...string, description: 'What happened in this call' },
          type: { ...string, format: 'uri-reference', description: 'Address of the kind of problem' },
          status: { ...integer, description: 'The HTTP status' },
          reason: { ...string, enum: ['client-not-enrolled'], description: 'Why the App may not call' },
          client_id: { ...string, description: 'Client ID of the App' },
          registration_url: { ...string, description: 'Where the App can be attached to a Project' },
          required_enrollment: { ...string, description: 'What the App lacks' },
        },
      },
    ],
  },
  AdsError: {
    type: 'object',
    description: 'An error of the Advertiser API, with what was asked (choice: ads-errors)',
    required: ['errors', 'request'],
    properties: {
      errors: {
        type: 'array',
        description: 'Everything that is wrong',
        minItems: 1,
        items: {
          type: 'object',
          required: ['type', 'code', 'message'],
          properties: {
            type: { ...string, description: 'The error in one word' },
            code: { ...integer, description: 'Number of the error (specification 7)' },
            message: { ...string, description: 'What is wrong, and what is allowed' },
            parameter: { ...string, description: 'The parameter that is wrong' },
            value: { ...string, description: 'The value that is wrong' },
          },
        },
      },
      request: {
        type: 'object',
        description: 'What was asked',
        required: ['params'],
        properties: {
          params: {
            type: 'object',
            description: 'The parameters of the call',
            additionalProperties: string,
          },
        },
      },
    },
  },
  GrantError: {
    description: 'An error of the token endpoints (RFC 6749 5.2)',
    allOf: [
      refTo('ApiError'),
      {
        type: 'object',
        required: ['error', 'error_description'],
        properties: {
          error: {
            type: 'string',
            description: 'The error in one word (RFC 6749 5.2)',
            enum: [
              'invalid_request',
              'invalid_client',
              'invalid_grant',
              'unauthorized_client',
              'unsupported_grant_type',
              'invalid_scope',
              'temporarily_unavailable',
              'server_error',
            ],
          },
          error_description: { ...string, description: 'What is wrong, in a sentence' },
        },
      },
    ],
  },
};
