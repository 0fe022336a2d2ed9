import type { AuthKind } from '../spec/auth-kinds.ts';
import type { Endpoint, Example, Family } from '../declaration/endpoint.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import type { LimitRule } from '../spec/limits.ts';
import type { ProblemName } from '../spec/problems.ts';
import type { JsonSchema } from '../declaration/json-schema.ts';
import { inlineSchema } from './schemas.ts';
import { answerTypes } from '../declaration/endpoint.ts';

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
    fields: fieldsOf(endpoint),
    body: endpoint.body && {
      contentType: bodyTypes[endpoint.body.format],
      schema: inlineSchema(endpoint.body.schema, 'input'),
    },
    answers: Object.fromEntries(
      Object.entries(endpoint.answers).map(([status, { format, schema }]) => [
        status,
        { contentType: answerTypes[format], schema: inlineSchema(schema, 'output') },
      ]),
    ),
    refuses: endpoint.refuses,
    example: endpoint.example,
  };
}

/** What a request body is sent as; the charset of the form is the specification's (4.2). */
export const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded;charset=UTF-8',
} as const;

export const fieldsOf = ({ params, query }: Endpoint): FieldDescription[] => [
  ...fields('path', params),
  ...fields('query', query),
];

function fields(place: FieldDescription['in'], shape: Endpoint['query']): FieldDescription[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { description = '', ...rest } = inlineSchema(schema, 'input');
    return { name, in: place, required: !schema.safeParse(undefined).success, schema: rest, description };
  });
}
