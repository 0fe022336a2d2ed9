/** The products of a catalog in the order of a column: computed once, and updated as products change. */
import type { Product } from '../../state/tables/catalog.ts';
import type { AttributeName } from '../attributes.ts';
import { compareBy, keyOf } from './columns.ts';
import type { SortKey } from './columns.ts';
import type { Mirror } from './mirror.ts';
import { sortInPieces } from './sort.ts';
import type { IsInOrder, Pause } from './sort.ts';

/** An ascending order. */
export interface Order {
  readonly column: AttributeName | null;
  /** Slots of products with a value, then of those without. */
  readonly slots: Uint32Array;
  /** How many products have a value. */
  readonly valued: number;
  /** The version of the mirror that the order reflects. */
  readonly version: number;
}

/** Products whose keys are read between two turns. */
const readAtOnce = 10_000;
/** Most changes that are inserted one by one. Beyond that everything is sorted again. */
const mostPatched = 2000;

/** Computes the order of a column. Resolves to null if it was abandoned. */
export async function orderOf(
  mirror: Mirror,
  column: AttributeName | null,
  pause: Pause,
): Promise<Order | null> {
  const { version, rows } = mirror;
  const { length } = rows;
  const key = keyOf(column);
  const numbers = new Float64Array(length);
  const texts: string[] = [];
  const slots = new Uint32Array(length);
  let [valued, without] = [0, length];
  for (let slot = 0; slot < length; slot++) {
    if (slot % readAtOnce === readAtOnce - 1 && !(await pause())) return null;
    const product = rows[slot];
    if (!product) continue;
    const number = (numbers[slot] = key.number(product));
    if (Number.isNaN(number)) slots[--without] = slot;
    else {
      slots[valued++] = slot;
      if (key.text) texts[slot] = key.text(product);
    }
  }
  const nulls = slots.slice(without).reverse();
  const values = slots.slice(0, valued);
  const sorted =
    column === null ? values : await sortInPieces(values, byKeys(numbers, key.text && texts), pause);
  if (!sorted) return null;
  const all = new Uint32Array(valued + nulls.length);
  all.set(sorted);
  all.set(nulls, valued);
  return { column, slots: all, valued, version };
}

/** Slots are in the order of creation, so of equal values the lower slot comes first. */
function byKeys(numbers: Float64Array, texts: readonly string[] | null): IsInOrder {
  return (one, other) => {
    const a = numbers[one]!;
    const b = numbers[other]!;
    if (a !== b) return a < b;
    if (texts) {
      const left = texts[one]!;
      const right = texts[other]!;
      if (left !== right) return left < right;
    }
    return one < other;
  };
}

/** Brings an order up to date; null if too much changed, or if the changes are forgotten. */
export function caughtUp(order: Order, mirror: Mirror): Order | null {
  if (order.version === mirror.version) return order;
  const changed = mirror.changedSince(order.version, mostPatched);
  if (!changed) return null;
  const marks = new Uint8Array(mirror.rows.length);
  for (const slot of changed) marks[slot] = 1;
  const key = keyOf(order.column);
  const [values, nulls] = splitLive([...new Set(changed)], mirror, key);
  const kept = without(order, marks);
  const compare = compareBy(key);
  const rowAt = (slot: number): Product => mirror.rows[slot]!;
  values.sort((one, other) => compare(rowAt(one), rowAt(other)));
  nulls.sort((one, other) => one - other);
  const front = inserted(kept.values, values, (one, other) => compare(rowAt(one), rowAt(other)) < 0);
  const back = inserted(kept.nulls, nulls, (one, other) => one < other);
  const slots = new Uint32Array(front.length + back.length);
  slots.set(front);
  slots.set(back, front.length);
  return { column: order.column, slots, valued: front.length, version: mirror.version };
}

/** Splits the changed slots that still have a product into those with a value and those without. */
function splitLive(
  changed: readonly number[],
  mirror: Mirror,
  key: SortKey,
): [values: number[], nulls: number[]] {
  const values: number[] = [];
  const nulls: number[] = [];
  for (const slot of changed) {
    const product = mirror.rows[slot];
    if (product) (Number.isNaN(key.number(product)) ? nulls : values).push(slot);
  }
  return [values, nulls];
}

function without({ slots, valued }: Order, marks: Uint8Array): { values: Uint32Array; nulls: Uint32Array } {
  const kept = new Uint32Array(slots.length);
  let [length, values] = [0, 0];
  for (let at = 0; at < slots.length; at++) {
    if (at === valued) values = length;
    const slot = slots[at]!;
    if (marks[slot] === 0) kept[length++] = slot;
  }
  if (valued === slots.length) values = length;
  return { values: kept.subarray(0, values), nulls: kept.subarray(values, length) };
}

/** Merges a few sorted slots into many. Binary search finds each position; the stretches between are copied. */
function inserted(
  many: Uint32Array,
  few: readonly number[],
  isBefore: (one: number, other: number) => boolean,
): Uint32Array {
  const all = new Uint32Array(many.length + few.length);
  let from = 0;
  for (const [at, slot] of few.entries()) {
    let [low, high] = [from, many.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(many[middle]!, slot)) low = middle + 1;
      else high = middle;
    }
    all.set(many.subarray(from, low), from + at);
    all[low + at] = slot;
    from = low;
  }
  all.set(many.subarray(from), from + few.length);
  return all;
}
