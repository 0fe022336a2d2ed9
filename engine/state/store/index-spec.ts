import type { Part } from './order.ts';
import type { Entry } from './entries.ts';

/** The value by which an index finds a row: one, several different ones, or null for none. */
export type FoundBy = Part | readonly Part[] | null;

/** Rows with one value, sorted by further parts before their keys: a time, another row's id. */
export interface OrderedIndex<R> {
  readonly kind: 'ordered';
  readonly by: (row: R) => readonly [value: Part, ...order: Part[]] | null;
}

/** The same, with several values per row. */
export interface ManyOrderedIndex<R> {
  readonly kind: 'many ordered';
  readonly by: (row: R) => readonly (readonly [value: Part, ...order: Part[]])[];
}

/** At most one row per value. */
export interface UniqueIndex<R> {
  readonly kind: 'unique';
  readonly by: (row: R) => Part | null;
}

/** For rows that are looked up only while they are young. When a table is loaded, older rows are left out. */
export interface RecentIndex<R> {
  readonly kind: 'recent';
  readonly by: (row: R) => FoundBy;
  /** `now`: epoch ms of the platform. */
  readonly isYoung: (row: R, now: number) => boolean;
}

/** A function alone: rows with one value, sorted by their keys. */
export type IndexSpec<R> =
  | ((row: R) => FoundBy)
  | OrderedIndex<R>
  | ManyOrderedIndex<R>
  | UniqueIndex<R>
  | RecentIndex<R>;

export const ordered = <R>(by: OrderedIndex<R>['by']): OrderedIndex<R> => ({ kind: 'ordered', by });

export const manyOrdered = <R>(by: ManyOrderedIndex<R>['by']): ManyOrderedIndex<R> => ({
  kind: 'many ordered',
  by,
});

export const unique = <R>(by: UniqueIndex<R>['by']): UniqueIndex<R> => ({ kind: 'unique', by });

export const recent = <R>(by: RecentIndex<R>['by'], isYoung: RecentIndex<R>['isYoung']): RecentIndex<R> => ({
  kind: 'recent',
  by,
  isYoung,
});

const none: readonly Entry[] = [];

/** The entries of a row in an index, without the key, which is their last part. */
export function placesOf<R>(spec: IndexSpec<R>, row: R): readonly Entry[] {
  if (typeof spec !== 'function' && spec.kind === 'ordered') {
    const place = spec.by(row);
    return place ? [place] : none;
  }
  if (typeof spec !== 'function' && spec.kind === 'many ordered') return spec.by(row);
  const found = typeof spec === 'function' ? spec(row) : spec.by(row);
  if (found === null) return none;
  return typeof found === 'object' ? found.map((value) => [value]) : [[found]];
}

export const isSamePlace = (one: Entry, other: Entry): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);
