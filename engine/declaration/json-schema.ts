import { z } from '../spec/fields.ts';

/** JSON Schema, draft 2020-12, as `z.toJSONSchema` writes it. */
export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};

/** The JSON Schema of one field or body. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const written = z.toJSONSchema(schema, { io }) as Record<string, unknown>;
  delete written['$schema'];
  return written;
}
