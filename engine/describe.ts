import type { AuthKind, Endpoint, Example, Family } from './endpoint.ts';
import type { PermissionLevel } from './auth/permissions.ts';
import type { LimitRule } from './limits/notation.ts';
import type { ProblemName } from './http/problems.ts';
import { z } from './schema.ts';

/** JSON Schema, draft 2020-12, as `z.toJSONSchema` writes it. */
export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};

export interface FieldDescription {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description: string;
}

export interface AnswerDescription {
  readonly contentType: string;
  readonly schema: JsonSchema;
}

/** A declaration without its handler, as plain data: what the page, the OpenAPI document and the tests read. */
export interface EndpointDescription {
  readonly id: string;
  readonly family: Family;
  readonly method: string;
  /** With `:name` for path parameters, as the specification writes it. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly section: string;
  readonly summary: string;
  readonly auth: readonly AuthKind[];
  /** Scopes that an OAuth 2.0 user token needs. */
  readonly scopes: readonly string[];
  readonly permission: PermissionLevel;
  readonly limits: LimitRule;
  readonly choices: readonly string[];
  readonly fields: readonly FieldDescription[];
  readonly body: AnswerDescription | null;
  readonly answers: Readonly<Record<string, AnswerDescription>>;
  readonly refuses: readonly ProblemName[];
  readonly example: Example;
}

/** The declaration without its handler. Schemas are written when they are first asked for, once. */
export function describe(endpoint: Endpoint): EndpointDescription {
  return {
    id: endpoint.id,
    family: endpoint.family,
    method: endpoint.method,
    path: endpoint.path,
    aliases: endpoint.aliases,
    section: endpoint.section,
    summary: endpoint.summary,
    auth: endpoint.auth,
    scopes: endpoint.scopes,
    permission: endpoint.permission,
    limits: endpoint.limits,
    choices: endpoint.choices,
    fields: [...fields('path', endpoint.params), ...fields('query', endpoint.query)],
    body: endpoint.body && {
      contentType: bodyTypes[endpoint.body.format],
      schema: jsonSchema(endpoint.body.schema, 'input'),
    },
    answers: Object.fromEntries(
      Object.entries(endpoint.answers).map(([status, { format, schema }]) => [
        status,
        { contentType: answerTypes[format], schema: jsonSchema(schema, 'output') },
      ]),
    ),
    refuses: endpoint.refuses,
    example: endpoint.example,
  };
}

/** What a request body is sent as; the charset of the form is the specification's (4.2). */
const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded;charset=UTF-8',
} as const;
export const answerTypes = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
  html: 'text/html; charset=utf-8',
  redirect: 'text/plain; charset=utf-8',
} as const;

/** The JSON Schema of one field or body. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const written = z.toJSONSchema(schema, { io }) as Record<string, unknown>;
  delete written['$schema'];
  return written;
}

function fields(place: FieldDescription['in'], shape: Endpoint['query']): FieldDescription[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { description = '', ...rest } = jsonSchema(schema, 'input');
    return { name, in: place, required: !schema.safeParse(undefined).success, schema: rest, description };
  });
}
