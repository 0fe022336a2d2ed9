/** What the code around it knows and the compiler cannot see. Each throws where it was wrong: a fault of ours. */

/** A value that is there; `what` names it in the error. */
export function known<T>(value: T | null | undefined, what: string): T {
  if (value == null) throw new TypeError(`There is no ${what}`);
  return value;
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
