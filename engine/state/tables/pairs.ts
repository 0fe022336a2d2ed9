/** Relations between two things, each with the moment since when it stands: likes, mutes, members. */
import { ordered } from '../store/index-spec.ts';
import type { IndexSpec } from '../store/index-spec.ts';
import { table } from '../store/spec.ts';
import type { TableSpec } from '../store/spec.ts';

/** The fields `A` and `B` are keys of what it connects. */
export type Pair<A extends string, B extends string> = {
  /** `<A>:<B>`. */
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
} & { readonly [F in A | B]: string };

export const pairId = (one: string, other: string): string => `${one}:${other}`;

/** A table of pairs, found from either side by the name of its field: in the order of time, those of one moment by id. */
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
