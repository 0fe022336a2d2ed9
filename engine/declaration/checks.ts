/** Checks of plain data that another tab or a page sent. Each is a deep type guard. */
import { isOneOf, isRecord } from '../checked/is.ts';
export type Check<T> = (value: unknown) => value is T;

type Fields<T> = { readonly [K in keyof Required<T>]: Check<T[K]> };

export const text: Check<string> = (value) => typeof value === 'string';
export const flag: Check<boolean> = (value) => typeof value === 'boolean';
export const number: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const bytes: Check<Uint8Array> = (value) => value instanceof Uint8Array;
/** It is sent from tab to tab as a reference. Its bytes are not copied. */
export const blob: Check<Blob> = (value) => value instanceof Blob;
export const anything: Check<unknown> = (_value): _value is unknown => true;

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value);

export const nullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

export const oneOf =
  <const T>(...values: readonly T[]): Check<T> =>
  (value): value is T =>
    isOneOf(values, value);

/** A type with an additional rule. */
export const ruled =
  <T>(check: Check<T>, rule: (value: T) => boolean): Check<T> =>
  (value): value is T =>
    check(value) && rule(value);

export const either =
  <A, B>(first: Check<A>, second: Check<B>): Check<A | B> =>
  (value): value is A | B =>
    first(value) || second(value);

export const listOf =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(check);

export const tuple =
  <T extends readonly unknown[]>(...checks: { readonly [I in keyof T]: Check<T[I]> }): Check<T> =>
  (value): value is T =>
    Array.isArray(value) && value.length === checks.length && checks.every((check, at) => check(value[at]));

/** Ignores additional fields, because the data may have more than its reader needs. */
export const object =
  <T extends object>(fields: Fields<T>): Check<T> =>
  (value): value is T =>
    isRecord(value) &&
    Object.entries<Check<unknown>>(fields).every(([name, check]) =>
      check(Object.hasOwn(value, name) ? value[name] : undefined),
    );

/** For data that our own engine made: checks only that the fields exist. */
export const having =
  <T extends object>(...names: readonly (keyof T & string)[]): Check<T> =>
  (value): value is T =>
    isRecord(value) && names.every((name) => Object.hasOwn(value, name));

/** A discriminated union by `type`. */
export const union =
  <U extends { readonly type: string }>(kinds: {
    readonly [T in U['type']]: Check<Extract<U, { readonly type: T }>>;
  }): Check<U> =>
  (value): value is U =>
    isRecord(value) &&
    Object.entries<Check<unknown>>(kinds).some(([type, check]) => type === value['type'] && check(value));
