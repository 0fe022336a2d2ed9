/** Relations between two things, each with the time since which it exists: likes, mutes, members. */
import { ordered } from '../store/index-spec.ts';
import type { IndexSpec } from '../store/index-spec.ts';
import { table } from '../store/spec.ts';
import type { TableSpec } from '../store/spec.ts';

/** The fields `A` and `B` hold the keys of the two. */
export type Pair<A extends string, B extends string> = {
  /** `<A>:<B>`. */
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
} & { readonly [F in A | B]: string };

export const pairId = (one: string, other: string): string => `${one}:${other}`;

/** A table of pairs. Either side finds its pairs by the name of its field, in the order of time, then of ids. */
export const pairs = <A extends string, B extends string>(
  one: A,
  other: B,
  rest: Pick<TableSpec, 'big' | 'goesWith'> = {},
) =>
  table<Pair<A, B>>()(
    'id',
    {
      [one]: ordered((row: Pair<A, B>) => [row[one], row.at]),
      [other]: ordered((row: Pair<A, B>) => [row[other], row.at]),
    } as Readonly<Record<A | B, IndexSpec<Pair<A, B>>>>,
    rest,
  );
