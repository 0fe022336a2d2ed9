/** Type guards for values of any type. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether the value is one of the list. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T =>
  list.some((each) => each === value);

export const isWhole = (value: unknown, least: number, most = Infinity): value is number =>
  Number.isInteger(value) && typeof value === 'number' && value >= least && value <= most;

/** The keys of a record whose type lists all of them. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record).filter((key): key is K => Object.hasOwn(record, key));
