import { Unreadable } from '../curl/types.ts';

/** A constant value in a program. Nothing is executed: values known only at run time are not read. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | FormText
  | readonly Literal[]
  | ReadonlyMap<string, Literal>;

/** Form encoding for which the program creates an object. */
export class FormText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const isMap = (value: Literal | undefined): value is ReadonlyMap<string, Literal> =>
  value instanceof Map;
export const isArray = (value: Literal | undefined): value is readonly Literal[] => Array.isArray(value);

/** The meaning of a letter after the escape character, in every supported language. */
export const controls: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  a: '\x07',
};

/**
 * The limit of a value's expanded size, in characters: variables that refer to each other could make it grow endlessly.
 */
export const heaviest = 128 * 1024;

const weights = new WeakMap<object, number>();

/** The approximate size of a value when written out, in characters; a part that occurs twice counts twice. */
export function weightOf(value: Literal): number {
  if (typeof value === 'string') return value.length + 1;
  if (value instanceof FormText) return value.text.length;
  if (!isArray(value) && !isMap(value)) return 4;
  let weight = weights.get(value);
  if (weight === undefined) {
    weight = 1;
    if (isMap(value)) for (const [name, each] of value) weight += name.length + weightOf(each);
    else for (const each of value) weight += weightOf(each);
    weights.set(value, weight);
  }
  return weight;
}

/** A value with its place, for messages. */
export interface Placed {
  readonly value: Literal;
  readonly start: number;
  readonly end: number;
}

export function textOf({ value, start, end }: Placed, what: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value instanceof FormText) return value.text;
  throw new Unreadable(`${what} is not a literal string in the program.`, start, end);
}

/** Plain data, as a library would write it into JSON. */
export function plain(value: Literal): unknown {
  if (value instanceof FormText) return value.text;
  if (isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  // A plain object would treat `__proto__` as its prototype.
  const entries = Array.from(value, ([name, each]) => [name, plain(each)] as const);
  return Object.fromEntries(entries);
}

/** Names with their values, of a map or of pairs. A list repeats its name. */
export function pairsOf({ value, start, end }: Placed, what: string): [name: string, value: string][] {
  const place = { start, end };
  const all = isMap(value) ? Array.from(value) : isArray(value) ? value.map(pairIn) : null;
  if (all === null || all.some((each) => each === null))
    throw new Unreadable(`${what} are not written as names with values.`, start, end);
  return all.flatMap((each): [string, string][] => {
    if (each === null) return [];
    const [name, given] = each;
    const values = isArray(given) ? given : [given];
    return values
      .filter((one) => one !== null)
      .map((one) => [name, typeof one === 'boolean' ? String(one) : textOf({ value: one, ...place }, name)]);
  });
}

function pairIn(value: Literal): [string, Literal] | null {
  if (!isArray(value) || value.length !== 2) return null;
  const [name, given = null] = value;
  return typeof name === 'string' ? [name, given] : null;
}
