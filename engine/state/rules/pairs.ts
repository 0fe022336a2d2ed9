import { keyOf, moment, text } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';
import { rowRules } from '../store/spec.ts';
import type { RowRules } from '../store/spec.ts';
import { keyIs } from './key.ts';
import { pairId } from '../tables/pairs.ts';
import type { Pair } from '../tables/pairs.ts';

/** The rules of a table of pairs: its fields, and the tables whose keys they hold. */
export const pairRules = <A extends string, B extends string>(
  one: A,
  oneTable: string,
  other: B,
  otherTable: string,
): RowRules =>
  rowRules<Pair<A, B>>(
    { id: text, [one]: keyOf(oneTable), [other]: keyOf(otherTable), at: moment } as unknown as Fields<
      Pair<A, B>
    >,
    { flawOf: keyIs<Pair<A, B>>('id', (row) => pairId(row[one], row[other])) },
  );
