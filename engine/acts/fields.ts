/** Which part of a call a name stands for, and what its schema is. */
import { partsOf } from '../spec/fields.ts';
import type { Schema, Shape } from '../spec/fields.ts';
import type { Field } from './act.ts';
import type { Case } from './case.ts';

/** By the declaration; a name that it does not have stands in the query. */
export function fieldNamed({ endpoint }: Case, name: string): Field {
  const [first] = name.split('.');
  if (endpoint && Object.hasOwn(endpoint.params, name)) return `path.${name}`;
  if (endpoint && Object.hasOwn(endpoint.query, name)) return `query.${name}`;
  const members = endpoint?.body ? membersOf(endpoint.body.schema) : [];
  if (endpoint?.body && (name === 'body' || members.includes(first!)))
    return endpoint.body.format === 'form' ? `form.${name}` : name === 'body' ? 'body' : `body.${name}`;
  return `query.${name}`;
}

/** The names that an object of this schema may have. */
export function membersOf(schema: Schema): readonly string[] {
  const parts = partsOf(schema);
  return parts && !('_zod' in parts) ? Object.keys(parts) : [];
}

/** The schema at a path into a value; null where there is none. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | null {
  return path.reduce<Schema | null>((at, key) => {
    const parts = at && partsOf(at);
    if (!parts) return null;
    return isSchema(parts) ? parts : (parts[String(key)] ?? null);
  }, schema);
}

const isSchema = (parts: Shape | Schema): parts is Schema => '_zod' in parts;
