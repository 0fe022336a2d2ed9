/**
 * What a field, a body or an answer may be, in the words of the declarations. A schema is data: `parse.ts` checks values
 * by it, and the build writes JSON Schemas from it.
 */

/** What a schema says of itself. */
export interface Schema<T = unknown> {
  readonly definition: Definition;
  /** May be absent. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  /** Stands in for what is absent. */
  readonly fallback?: unknown;
  /** Any value is taken: the handler says what is wrong of it. */
  readonly unchecked?: boolean;
  /** What it means where it is used: beside the field, in the page and in the OpenAPI document. */
  readonly description?: string | undefined;
  /** A component of the OpenAPI document. */
  readonly name?: string;
  /** What the component is, wherever it is used. */
  readonly about?: string | undefined;
  /** No member of any schema: of what type the values are. */
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
  /** The ends count Unicode code points, as JSON Schema counts them, and not UTF-16 units. */
  readonly characters?: boolean;
  readonly form?: { readonly pattern: RegExp; readonly words: string };
  readonly rules?: readonly Rule[];
  /** The spaces around it are taken away first. */
  readonly trimmed?: boolean;
  /** ISO 8601, UTC. */
  readonly time?: boolean;
  /** Values that are offered; others are taken, too. */
  readonly offers?: readonly string[];
}

export interface ObjectDefinition {
  readonly type: 'object';
  readonly members: Shape;
  /** Whether it may have other members. */
  readonly open: boolean;
  /** Members of which one must be there; `words` say so, after "is not". */
  readonly needs?: { readonly names: readonly string[]; readonly words: string };
}

interface Bounds {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

/** `words` say what a value that does not keep the rule is not. */
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

/** Text of so many UTF-16 units. */
export const string = (bounds: Bounds = {}): Schema<string> => text(bounds);

/** Text of so many characters, counted as Unicode code points, as JSON Schema counts them. */
export const characters = (least: number, most: number) => text({ least, most, characters: true });

/** Text of this form; `words` say which, after "is not". */
export const matching = (pattern: RegExp, words: string) => text({ form: { pattern, words } });

/** Text that keeps each rule, or else its words are the message; `trimmed` takes the spaces around it away first. */
export const ruled = (rules: readonly Rule[], { trimmed = false } = {}) => text({ rules, trimmed });

export const integer = (least?: number, most?: number) => of<number>({ type: 'integer', least, most });

export const boolean = () => of<boolean>({ type: 'boolean' });

export const oneOf = <const T extends readonly string[]>(values: T) =>
  of<T[number]>({ type: 'oneOf', values });

export const exactly = <const T extends string | boolean>(value: T) =>
  of<T>({ type: 'oneOf', values: [value] });

/** A list, of `least` to `most` values where `most` is given. In a query they are separated by commas. */
export const listOf = <T>(item: Schema<T>, most?: number, least = 1) =>
  of<T[]>({ type: 'array', item, ...(most === undefined ? {} : { least, most }) });

/** An object of these members and no others. */
export const object = <const S extends Shape>(members: S) =>
  of<Values<S>>({ type: 'object', members, open: false });

/** An object that may have more members than these. */
export const openObject = <const S extends Shape>(members: S) =>
  of<Values<S> & Record<string, unknown>>({ type: 'object', members, open: true });

/** Of these members, all optional, one must be there; `words` say so, after "is not". */
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

/** The same for anyone who writes a call; the handler is given whatever was sent, and refuses it in its own words. */
export const unchecked = (schema: Schema): Schema => ({ ...schema, unchecked: true });

/** `words` stand beside the field, in the page and in the OpenAPI document. */
export const described = <S extends Schema>(schema: S, words: string): S => saying(schema, words);

/** Optional text of which these values are offered; the handler says what it thinks of others. */
export const offering = (offers: readonly string[], words?: string) => optional(text({ offers }), words);

/**
 * The schema under a name of its own: a component of the OpenAPI document. Names are given once. What describes the
 * schema describes the component; `described` around it says what it means in one place.
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

/** What text stands for a value of this schema, and the ends of its range. */
export interface Kind {
  readonly type: 'integer' | 'boolean' | 'array' | 'string';
  /** Of a number its value, of a list its length. */
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
