/** The kinds of members of a scenario file's entries: references by name, moments, and ids that may be words. */
import { boolean, listOf, matching, nullable, optional, string, Time } from '../spec/fields.ts';
import type { Schema } from '../spec/fields.ts';
import type { tables } from '../state/tables/index.ts';

export type TableName = keyof typeof tables;

interface Ref {
  readonly refersTo: TableName;
}

/** A reference to another entry: a user by username, an App or a Project by name, anything else by its `id`. */
export const ref = (refersTo: TableName): Schema<string> & Ref => ({
  ...string({ least: 1, most: 100 }),
  refersTo,
});
export const refs = (to: TableName) => listOf(ref(to));
export const maybe = (to: TableName) => optional(nullable(ref(to)));

/** The table that a member refers to; null if it is not a reference. */
export function refersTo(schema: Schema): TableName | null {
  const { definition } = schema;
  if (definition.type === 'array') return refersTo(definition.item);
  return isRef(schema) ? schema.refersTo : null;
}

const isRef = (schema: Schema): schema is Schema & Ref => 'refersTo' in schema;

export const isTime = ({ definition }: Schema): boolean => definition.type === 'string' && !!definition.time;

/** The field of the row, for example `owner_id` for `owner` and `participant_ids` for `participants`. */
export function fieldOf(name: string, schema: Schema): string {
  if (refersTo(schema) === null) return name;
  return schema.definition.type === 'array' ? `${name.slice(0, -1)}_ids` : `${name}_id`;
}

/** A decimal value is the id itself; a word is a name by which other entries refer to this one. */
export const id = optional(
  matching(/^[\w.:-]{1,64}$/, 'a decimal id, or a word of letters, digits, dots and hyphens'),
);
/** In base 36, so that a word can be the id. */
export const wordId = optional(matching(/^[0-9a-z]{1,13}$/, '1 to 13 digits and small letters'));
/** A Space's id has capital letters too. */
export const spaceId = optional(matching(/^[0-9a-zA-Z]{1,13}$/, '1 to 13 digits and letters'));
/** Whether an `id` in the file is the id itself, whatever it looks like. */
export const isWordId = (schema: Schema | undefined): boolean => schema === wordId || schema === spaceId;
export const when = optional(Time);
export const maybeWhen = optional(nullable(Time));
export const text = optional(string());
export const flag = optional(boolean());
