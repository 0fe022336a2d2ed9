/**
 * Assertions of what the calling code knows and the compiler cannot see. Each throws if the assumption was wrong, which
 * is a bug.
 */

/** Asserts that a value is not null or undefined. `what` names it in the error. */
export function known<T>(value: T | null | undefined, what: string): T {
  if (value == null) throw new TypeError(`There is no ${what}`);
  return value;
}

/** Asserts that a stored JSON value is a text. */
export function asText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${typeof value} instead of a text`);
  return value;
}

/** Asserts that a value passes a type guard. `what` names it in the error. */
export function checked<T>(value: unknown, check: (value: unknown) => value is T, what: string): T {
  if (!check(value)) throw new TypeError(`This is not ${what}`);
  return value;
}

const hasAll = <K extends string, V>(
  record: Readonly<Partial<Record<K, V>>>,
  keys: readonly K[],
): record is Readonly<Record<K, V>> => keys.every((key) => Object.hasOwn(record, key));

/** Makes a record with a value for each key. */
export function recordOf<K extends string, V>(
  keys: readonly K[],
  valueFor: (key: K) => V,
): Readonly<Record<K, V>> {
  const record: Readonly<Partial<Record<string, V>>> = Object.fromEntries(
    keys.map((key) => [key, valueFor(key)]),
  );
  if (!hasAll(record, keys)) throw new TypeError('A record lacks a key');
  return record;
}

/** An item of a list that is known to be long enough. Throws a RangeError if it is not. */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${list.length}`);
  return item;
}

export const lastOf = <T>(list: ArrayLike<T>): T => itemAt(list, list.length - 1);

/** The value of a key that is known to be set. Throws a TypeError if it is not. */
export function valueOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new TypeError(`There is no value of ${String(key)}`);
  return value;
}

/** Lists of at least a given number of items, by that number. */
interface Least<T> {
  readonly 1: readonly [T, ...T[]];
  readonly 2: readonly [T, T, ...T[]];
  readonly 3: readonly [T, T, T, ...T[]];
  readonly 4: readonly [T, T, T, T, ...T[]];
  readonly 6: readonly [T, T, T, T, T, T, ...T[]];
  readonly 7: readonly [T, T, T, T, T, T, T, ...T[]];
}

const hasLeast = <T, N extends keyof Least<T>>(list: readonly T[], least: N): list is Least<T>[N] =>
  list.length >= least;

/** Asserts that a list has at least `least` items. */
export function atLeast<T, N extends keyof Least<T>>(list: readonly T[], least: N): Least<T>[N] {
  if (!hasLeast(list, least)) throw new RangeError(`${list.length} items instead of ${least}`);
  return list;
}
