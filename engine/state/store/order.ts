/** The one order that keys, index entries and pages use. */

/** One part of an index entry. At one place of an index, all parts are texts or all are numbers. */
export type Part = string | number;

/** Decimal ids are ordered by number; other keys by length, then by code units. */
export const compareKeys = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Marks text, such as a name, that is ordered by its code units regardless of length. No id begins with it. */
const alphabetical = '\u0001';

/** Text as a part of an index in alphabetical order, ignoring case. */
export const collated = (text: string): string => alphabetical + text.toLowerCase();

export function compareParts(a: Part, b: Part): number {
  if (a === b) return 0;
  // The parts at one place have one type; checking the other's type too would cost a tenth more.
  if (typeof a === 'number') return a - (b as number);
  const lengths = a.length - (b as string).length;
  if (lengths !== 0 && !a.startsWith(alphabetical)) return lengths;
  return a < b ? -1 : 1;
}

/**
 * The order of entries in columns, as ascending positions. Entries with the same first part are grouped before
 * anything is compared, because an index has many of them: n log n in the worst case, n if each group is sorted
 * already.
 */
export function orderOf(columns: readonly (readonly Part[])[]): Uint32Array {
  const [first] = columns;
  const size = first!.length;
  const order = byFirst(first!);
  for (let from = 0; from < size;) {
    const part = first![order[from]!]!;
    let to = from + 1;
    while (to < size && first![order[to]!] === part) to++;
    sortWithin(columns, order, from, to);
    from = to;
  }
  return order;
}

const compareEntries =
  (columns: readonly (readonly Part[])[]) =>
  (a: number, b: number): number => {
    for (let column = 1; column < columns.length; column++) {
      const by = compareParts(columns[column]![a]!, columns[column]![b]!);
      if (by !== 0) return by;
    }
    return 0;
  };

function sortWithin(
  columns: readonly (readonly Part[])[],
  order: Uint32Array,
  from: number,
  to: number,
): void {
  const compare = compareEntries(columns);
  for (let at = from + 1; at < to; at++)
    if (compare(order[at - 1]!, order[at]!) > 0) return void order.subarray(from, to).sort(compare);
}

/** Positions in the order of their parts; a stable sort. */
const byFirst = (parts: readonly Part[]): Uint32Array =>
  parts.every(isSmall) ? byDigits(Uint32Array.from(parts)) : byRank(parts);

/** For hashes, which hardly ever collide. */
const isSmall = (part: Part): part is number => typeof part === 'number' && part >= 0 && part >>> 0 === part;

/** Radix sort, by the lower half and then by the upper. */
function byDigits(numbers: Uint32Array): Uint32Array {
  let order = new Uint32Array(numbers.length);
  for (let at = 0; at < order.length; at++) order[at] = at;
  for (const shift of [0, 16]) {
    const ends = new Uint32Array(0x10001);
    for (let at = 0; at < numbers.length; at++) ends[((numbers[at]! >>> shift) & 0xffff) + 1]!++;
    for (let digit = 0; digit < 0x10000; digit++) ends[digit + 1]! += ends[digit]!;
    const next = new Uint32Array(order.length);
    for (let place = 0; place < order.length; place++) {
      const at = order[place]!;
      next[ends[(numbers[at]! >>> shift) & 0xffff]!++] = at;
    }
    order = next;
  }
  return order;
}

function byRank(parts: readonly Part[]): Uint32Array {
  const ranks = new Map<Part, number>();
  for (const part of parts) if (!ranks.has(part)) ranks.set(part, 0);
  [...ranks.keys()].sort(compareParts).forEach((part, rank) => ranks.set(part, rank));
  const ends = new Uint32Array(ranks.size + 1);
  const rankOf = Uint32Array.from(parts, (part) => ranks.get(part)!);
  for (const rank of rankOf) ends[rank + 1]!++;
  for (let rank = 0; rank < ranks.size; rank++) ends[rank + 1]! += ends[rank]!;
  const order = new Uint32Array(parts.length);
  rankOf.forEach((rank, at) => (order[ends[rank]!++] = at));
  return order;
}
