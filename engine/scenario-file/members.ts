/** What members of a scenario file's entries are: references by name, moments, ids that may be words. */
import { boolean, listOf, matching, nullable, optional, string, Time } from '../spec/fields.ts';
import type { Schema } from '../spec/fields.ts';
import type { tables } from '../state/tables/index.ts';

export type TableName = keyof typeof tables;

interface Ref {
  readonly refersTo: TableName;
}

/** Another entry: a user by the username, an App or a Project by the name, anything else by its `id`. */
export const ref = (refersTo: TableName): Schema<string> & Ref => ({
  ...string({ least: 1, most: 100 }),
  refersTo,
});
export const refs = (to: TableName) => listOf(ref(to));
export const maybe = (to: TableName) => optional(nullable(ref(to)));

/** Which table a member leads to; null for one that leads nowhere. */
export function refersTo(schema: Schema): TableName | null {
  const { definition } = schema;
  if (definition.type === 'array') return refersTo(definition.item);
  return isRef(schema) ? schema.refersTo : null;
}

const isRef = (schema: Schema): schema is Schema & Ref => 'refersTo' in schema;

export const isTime = ({ definition }: Schema): boolean => definition.type === 'string' && !!definition.time;

/** The field of the row: `owner` is `owner_id` there, `participants` are `participant_ids`. */
export function fieldOf(name: string, schema: Schema): string {
  if (refersTo(schema) === null) return name;
  return schema.definition.type === 'array' ? `${name.slice(0, -1)}_ids` : `${name}_id`;
}

/** Decimal, it is the id itself; a word is what the rest of the file calls the entry. */
export const id = optional(
  matching(/^[\w.:-]{1,64}$/, 'a decimal id, or a word of letters, digits, dots and hyphens'),
);
/** In base 36, so that a word can be an id. */
export const wordId = optional(matching(/^[0-9a-z]{1,13}$/, '1 to 13 digits and small letters'));
export const when = optional(Time);
export const maybeWhen = optional(nullable(Time));
export const text = optional(string());
export const flag = optional(boolean());
