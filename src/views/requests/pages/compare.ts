/**
 * One list read by cursor and, computed beside it, by offset: the page on which each way showed an entry, and what was
 * added, removed and moved meanwhile. Everything is derived from the state of the list at each page.
 */
import { itemAt, valueOf } from '../../../../worker/api.ts';
import type { ListedEntry, ListNow } from '../../../../worker/api.ts';
import { inOrder } from './in-order.ts';

/** Pages are counted from 1. An entry was added, removed or moved after this many pages; null if it was not. */
export interface Compared {
  readonly id: string;
  /** The entry as the list last showed it. */
  readonly entry: ListedEntry;
  readonly came: number | null;
  readonly went: number | null;
  readonly moved: number | null;
  readonly byCursor: readonly number[];
  readonly byOffset: readonly number[];
}

/** The end of a page, both ways. */
export interface Cut {
  /** The token of the next page; null for the last. */
  readonly next: string | null;
  /** The last entry of the page; null for an empty page. */
  readonly after: string | null;
  /** The number of entries before the next page by offset. */
  readonly offset: number;
}

export interface Comparison {
  /** In the order of the list, with removed entries in their old place. */
  readonly entries: readonly Compared[];
  readonly cuts: readonly Cut[];
  /** The last known state of the list. */
  readonly now: ListNow;
}

/** A page as it was answered. */
export interface ComparedPage {
  readonly ids: readonly string[];
  readonly next: string | null;
  /** The requested number of entries. */
  readonly size: number;
}

export const nothingCompared: Comparison = {
  entries: [],
  cuts: [],
  now: { entries: [], isWhole: false, total: null },
};

/** The comparison with the current state of the list. */
export function seen(comparison: Comparison, now: ListNow): Comparison {
  const after = comparison.cuts.length;
  const places = new Map(now.entries.map(({ id }, at) => [id!, at]));
  const known = comparison.entries;
  const stays = known.filter(({ id, went }) => went === null && places.has(id));
  const steady = new Set(
    inOrder(stays.map(({ id }) => valueOf(places, id))).map((at) => itemAt(now.entries, at)['id']!),
  );
  const lastSteady = Math.max(-1, ...[...steady].map((id) => valueOf(places, id)));
  const lastKnown = known.findLastIndex(({ id }) => steady.has(id));
  const isFirst = after === 0;
  const found = new Map(known.map((each) => [each.id, each]));

  /** The entries between two that stayed: new ones first, then removed ones. */
  const fresh = now.entries.flatMap((entry, at): Compared[] => {
    const id = entry['id']!;
    const former = found.get(id);
    if (steady.has(id)) return [{ ...former!, entry }];
    if (former?.went === null) return [{ ...former, entry, moved: after }];
    // Beyond the part that was read before, nobody knows since when it exists.
    const isNew = !isFirst && (comparison.now.isWhole || at < lastSteady);
    const shown = former ?? { byCursor: [], byOffset: [], moved: null };
    return [{ ...shown, id, entry, came: former || isNew ? after : null, went: null }];
  });
  const gone = (each: Compared, at: number): Compared =>
    each.went === null && (now.isWhole || at < lastKnown) ? { ...each, went: after } : each;
  const left = known.flatMap((each, at) => (places.has(each.id) ? [] : [{ at, each: gone(each, at) }]));
  return { ...comparison, now, entries: woven(fresh, left, known, steady) };
}

/** Inserts removed entries behind the entry that they followed. */
function woven(
  fresh: readonly Compared[],
  left: readonly { readonly at: number; readonly each: Compared }[],
  known: readonly Compared[],
  steady: ReadonlySet<string>,
): readonly Compared[] {
  const before = new Map<string | null, Compared[]>();
  let last: string | null = null;
  const leaves = new Map(left.map(({ at, each }) => [at, each]));
  for (const [at, { id }] of known.entries()) {
    if (steady.has(id)) last = id;
    const each = leaves.get(at);
    if (each) before.set(last, [...(before.get(last) ?? []), each]);
  }
  const entries: Compared[] = [];
  let waiting = before.get(null) ?? [];
  for (const each of fresh) {
    if (steady.has(each.id)) {
      entries.push(...waiting, each);
      waiting = before.get(each.id) ?? [];
    } else entries.push(each);
  }
  return [...entries, ...waiting];
}

/** The comparison after another page, with the last known state of the list. */
export function turned(comparison: Comparison, { ids, next, size }: ComparedPage): Comparison {
  const page = comparison.cuts.length + 1;
  const from = comparison.cuts.at(-1)?.offset ?? 0;
  const byCursor = new Set(ids);
  const byOffset = new Set(comparison.now.entries.slice(from, from + size).map(({ id }) => id!));
  const on = (pages: readonly number[], isOn: boolean) => (isOn ? [...pages, page] : pages);
  return {
    ...comparison,
    entries: comparison.entries.map((each) =>
      each.went !== null || !(byCursor.has(each.id) || byOffset.has(each.id))
        ? each
        : {
            ...each,
            byCursor: on(each.byCursor, byCursor.has(each.id)),
            byOffset: on(each.byOffset, byOffset.has(each.id)),
          },
    ),
    cuts: [...comparison.cuts, { next, after: ids.at(-1) ?? null, offset: from + size }],
  };
}

export type PagingWay = 'byCursor' | 'byOffset';

/**
 * `to come`: its page has not been read yet. `late`: it was added, or moved, into the part already read. `gone`: it was
 * removed before its page was read. `lost`: it was there all the time, but no page showed it.
 */
export type Showing = 'once' | 'twice' | 'to come' | 'late' | 'gone' | 'lost';

/** How one way has shown each entry, by the entry's index. */
export function showings(comparison: Comparison, way: PagingWay): readonly Showing[] {
  const { entries, cuts } = comparison;
  const last = cuts.findLast(({ after }) => after !== null)?.after;
  const end = cuts.at(-1);
  const isAtEnd = end !== undefined && end.next === null;
  const cursor = isAtEnd ? entries.length : entries.findIndex(({ id }) => id === last);
  let place = -1;
  return entries.map((each, at) => {
    if (each.went === null) place++;
    const pages = each[way];
    if (pages.length > 0) return pages.length === 1 ? 'once' : 'twice';
    if (each.went !== null) return 'gone';
    const isPassed = way === 'byCursor' ? at <= cursor : place < (end?.offset ?? 0);
    if (!isPassed) return 'to come';
    return each.came === null && each.moved === null ? 'lost' : 'late';
  });
}

export interface PagingTally {
  /** Entries that stayed in their place, as far as was read. */
  readonly steady: number;
  /** How many of these were shown twice. */
  readonly twice: number;
  readonly lost: number;
}

export function tallyOf(comparison: Comparison, way: PagingWay): PagingTally {
  const all = showings(comparison, way);
  const steady = all.filter((_, at) => isSteady(itemAt(comparison.entries, at)));
  const count = (what: Showing) => steady.filter((each) => each === what).length;
  const [twice, lost] = [count('twice'), count('lost')];
  return { steady: count('once') + twice + lost, twice, lost };
}

const isSteady = ({ came, went, moved }: Compared): boolean =>
  came === null && went === null && moved === null;

/** How many were added, removed and moved since the first page. */
export const changesIn = ({ entries }: Comparison) => ({
  came: entries.filter(({ came, went }) => came !== null && went === null).length,
  went: entries.filter(({ went }) => went !== null).length,
  moved: entries.filter(({ moved, went }) => moved !== null && went === null).length,
});

/** The entries after the last page read; null if their number is unknown. */
export function leftBehind({ entries, cuts, now }: Comparison): number | null {
  if (now.total === null) return null;
  const end = cuts.findLast(({ after }) => after !== null);
  if (!end) return now.total;
  const at = entries.findIndex(({ id }) => id === end.after);
  const before = entries.slice(0, at + 1).filter(({ went }) => went === null).length;
  return Math.max(0, now.total - before);
}
