/** The OpenAPI 3.1 document, derived from the declarations. */
import type { Endpoint } from '../declaration/endpoint.ts';
import type { LimitRule } from '../spec/limits.ts';
import { plans } from '../spec/plans.ts';
import { bodyTypes, fieldsOf } from './describe.ts';
import type { FieldDescription, LoadedFamily } from './describe.ts';
import { ErrorExamples, parameterExample } from './examples.ts';
import type { Recorded, RecordedCall } from './examples.ts';
import { Bodies } from './names.ts';
import { errorSchemasOf, errorWordOf, headers, mediaType, responsesOf } from './responses.ts';
import type { Writing } from './responses.ts';
import { Components } from './schemas.ts';
import { securityOf, securitySchemes } from './security.ts';
import { SharedResponses } from './shared-responses.ts';

/** The base URLs of its APIs. */
export interface Bases {
  readonly api: string;
  readonly ads: string;
}

/** `recorded`: the example calls and refusals, as a platform with these base URLs answers them. */
export function openapi(families: readonly LoadedFamily[], bases: Bases, recorded: Recorded): object {
  const components = new Components();
  const writing = { bodies: new Bodies(families, components), errors: new ErrorExamples(recorded.refusals) };
  const operations = operationsOf(families).map((each) => {
    const call = recorded.calls.get(each.endpoint.id) ?? {};
    const responses = responsesOf(each.endpoint, writing, call);
    return { ...each, call, responses, error: errorWordOf(each.endpoint) };
  });
  const shared = new SharedResponses(operations);
  const paths: Record<string, Record<string, object>> = {};
  for (const each of operations) {
    const { endpoint, operationId, path, family, call } = each;
    (paths[path.replace(/:([a-z_]+)/g, '{$1}')] ??= {})[endpoint.method.toLowerCase()] = {
      ...{ operationId, summary: endpoint.summary, tags: [family] },
      ...(endpoint.description && { description: endpoint.description }),
      ...(endpoint.api.host !== 'api' && { servers: [{ url: bases[endpoint.api.host] }] }),
      ...requestOf(endpoint, writing, call),
      responses: shared.in(each),
      'x-section': endpoint.section,
      'x-choices': endpoint.choices,
      'x-rate-limits': rateLimits(endpoint.limits),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc developer API',
      version: '2.0.0',
      summary: 'The platform that svc Playground runs in a browser tab',
      description:
        'Written from the declarations of the engine. Sections are those of the platform specification; choices say what the platform does where it is silent.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: bases.api }],
    tags: families.map(({ id, name }) => ({ name: id, description: name })),
    paths,
    components: {
      schemas: { ...components.all, ...errorSchemasOf(families) },
      responses: shared.all,
      examples: writing.errors.all,
      headers,
      securitySchemes: securitySchemes(bases.api),
    },
  };
}

/** Each endpoint at each of its paths. */
const operationsOf = (families: readonly LoadedFamily[]) =>
  families.flatMap(({ id: family, endpoints }) =>
    endpoints.flatMap((endpoint) =>
      [endpoint.path, ...endpoint.aliases].map((path, alias) => ({
        ...{ family, endpoint, path },
        operationId: alias === 0 ? endpoint.id : `${endpoint.id}${alias + 1}`,
      })),
    ),
  );

function requestOf(endpoint: Endpoint, writing: Writing, call: RecordedCall): object {
  const { body } = endpoint;
  const example = endpoint.example.body ?? call.body;
  const parameters = fieldsOf(endpoint).map((field) =>
    parameter(field, parameterExample(field, endpoint, call)),
  );
  return {
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.schema.optional,
        content: {
          [mediaType(bodyTypes[body.format])]: {
            schema: writing.bodies.reference(body.schema, 'Request'),
            ...(example !== undefined && { example }),
          },
        },
      },
    }),
  };
}

const parameter = (field: FieldDescription, example: unknown): object => ({
  name: field.name,
  in: field.in,
  required: field.in === 'path' || field.required,
  ...(field.description && { description: field.description }),
  ...(field.schema.type === 'array' && { style: 'form', explode: false }),
  schema: field.schema,
  ...(example !== undefined && { example }),
});

/** One entry per plan and scope: `[{plan, scope, limit, windowSeconds}]`. */
const rateLimits = ({ cells }: LimitRule): object[] =>
  plans.flatMap((plan) =>
    (cells[plan] ?? []).map(({ scope, limit, windowSeconds }) => ({ plan, scope, limit, windowSeconds })),
  );
