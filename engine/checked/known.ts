/** What the code around it knows and the compiler cannot see. Each throws where it was wrong: a fault of ours. */

/** A value that is there; `what` names it in the error. */
export function known<T>(value: T | null | undefined, what: string): T {
  if (value == null) throw new TypeError(`There is no ${what}`);
  return value;
}

/** What is kept as JSON where a text was put. */
export function asText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${typeof value} instead of a text`);
  return value;
}

/** A value of the type that a check tells; `what` names it in the error. */
export function checked<T>(value: unknown, check: (value: unknown) => value is T, what: string): T {
  if (!check(value)) throw new TypeError(`This is not ${what}`);
  return value;
}

const hasAll = <K extends string, V>(
  record: Readonly<Partial<Record<K, V>>>,
  keys: readonly K[],
): record is Readonly<Record<K, V>> => keys.every((key) => Object.hasOwn(record, key));

/** A record with a value for each of its keys. */
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

/** An item of a list whose length the code around it keeps. */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`There is no item ${index} of ${list.length}`);
  return item;
}

export const lastOf = <T>(list: ArrayLike<T>): T => itemAt(list, list.length - 1);

/** The value of a key that the code around it has set. */
export function valueOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new TypeError(`There is no value of ${String(key)}`);
  return value;
}

/** A list of so many items and more, by how many. */
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

/** A list whose first items the code around it has put there. */
export function atLeast<T, N extends keyof Least<T>>(list: readonly T[], least: N): Least<T>[N] {
  if (!hasLeast(list, least)) throw new RangeError(`${list.length} items instead of ${least}`);
  return list;
}
