/**
 * What a field, a body or an answer may be, in the words of the declarations. Behind them stands zod's small form,
 * and nobody but this file knows it: no generated code, because the page's CSP forbids it, and no locale, because
 * the messages are ours (pipeline/validate.ts).
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

/** Checks a value and says of what type it then is. */
export type Schema<T = unknown> = z.ZodMiniType<T>;
export type Shape = Readonly<Record<string, Schema>>;
export type Output<S extends Schema> = z.output<S>;
/** What an object of these members holds. */
export type Values<S extends Shape> = z.output<z.ZodMiniObject<S>>;
export type Issue = z.core.$ZodIssue;

interface Bounds {
  readonly least?: number;
  readonly most?: number;
}

/** Text of so many UTF-16 units. */
export const string = ({ least, most }: Bounds = {}) =>
  z.string().check(...given(least, (end) => z.minLength(end)), ...given(most, (end) => z.maxLength(end)));

/** Text of so many characters, counted as Unicode code points, as JSON Schema counts them. */
export const characters = (least: number, most: number) =>
  z.string().check(
    z.refine((value) => within([...value].length, least, most), {
      error: `${least} to ${most} characters`,
    }),
    z.meta({ minLength: least, maxLength: most }),
  );

const within = (length: number, least: number, most: number): boolean => length >= least && length <= most;

/** Text of this form; `words` say which, after "is not". */
export const matching = (pattern: RegExp, words: string) => z.string().check(z.regex(pattern, words));

/** Text that keeps each rule, or else its words are the message; `trimmed` takes the spaces around it away first. */
export const ruled = (
  rules: readonly (readonly [keeps: (value: string) => boolean, words: string])[],
  { trimmed = false } = {},
) =>
  z
    .string()
    .check(
      ...(trimmed ? [z.trim()] : []),
      ...rules.map(([keeps, error]) => z.refine<string>(keeps, { error })),
    );

export const integer = (least?: number, most?: number) =>
  z.int().check(...given(least, (end) => z.gte(end)), ...given(most, (end) => z.lte(end)));

export const boolean = () => z.boolean();

export const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values);

export const exactly = <const T extends string | boolean>(value: T) => z.literal(value);

/** A list, of `least` to `most` values where `most` is given. In a query they are separated by commas. */
export const listOf = <S extends Schema>(item: S, most?: number, least = 1) =>
  z.array(item).check(...given(most, () => z.minLength(least)), ...given(most, (end) => z.maxLength(end)));

/** An object of these members and no others. */
export const object = <const S extends Shape>(members: S) => z.strictObject(members);

/** An object that may have more members than these. */
export const openObject = <const S extends Shape>(members: S) => z.looseObject(members);

/** Of these members, all optional, one must be there; `words` say so, after "is not". */
export const atLeastOne = <S extends z.ZodMiniObject<Shape>>(
  schema: S,
  names: readonly (keyof z.output<S> & string)[],
  words: string,
): S =>
  schema.check(
    z.refine(
      (value: object) => names.some((name) => (value as Record<string, unknown>)[name] !== undefined),
      {
        error: words,
      },
    ),
    z.meta({ anyOf: names.map((name) => ({ required: [name] })) }),
  );

export const optional = <S extends Schema>(schema: S, words?: string) => saying(z.optional(schema), words);

export const withDefault = <S extends Schema>(
  schema: S,
  value: z.output<S> & NonNullable<unknown>,
  words?: string,
) => saying(z._default(schema, value as never), words);

/** `words` stand beside the field, in the page and in the OpenAPI document. */
export const described = <S extends Schema>(schema: S, words: string): S => saying(schema, words);

/** Optional text of which these values are offered; the handler says what it thinks of others. */
export const offering = (values: readonly string[], words?: string) =>
  saying(z.optional(z.string().check(z.meta({ enum: values }))), words);

/** The schema under a name of its own: a component of the OpenAPI document. Names are given once. */
export const named = <S extends Schema>(name: string, schema: S): S => schema.check(z.meta({ id: name }));

/** An id: a decimal string of at most 19 digits (choice: fields). */
export const Id = matching(/^\d{1,19}$/, 'a decimal string of 1 to 19 digits');

export const Username = matching(/^[A-Za-z0-9_]{1,15}$/, '1 to 15 letters, digits or underscores');

/** ISO 8601, UTC (choice: fields). */
export const Time = z.iso.datetime();

/** What text stands for a value of this schema, and the ends of its range. */
export interface Kind {
  readonly type: 'integer' | 'boolean' | 'array' | 'string';
  /** Of a number its value, of a list its length. */
  readonly least?: number;
  readonly most?: number;
}

export function kindOf(schema: Schema): Kind {
  const { type, innerType, checks = [] } = schema._zod.def as Definition;
  if (innerType) return kindOf(innerType);
  if (type === 'boolean') return { type };
  if (type !== 'number' && type !== 'array') return { type: 'string' };
  const all = checks.map((check) => check._zod.def);
  const least = all.find(({ check }) => check === 'greater_than' || check === 'min_length');
  const most = all.find(({ check }) => check === 'less_than' || check === 'max_length');
  return {
    type: type === 'array' ? type : 'integer',
    ...given(least?.value ?? least?.minimum, (end) => ({ least: end }))[0],
    ...given(most?.value ?? most?.maximum, (end) => ({ most: end }))[0],
  };
}

/** Of an object the schemas of its members, of a list that of its entries; null of anything else. */
export function partsOf(schema: Schema): Shape | Schema | null {
  const { type, innerType, shape, element } = schema._zod.def as Definition;
  if (innerType) return partsOf(innerType);
  return (type === 'object' ? shape : type === 'array' ? element : null) ?? null;
}

/** What zod tells of a schema that it made. */
interface Definition {
  readonly type: string;
  /** Of an optional schema, and one with a default. */
  readonly innerType?: Schema;
  /** Of an object. */
  readonly shape?: Shape;
  /** Of a list. */
  readonly element?: Schema;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}
interface Check {
  readonly check: string;
  readonly value?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The value as the schema makes it, or what is wrong with it. */
export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly Issue[] };

export function parse<S extends Schema>(schema: S, value: unknown): Parsed<Output<S>> {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
}

const given = <C>(end: number | undefined, check: (end: number) => C): C[] =>
  end === undefined ? [] : [check(end)];

const saying = <S extends Schema>(schema: S, words: string | undefined): S =>
  words === undefined ? schema : schema.check(z.describe(words));
