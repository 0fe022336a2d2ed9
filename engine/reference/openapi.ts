/** The OpenAPI 3.1 document, from the declarations alone. */
import type { EndpointDescription, FieldDescription } from './describe.ts';
import { problems } from '../spec/problems.ts';
import type { ProblemName } from '../spec/problems.ts';
import { plans } from '../spec/plans.ts';
import type { LimitRule } from '../spec/limits.ts';

/** Problems that any call can meet, before its handler is reached. */
const common: readonly ProblemName[] = [
  'parameterInvalid',
  'tokenInvalid',
  'unsupportedAuthentication',
  'rateLimitExceeded',
];

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'API key and API secret (platform.md 4.2)' },
  app: { type: 'http', scheme: 'bearer', description: 'OAuth 2.0 app-only bearer token (platform.md 4.2)' },
  oauth1: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'OAuth 1.0a user context, HMAC-SHA1 (RFC 5849, platform.md 4.1)',
  },
  oauth2: {
    type: 'http',
    scheme: 'bearer',
    description: 'OAuth 2.0 user token by authorization code with PKCE (RFC 7636, platform.md 5)',
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'Client ID and Client Secret; a public client sends client_id in the body',
  },
  requestToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'OAuth 1.0a signed with a request token (RFC 5849 2.3)',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_session',
    description: "Session of the platform's own pages",
  },
  consumer: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'OAuth 1.0a signed with the consumer key alone (RFC 5849)',
  },
};

const errorSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' } },
      },
    },
    title: { type: 'string' },
    detail: { type: 'string' },
    type: { type: 'string' },
    status: { type: 'integer' },
  },
};

export function openapi(endpoints: readonly EndpointDescription[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    for (const [index, path] of [endpoint.path, ...endpoint.aliases].entries())
      (paths[path.replace(/:([a-z_]+)/g, '{$1}')] ??= {})[endpoint.method.toLowerCase()] = operation(
        endpoint,
        index,
      );
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc developer API',
      version: '2.0.0',
      summary: 'The platform that svc Playground runs in a browser tab',
      description:
        'Written from the declarations of the engine. Sections are those of the platform specification; choices say what is assumed where it is silent.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: Array.from(
      new Map(endpoints.map(({ family, familyName }) => [family, familyName])),
      ([name, description]) => ({ name, description }),
    ),
    paths,
    components: { securitySchemes, schemas: { Error: errorSchema } },
  };
}

function operation(endpoint: EndpointDescription, alias: number): object {
  return {
    operationId: alias === 0 ? endpoint.id : `${endpoint.id}${alias + 1}`,
    summary: endpoint.summary,
    tags: [endpoint.family],
    security: endpoint.auth.map((kind) => (kind === 'none' ? {} : { [kind]: [] })),
    ...(endpoint.fields.length > 0 && { parameters: endpoint.fields.map(parameter) }),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          [mediaType(endpoint.body.contentType)]: { schema: endpoint.body.schema, ...exampleOf(endpoint) },
        },
      },
    }),
    responses: responses(endpoint),
    'x-section': endpoint.section,
    'x-choices': endpoint.choices,
    'x-scopes': endpoint.scopes,
    'x-rate-limits': rateLimits(endpoint.limits),
  };
}

const exampleOf = ({ example }: EndpointDescription) =>
  example.body === undefined ? {} : { example: example.body };

const mediaType = (contentType: string): string => contentType.split(';')[0]!;

const parameter = (field: FieldDescription): object => ({
  name: field.name,
  in: field.in,
  required: field.in === 'path' || field.required,
  ...(field.description && { description: field.description }),
  ...(field.schema.type === 'array' && { style: 'form', explode: false }),
  schema: field.schema,
});

function responses(endpoint: EndpointDescription): Record<string, object> {
  const all: Record<string, object> = {};
  for (const [status, { contentType, schema }] of Object.entries(endpoint.answers))
    all[status] = {
      description: status === '201' ? 'Created' : 'OK',
      content: { [mediaType(contentType)]: { schema } },
    };
  for (const name of [...common, ...endpoint.refuses]) {
    const { status, code, message } = problems[name];
    const before = all[status] as { description: string } | undefined;
    const line = `${code}: ${message}`;
    const description =
      before && before.description.includes(line)
        ? before.description
        : [before?.description, line].filter(Boolean).join('\n\n');
    all[status] = {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return all;
}

/** One entry a plan and scope: `[{plan, scope, limit, windowSeconds}]`. */
const rateLimits = ({ cells }: LimitRule): object[] =>
  plans.flatMap((plan) =>
    (cells[plan] ?? []).map(({ scope, limit, windowSeconds }) => ({ plan, scope, limit, windowSeconds })),
  );
