import type { RowFlaw } from '../store/spec.ts';

/** Of rows whose key says what they hold. */
export const keyIs =
  <R extends object>(field: keyof R & string, expectedOf: (row: R) => string) =>
  (row: R): RowFlaw | null => {
    const held: unknown = row[field];
    const expected = expectedOf(row);
    return held === expected ? null : [field, `is not ${expected}`];
  };
