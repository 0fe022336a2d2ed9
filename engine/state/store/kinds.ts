/** The kinds of fields of a row: declared once for each table, and checked when rows come from outside. */

import { isRecord } from '../../checked/is.ts';
import type { Json } from './json.ts';

/** The path below the field, empty for the field itself, and what is wrong, as the end of a sentence. */
export type Flaw = readonly [path: string, reason: string];

export interface Kind<T> {
  /** null for a valid value. */
  readonly flawOf: (value: unknown) => Flaw | null;
  /** The table whose keys these are: the value, or each value of a list. */
  readonly refersTo?: string;
  /** Only for its type. */
  readonly type?: T;
}

/** A kind for every field of a row. */
export type Fields<R extends object> = { readonly [F in keyof R]-?: Kind<R[F]> };

const kind = <T>(isOf: (value: unknown) => boolean, otherwise: string): Kind<T> => {
  const flaw: Flaw = ['', otherwise];
  return { flawOf: (value) => (isOf(value) ? null : value === undefined ? missing : flaw) };
};

const missing: Flaw = ['', 'is missing'];

export const text: Kind<string> = kind((value) => typeof value === 'string', 'is not a text');

export const flag: Kind<boolean> = kind((value) => typeof value === 'boolean', 'is neither true nor false');

/** A decimal id of at most 19 digits (choice: fields). */
export const id: Kind<string> = kind(isId, 'is not an id of 1 to 19 digits');

/** The key of a row of another table. */
export const keyOf = (table: string): Kind<string> => ({ ...text, refersTo: table });

/** Epoch milliseconds that a Date can show (ECMA-262 21.4.1.1). */
export const moment: Kind<number> = kind(
  (value) => typeof value === 'number' && Math.abs(value) <= 8.64e15,
  'is not a time',
);

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> =>
  kind(
    (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most,
    `is not a whole number from ${least} to ${most}`,
  );

/** Any JSON value, up to a depth that no one writes by hand. */
export const json: Kind<Json> = kind((value) => isJson(value, 64), 'is not what JSON can hold');

/** A structured clone may be of another realm, so `instanceof` is not enough. */
export const bytes: Kind<Uint8Array> = kind(
  (value) => ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]',
  'is not a Uint8Array',
);

export function oneOf<const T extends string | boolean>(...values: readonly T[]): Kind<T> {
  const all = new Set<unknown>(values);
  return kind((value) => all.has(value), `is none of ${values.join(', ')}`);
}

export const matching = (pattern: RegExp, what: string): Kind<string> =>
  kind((value) => typeof value === 'string' && pattern.test(value), `is not ${what}`);

export const nullable = <T>(of: Kind<T>): Kind<T | null> => ({
  ...(of.refersTo !== undefined && { refersTo: of.refersTo }),
  flawOf: (value) => (value === null ? null : of.flawOf(value)),
});

/** A field that may be absent. */
export const optional = <T>(of: Kind<T>): Kind<T> => ({
  flawOf: (value) => (value === undefined ? null : of.flawOf(value)),
});

export function listOf<T>(of: Kind<T>, least = 0, most = Infinity): Kind<readonly T[]> {
  const short: Flaw = ['', `does not have ${least} to ${most} entries`];
  return {
    ...(of.refersTo !== undefined && { refersTo: of.refersTo }),
    flawOf: (value) => {
      if (!Array.isArray(value)) return notList;
      if (value.length < least || value.length > most) return short;
      for (let at = 0; at < value.length; at++) {
        const flaw = of.flawOf(value[at]);
        if (flaw) return below(String(at), flaw);
      }
      return null;
    },
  };
}

const notList: Flaw = ['', 'is not a list'];

/** A list with a fixed number of entries, each of its own kind. */
export const tuple = <T extends readonly unknown[]>(
  ...kinds: { readonly [P in keyof T]: Kind<T[P]> }
): Kind<T> => ({
  flawOf: (value) => {
    if (!Array.isArray(value)) return notList;
    if (value.length !== kinds.length) return ['', `does not have ${kinds.length} entries`];
    for (const [at, each] of (kinds as readonly Kind<unknown>[]).entries()) {
      const flaw = each.flawOf(value[at]);
      if (flaw) return below(String(at), flaw);
    }
    return null;
  },
});

/** An object with at least these fields. */
export const open = <R extends object>(fields: Fields<R>): Kind<R> => record(fields, true);

/** An object with exactly these fields. */
export function record<R extends object>(fields: Fields<R>, isOpen = false): Kind<R> {
  const names = Object.keys(fields);
  const kinds = Object.values<Kind<unknown>>(fields);
  return {
    flawOf: (value) => {
      if (!isRecord(value) || Array.isArray(value)) return notObject;
      let known = 0;
      for (let at = 0; at < names.length; at++) {
        const held = value[names[at]!];
        if (held !== undefined) known++;
        const flaw = kinds[at]!.flawOf(held);
        if (flaw) return below(names[at]!, flaw);
      }
      // Comparing the counts is cheap, and enough if no field is unknown.
      return isOpen || countOf(value) === known ? null : unknownField(value, fields);
    },
  };
}

/** Avoids making a list of the names. */
function countOf(object: object): number {
  let count = 0;
  for (const name in object) if (name) count++;
  return count;
}

const notObject: Flaw = ['', 'is not an object'];

/** A field with the value undefined counts as absent, which was checked already. */
function unknownField(object: object, fields: object): Flaw | null {
  const name = Object.keys(object).find((each) => !Object.hasOwn(fields, each));
  return name === undefined ? null : [name, 'is not a field of it'];
}

/** The first kind that the value matches; otherwise the flaw by the last. */
export const either = <T>(...kinds: readonly Kind<T>[]): Kind<T> => ({
  flawOf: (value) => {
    let flaw: Flaw | null = null;
    for (const each of kinds) {
      flaw = each.flawOf(value);
      if (!flaw) return null;
    }
    return flaw;
  },
});

const below = (name: string, [path, reason]: Flaw): Flaw => [path === '' ? name : `${name}.${path}`, reason];

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
  return isPlain && Object.values(value).every((each) => isJson(each, depth - 1));
}

/** A decimal number of 1 to 19 digits. */
export function isId(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > 19) return false;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
