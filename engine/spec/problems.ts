/**
 * The closed list of refusals. A refusal is a value; how it looks on the wire is decided in pipeline/error-body.ts
 * (choices: error-body, codes, v2-400 … v2-429).
 */

interface Problem {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** Problem fields of `/2/` answers (choice: error-body). */
  readonly title: string;
  readonly detail?: string;
  /** Last part of `{base_url}/2/problems/<name>`; absent for about:blank. */
  readonly type?: string;
  /** Sections and choices that say so. */
  readonly sections: readonly string[];
  readonly choices: readonly string[];
}

const list = {
  urlMalformed: {
    status: 400,
    code: 214,
    message: 'Bad request: the URL cannot be parsed.',
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'invalid-request',
    sections: [],
    choices: ['v2-400'],
  },
  urlTooLong: {
    status: 414,
    code: 25,
    message: 'URL too long: at most 8192 bytes.',
    title: 'URI Too Long',
    sections: [],
    choices: ['sizes'],
  },
  bodyTooLarge: {
    status: 413,
    code: 25,
    message: 'Request too large: a body has at most 8388608 bytes.',
    title: 'Payload Too Large',
    sections: [],
    choices: ['sizes'],
  },
  unsupportedMediaType: {
    status: 415,
    code: 25,
    message: 'Unsupported content type',
    title: 'Unsupported Media Type',
    sections: [],
    choices: ['sizes'],
  },
  notFound: {
    status: 404,
    code: 34,
    message: 'Sorry, that page does not exist',
    title: 'Not Found',
    sections: ['9'],
    choices: ['v2-404'],
  },
  methodNotAllowed: {
    status: 405,
    code: 86,
    message: 'This method is not allowed for this path',
    title: 'Method Not Allowed',
    sections: [],
    choices: ['methods'],
  },
  sslRequired: {
    status: 403,
    code: 92,
    message: 'SSL is required',
    title: 'Forbidden',
    sections: ['4'],
    choices: ['transport'],
  },
  authenticationMissing: {
    status: 400,
    code: 215,
    message: 'Bad Authentication data.',
    title: 'Bad Request',
    sections: ['5'],
    choices: ['v2-401'],
  },
  signatureRejected: {
    status: 401,
    code: 32,
    message: 'Could not authenticate you.',
    title: 'Unauthorized',
    sections: ['4.1'],
    choices: ['v2-401'],
  },
  timestampOutOfBounds: {
    status: 401,
    code: 135,
    message: 'Timestamp out of bounds.',
    title: 'Unauthorized',
    sections: ['4.1'],
    choices: ['o1-clock'],
  },
  tokenInvalid: {
    status: 401,
    code: 89,
    message: 'Invalid or expired token.',
    title: 'Unauthorized',
    sections: ['7'],
    choices: ['v2-401'],
  },
  appSuspended: {
    status: 401,
    code: 416,
    message: 'Invalid / suspended application',
    title: 'Unauthorized',
    sections: ['2.5'],
    choices: ['suspended'],
  },
  credentialsUnverified: {
    status: 403,
    code: 99,
    message: 'Unable to verify your credentials',
    title: 'Forbidden',
    sections: ['4.2'],
    choices: ['o2-app-only'],
  },
  tokenTooOften: {
    status: 403,
    code: 99,
    message: 'Unable to verify your credentials',
    title: 'Forbidden',
    sections: ['7'],
    choices: ['o2-too-often'],
  },
  callbackMissing: {
    status: 403,
    code: 415,
    message: 'Callback URL missing: oauth_callback is required on this step.',
    title: 'Forbidden',
    sections: ['4.1'],
    choices: ['o1-collect'],
  },
  callbackNotApproved: {
    status: 403,
    code: 415,
    message: 'Callback URL not approved for this client application.',
    title: 'Forbidden',
    sections: ['5', '7'],
    choices: ['o1-callback-check'],
  },
  verifierMissing: {
    status: 401,
    code: 32,
    message: 'Required oauth_verifier parameter not provided',
    title: 'Unauthorized',
    sections: ['4.1'],
    choices: ['o1-access-token'],
  },
  verifierWrong: {
    status: 401,
    code: 32,
    message: 'Error processing your OAuth request: Invalid oauth_verifier parameter',
    title: 'Unauthorized',
    sections: ['4.1'],
    choices: ['o1-access-token'],
  },
  scopeMissing: {
    status: 403,
    code: 220,
    message: 'Your credentials do not allow access to this resource',
    title: 'Forbidden',
    sections: ['5'],
    choices: ['scopes', 'v2-403'],
  },
  oauth2Disabled: {
    status: 403,
    code: 220,
    message: 'OAuth 2.0 is not enabled for this App',
    title: 'Forbidden',
    sections: ['5'],
    choices: ['o1-disabled'],
  },
  invalidRequest: {
    status: 400,
    code: 214,
    message: 'Bad request: a parameter of the token request is missing or wrong',
    title: 'Invalid Request',
    sections: [],
    choices: ['pkce-errors'],
  },
  invalidClient: {
    status: 401,
    code: 32,
    message: 'Could not authenticate you.',
    title: 'Unauthorized',
    sections: ['5'],
    choices: ['pkce-errors'],
  },
  invalidGrant: {
    status: 400,
    code: 214,
    message: 'Bad request: the code or refresh token is not valid',
    title: 'Invalid Request',
    sections: ['5'],
    choices: ['pkce-errors', 'pkce-token'],
  },
  unauthorizedClient: {
    status: 400,
    code: 214,
    message: 'Bad request: the settings of the App do not allow this grant',
    title: 'Invalid Request',
    sections: ['5'],
    choices: ['pkce-errors', 'o1-disabled'],
  },
  foreignGrant: {
    status: 400,
    code: 214,
    message: 'Bad request: the token belongs to another client',
    title: 'Invalid Request',
    sections: ['5'],
    choices: ['pkce-revoke', 'pkce-errors'],
  },
  unsupportedGrantType: {
    status: 400,
    code: 214,
    message: 'Bad request: grant_type is not supported',
    title: 'Invalid Request',
    sections: [],
    choices: ['pkce-errors'],
  },
  invalidScope: {
    status: 400,
    code: 214,
    message: 'Bad request: a scope is unknown or was not granted',
    title: 'Invalid Request',
    sections: ['5'],
    choices: ['pkce-errors', 'scopes'],
  },
  grantTypeMissing: {
    status: 403,
    code: 170,
    message: 'Missing required parameter: grant_type',
    title: 'Forbidden',
    sections: ['4.2'],
    choices: ['o2-app-only'],
  },
  unsupportedAuthentication: {
    status: 403,
    code: 220,
    message: 'Your credentials do not allow access to this resource',
    title: 'Unsupported Authentication',
    type: 'unsupported-authentication',
    sections: ['5'],
    choices: ['v2-403'],
  },
  oauth1Disabled: {
    status: 403,
    code: 220,
    message: 'OAuth 1.0a is not enabled for this App',
    title: 'Forbidden',
    sections: ['5'],
    choices: ['o1-disabled'],
  },
  writeForbidden: {
    status: 403,
    code: 261,
    message: 'Application cannot perform write actions.',
    title: 'Forbidden',
    type: 'oauth1-permissions',
    sections: ['5'],
    choices: ['v2-403'],
  },
  messagesForbidden: {
    status: 403,
    code: 93,
    message: 'This application is not allowed to access or delete your direct messages',
    title: 'Forbidden',
    type: 'oauth1-permissions',
    sections: ['5'],
    choices: ['v2-403'],
  },
  notEnrolled: {
    status: 403,
    code: 414,
    message: 'The App belongs to no Project (client-not-enrolled)',
    title: 'Client Forbidden',
    type: 'client-forbidden',
    sections: ['2.5', '9'],
    choices: ['v2-403'],
  },
  planLacksEndpoint: {
    status: 403,
    code: 453,
    message: 'Your plan does not include this endpoint',
    title: 'Client Forbidden',
    type: 'client-forbidden',
    sections: ['8.3'],
    choices: ['cells'],
  },
  rateLimitExceeded: {
    status: 429,
    code: 88,
    message: 'Rate limit exceeded',
    title: 'Too Many Requests',
    sections: ['7', '8.1'],
    choices: ['v2-429'],
  },
  usageCapExceeded: {
    status: 429,
    code: 185,
    message: 'Monthly usage cap exceeded',
    title: 'UsageCapExceeded',
    type: 'usage-capped',
    sections: ['8.1'],
    choices: ['monthly-cap'],
  },
  connectionLimit: {
    status: 429,
    code: 88,
    message: 'Rate limit exceeded',
    title: 'ConnectionException',
    type: 'streaming-connection',
    sections: [],
    choices: ['stream-connection'],
  },
  parameterInvalid: {
    status: 400,
    code: 214,
    message: 'Bad request: a parameter is invalid',
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'invalid-request',
    sections: [],
    choices: ['v2-400'],
  },
  resourceNotFound: {
    status: 404,
    code: 144,
    message: 'Nothing found with that id',
    title: 'Not Found Error',
    type: 'resource-not-found',
    sections: [],
    choices: ['v2-404'],
  },
  duplicatePost: {
    status: 403,
    code: 187,
    message: 'This post repeats one that the same user made in the last 24 hours.',
    title: 'Forbidden',
    sections: [],
    choices: ['codes'],
  },
  foreignResource: {
    status: 403,
    code: 220,
    message: 'Your credentials do not allow access to this resource',
    title: 'Forbidden',
    sections: ['5'],
    choices: ['codes'],
  },
  notAppOwner: {
    status: 403,
    code: 220,
    message: 'Your credentials do not allow access to this resource',
    title: 'Forbidden',
    sections: ['4.2'],
    choices: ['o2-app-only'],
  },
  foreignToken: {
    status: 403,
    code: 348,
    message: 'Client application is not permitted to invalidate this token.',
    title: 'Forbidden',
    sections: ['4.2'],
    choices: ['o2-app-only'],
  },
  internalError: {
    status: 500,
    code: 131,
    message: 'Internal error',
    title: 'Internal Server Error',
    sections: [],
    choices: ['codes'],
  },
} satisfies Record<string, Problem>;

export type ProblemName = keyof typeof list;
export const problems: Readonly<Record<ProblemName, Problem>> = list;

/** One entry of `errors`, with whatever its kind of error adds. */
export interface ErrorEntry {
  readonly code: number;
  readonly message: string;
  readonly [extra: string]: unknown;
}

export interface Refusal<Name extends ProblemName = ProblemName> {
  readonly kind: 'refusal';
  readonly problem: Name;
  /** What exactly was wrong, as a sentence for the X-ray. */
  readonly because: string;
  /** Replaces the default single entry of `errors`. */
  readonly errors?: readonly ErrorEntry[];
  /** Further members of the body, and `detail` where it differs from the title. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: readonly (readonly [string, string])[];
}

/** Refuses a call. `because` says to the person who reads the X-ray what was wrong. */
export const refuse = <Name extends ProblemName>(
  problem: Name,
  because: string,
  more: Omit<Refusal, 'kind' | 'problem' | 'because'> = {},
): Refusal<Name> => ({ kind: 'refusal', problem, because, ...more });

/** Refuses a value that is well-formed but serves nothing, in the words of choice v2-400: "The `name` … value […] says". */
export function refuseValue(
  place: 'path parameter' | 'query parameter' | 'body field',
  name: string,
  value: string,
  says: string,
): Refusal<'parameterInvalid'> {
  const given = value.slice(0, 100);
  const message = `The \`${name}\` ${place} value [${given}] ${says}`;
  return refuse('parameterInvalid', message, {
    errors: [{ code: problems.parameterInvalid.code, message, parameters: { [name]: [given] } }],
  });
}

/** A body of another type than is taken. The message names both (choice: sizes). */
export function refuseContentType(
  given: string | undefined,
  wanted: string,
): Refusal<'unsupportedMediaType'> {
  const type = given === undefined ? null : clip(given);
  const because = `the body's content type is ${type === null ? 'missing' : `\`${type}\``}; \`${wanted}\` is expected`;
  const message = `Unsupported content type${type === null ? '' : ` ${type}`}: ${wanted} is expected`;
  return refuse('unsupportedMediaType', because, {
    errors: [{ code: problems.unsupportedMediaType.code, message }],
  });
}

/** A value as far as people read it. */
export const clip = (value: string): string => (value.length > 100 ? `${value.slice(0, 99)}…` : value);

export const isRefusal = (value: object): value is Refusal => (value as Partial<Refusal>).kind === 'refusal';

export const problemType = (name: string | undefined, baseUrl: string): string =>
  name ? `${baseUrl}/2/problems/${name}` : 'about:blank';
