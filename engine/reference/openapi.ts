/** The OpenAPI 3.1 document, from the declarations alone. */
import { families } from '../declaration/endpoint.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { LimitRule } from '../spec/limits.ts';
import { plans } from '../spec/plans.ts';
import { bodyTypes, fieldsOf } from './describe.ts';
import type { FieldDescription } from './describe.ts';
import { errorSchemas, headers, mediaType, responsesOf } from './responses.ts';
import { Components } from './schemas.ts';
import { securityOf, securitySchemes } from './security.ts';

export function openapi(endpoints: readonly Endpoint[], baseUrl: string): object {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    for (const [alias, path] of [endpoint.path, ...endpoint.aliases].entries())
      (paths[path.replace(/:([a-z_]+)/g, '{$1}')] ??= {})[endpoint.method.toLowerCase()] = operation(
        endpoint,
        alias,
        components,
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
    tags: Object.entries(families).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...components.all, ...errorSchemas },
      headers,
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}

function operation(endpoint: Endpoint, alias: number, components: Components): object {
  const { body, example } = endpoint;
  const parameters = fieldsOf(endpoint).map((field) => parameter(field, example[field.in]?.[field.name]));
  return {
    operationId: alias === 0 ? endpoint.id : `${endpoint.id}${alias + 1}`,
    summary: endpoint.summary,
    tags: [endpoint.family],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [mediaType(bodyTypes[body.format])]: {
            schema: components.reference(body.schema, 'input'),
            ...(example.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    responses: responsesOf(endpoint, components),
    'x-section': endpoint.section,
    'x-choices': endpoint.choices,
    'x-rate-limits': rateLimits(endpoint.limits),
  };
}

const parameter = (field: FieldDescription, example: string | undefined): object => ({
  name: field.name,
  in: field.in,
  required: field.in === 'path' || field.required,
  ...(field.description && { description: field.description }),
  ...(field.schema.type === 'array' && { style: 'form', explode: false }),
  schema: field.schema,
  ...(example !== undefined && { example: exampleOf(field, example) }),
});

/** Examples are text, as the query has them. */
function exampleOf({ schema }: FieldDescription, text: string): unknown {
  if (schema.type === 'integer') return Number(text);
  if (schema.type === 'boolean') return text === 'true';
  return schema.type === 'array' ? text.split(',') : text;
}

/** One entry a plan and scope: `[{plan, scope, limit, windowSeconds}]`. */
const rateLimits = ({ cells }: LimitRule): object[] =>
  plans.flatMap((plan) =>
    (cells[plan] ?? []).map(({ scope, limit, windowSeconds }) => ({ plan, scope, limit, windowSeconds })),
  );
