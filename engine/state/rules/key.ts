import type { RowFlaw } from '../store/spec.ts';

/** For rows whose key is derived from their fields. */
export const keyIs =
  <R extends object>(field: keyof R & string, expectedOf: (row: R) => string) =>
  (row: R): RowFlaw | null => {
    const held: unknown = row[field];
    const expected = expectedOf(row);
    return held === expected ? null : [field, `is not ${expected}`];
  };
