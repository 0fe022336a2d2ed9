/**
 * Schemas of fields, bodies and answers, as used in declarations. A schema is data: `parse.ts` checks values with it,
 * and the build writes JSON Schemas from it.
 */

import type { SecretKind } from './secret.ts';

/** The definition of a schema. */
export interface Schema<T = unknown> {
  readonly definition: Definition;
  /** May be absent. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  /** Replaces an absent value. */
  readonly fallback?: unknown;
  /** Any value is accepted: the handler checks it. */
  readonly unchecked?: boolean;
  /** What it means in its place: shown beside the field, in the page and in the OpenAPI document. */
  readonly description?: string | undefined;
  /** A component of the OpenAPI document. */
  readonly name?: string;
  /** What the component is, in any place. */
  readonly about?: string | undefined;
  /** Set for a secret: what kind it is (secret.ts). */
  readonly secret?: SecretKind;
  /** Only carries the type of the values. */
  readonly values?: T;
}

export type Definition =
  | StringDefinition
  | ({ readonly type: 'integer' } & Bounds)
  | { readonly type: 'boolean' }
  | { readonly type: 'oneOf'; readonly values: readonly (string | boolean)[] }
  | ({ readonly type: 'array'; readonly item: Schema } & Bounds)
  | ObjectDefinition;

export interface StringDefinition extends Bounds {
  readonly type: 'string';
  /** The bounds count Unicode code points, as in JSON Schema, not UTF-16 units. */
  readonly characters?: boolean;
  readonly form?: { readonly pattern: RegExp; readonly words: string };
  readonly rules?: readonly Rule[];
  /** Spaces around it are removed first. */
  readonly trimmed?: boolean;
  /** ISO 8601, UTC. */
  readonly time?: boolean;
  /** Suggested values; others are accepted too. */
  readonly offers?: readonly string[];
}

export interface ObjectDefinition {
  readonly type: 'object';
  readonly members: Shape;
  /** Whether it may have other members. */
  readonly open: boolean;
  /** Members of which at least one is required; `words` say so, after "is not". */
  readonly needs?: { readonly names: readonly string[]; readonly words: string };
}

interface Bounds {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

/** `words` complete "is not …" for a value that breaks the rule. */
type Rule = readonly [keeps: (value: string) => boolean, words: string];

export type Shape = Readonly<Record<string, Schema>>;
export type Output<S extends Schema> = S extends Schema<infer T> ? T : never;
export interface MayBeAbsent {
  readonly optional: true;
}
type AbsentNames<S extends Shape> = { [K in keyof S]: S[K] extends MayBeAbsent ? K : never }[keyof S];
/** What an object of these members holds. */
export type Values<S extends Shape> = {
  [K in Exclude<keyof S, AbsentNames<S>>]: Output<S[K]>;
} & { [K in AbsentNames<S>]?: Output<S[K]> | undefined };

/** Text with a number of UTF-16 units. */
export const string = (bounds: Bounds = {}): Schema<string> => text(bounds);

/** Text with a number of characters, counted as Unicode code points as in JSON Schema. */
export const characters = (least: number, most: number) => text({ least, most, characters: true });

/** Text that matches a pattern; `words` complete "is not …". */
export const matching = (pattern: RegExp, words: string) => text({ form: { pattern, words } });

/** Text that keeps each rule; the words of a broken rule are the message. `trimmed` removes the spaces around it first. */
export const ruled = (rules: readonly Rule[], { trimmed = false } = {}) => text({ rules, trimmed });

export const integer = (least?: number, most?: number) => of<number>({ type: 'integer', least, most });

export const boolean = () => of<boolean>({ type: 'boolean' });

export const oneOf = <const T extends readonly string[]>(values: T) =>
  of<T[number]>({ type: 'oneOf', values });

export const exactly = <const T extends string | boolean>(value: T) =>
  of<T>({ type: 'oneOf', values: [value] });

/** A list with `least` to `most` values; without `most`, any number. In a query, commas separate the values. */
export const listOf = <T>(item: Schema<T>, most?: number, least = 1) =>
  of<T[]>({ type: 'array', item, ...(most === undefined ? {} : { least, most }) });

/** An object of these members and no others. */
export const object = <const S extends Shape>(members: S) =>
  of<Values<S>>({ type: 'object', members, open: false });

/** An object that may have more members than these. */
export const openObject = <const S extends Shape>(members: S) =>
  of<Values<S> & Record<string, unknown>>({ type: 'object', members, open: true });

/** At least one of these members, all of which are optional, is required; `words` say so, after "is not". */
export const atLeastOne = <T>(
  schema: Schema<T>,
  names: readonly (keyof T & string)[],
  words: string,
): Schema<T> => ({
  ...schema,
  definition: { ...(schema.definition as ObjectDefinition), needs: { names, words } },
});

export const optional = <T>(schema: Schema<T>, words?: string): Schema<T | undefined> & MayBeAbsent =>
  saying({ ...schema, optional: true as const }, words);

export const nullable = <T>(schema: Schema<T>): Schema<T | null> => ({ ...schema, nullable: true });

export const withDefault = <T>(schema: Schema<T>, fallback: T & NonNullable<unknown>, words?: string) =>
  saying<Schema<T>>({ ...schema, fallback }, words);

/** The same for callers; but the handler gets any value, and refuses it with its own message. */
export const unchecked = (schema: Schema): Schema => ({ ...schema, unchecked: true });

/** `words` are shown beside the field, in the page and in the OpenAPI document. */
export const described = <S extends Schema>(schema: S, words: string): S => saying(schema, words);

/** Optional text with suggested values; the handler checks others. */
export const offering = (offers: readonly string[], words?: string) => optional(text({ offers }), words);

/**
 * The schema with a name: a component of the OpenAPI document. Names are unique. A description of the schema
 * describes the component; `described` around it says what it means in one place.
 */
export const named = <S extends Schema>(name: string, schema: S): S => ({
  ...schema,
  name,
  about: schema.description,
  description: undefined,
});

/** An id: a decimal string of at most 19 digits (choice: fields). */
export const Id = matching(/^\d{1,19}$/, 'a decimal string of 1 to 19 digits');

export const Username = matching(/^[A-Za-z0-9_]{1,15}$/, '1 to 15 letters, digits or underscores');

/** ISO 8601, UTC (choice: fields). */
export const Time = text({ time: true });

/** The type of a query value's schema, and the bounds of its range. */
export interface Kind {
  readonly type: 'integer' | 'boolean' | 'array' | 'string';
  /** The bounds of a number's value or of a list's length. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

export function kindOf({ definition }: Schema): Kind {
  const { type } = definition;
  if (type === 'boolean') return { type };
  if (type !== 'integer' && type !== 'array') return { type: 'string' };
  return { type, least: definition.least, most: definition.most };
}

function of<T>(definition: Definition): Schema<T> {
  return { definition };
}

function text(more: Omit<StringDefinition, 'type'>): Schema<string> {
  return of({ type: 'string', ...more });
}

function saying<S extends Schema>(schema: S, words: string | undefined): S {
  return words === undefined ? schema : { ...schema, description: words };
}
