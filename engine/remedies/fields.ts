/** Finds the part of a call that a name belongs to, and its schema. */
import type { Schema, Shape } from '../spec/fields.ts';
import type { Issue } from '../spec/parse.ts';
import type { Field } from './act.ts';
import type { Case } from './case.ts';

/** By the declaration; an undeclared name belongs to the query. */
export function fieldNamed({ endpoint }: Case, name: string): Field {
  const [first] = name.split('.');
  if (endpoint && Object.hasOwn(endpoint.params, name)) return `path.${name}`;
  if (endpoint && Object.hasOwn(endpoint.query, name)) return `query.${name}`;
  const members = endpoint?.body ? membersOf(endpoint.body.schema) : [];
  if (endpoint?.body && (name === 'body' || members.includes(first!)))
    return endpoint.body.format === 'form' ? `form.${name}` : name === 'body' ? 'body' : `body.${name}`;
  return `query.${name}`;
}

/** The members that an object of this schema may have. */
export const shapeOf = ({ definition }: Schema): Shape =>
  definition.type === 'object' ? definition.members : {};

export const membersOf = (schema: Schema): readonly string[] => Object.keys(shapeOf(schema));

/** The schema at a path into a value; undefined if there is none. */
export function schemaAt(schema: Schema, path: Issue['path']): Schema | undefined {
  return path.reduce<Schema | undefined>((at, key) => {
    const definition = at?.definition;
    return definition?.type === 'array' ? definition.item : at && shapeOf(at)[key];
  }, schema);
}
