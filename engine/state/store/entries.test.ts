import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../../tests/support/prove.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import { before, behind, Entries } from './entries.ts';
import type { Edge, Entry } from './entries.ts';
import { compareParts } from './order.ts';
import type { Part } from './order.ts';

const compare = (one: Entry, other: Entry): number => {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const by = compareParts(one[at]!, other[at]!);
    if (by !== 0) return by;
  }
  return 0;
};

const sorted = (model: Iterable<Entry>) => [...model].sort(compare);
const nameOf = (entry: Entry) => JSON.stringify(entry);
const unique = (entries: readonly Entry[]) => [
  ...new Map(entries.map((each) => [nameOf(each), each])).values(),
];

/** The entries of a sorted list after an edge. */
const behindEdge = (list: readonly Entry[], { at, isBehind }: Edge) =>
  list.filter((entry) => (isBehind ? compare(entry, at) > 0 : compare(entry, at) >= 0));

const entry = fc.tuple(
  fc.constantFrom('a', 'b', 'cc'),
  fc.integer({ min: -3, max: 9 }),
  fc.nat(400).map(String),
);
const edge = fc
  .tuple(entry, fc.integer({ min: 1, max: 3 }), fc.boolean())
  .map(([parts, length, isBehind]): Edge => (isBehind ? behind : before)(...parts.slice(0, length)));

const columnsOf = (entries: readonly Entry[]): Part[][] =>
  [0, 1, 2].map((column) => entries.map((parts) => parts[column]!));

function demandSame(entries: Entries, list: readonly Entry[], edges: readonly Edge[]): void {
  expect(entries.size).toBe(list.length);
  expect([...entries.all()]).toEqual(list);
  for (const from of edges)
    for (const to of edges) {
      const [low, high] = [entries.position(from), entries.position(to)];
      const beyond = behindEdge(list, to).map(nameOf);
      const between = behindEdge(list, from).filter((each) => !beyond.includes(nameOf(each)));
      expect(entries.count(low, high)).toBe(between.length);
      for (const value of new Set(list.map(([first]) => first!))) {
        const under = (isAscending: boolean) =>
          [...entries.under(value, isAscending, ...bounds(isAscending, low, high))].map((rest) => [
            value,
            ...rest,
          ]);
        expect(under(true)).toEqual(leading(between, value));
        expect(under(false)).toEqual(leading(between.toReversed(), value));
      }
    }
}

const bounds = <T>(isAscending: boolean, low: T, high: T) =>
  isAscending ? ([low, high] as const) : ([high, low] as const);

/** Remembered ends must not mislead: every change moves ends of values. */
function demandFound(entries: Entries, list: readonly Entry[], edges: readonly Edge[]): void {
  for (const each of edges)
    expect(entries.count({ block: 0, offset: 0 }, entries.position(each))).toBe(
      list.length - behindEdge(list, each).length,
    );
}

/** How many entries from the start on have this first part. */
function leading(entries: readonly Entry[], value: Part): readonly Entry[] {
  const other = entries.findIndex(([first]) => first !== value);
  return other < 0 ? entries : entries.slice(0, other);
}

describe('entries', () => {
  test('equal a sorted list after any additions and removals, from any edge to any other', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), entry), { maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 40 }),
        steps,
        fc.array(edge, { maxLength: 4 }),
        (first, then, edges) => {
          const model = new Map(first.map((each) => [nameOf(each), each as Entry]));
          const entries = Entries.of(columnsOf([...model.values()]));
          for (const [adds, each] of then) {
            if (!adds) expect(entries.remove(each)).toBe(model.delete(nameOf(each)));
            else if (!model.has(nameOf(each))) {
              entries.add(each);
              model.set(nameOf(each), each);
            }
            demandFound(entries, sorted(model.values()), edges);
          }
          demandSame(entries, sorted(model.values()), edges);
        },
      ),
      rounds(150, 5000),
    );
  });

  /** Enough for many blocks: blocks are cut, filled, emptied and joined. */
  const orders: Record<string, (ids: readonly number[]) => readonly number[]> = {
    ascending: (ids) => ids,
    descending: (ids) => ids.toReversed(),
    random: (ids) => ids.toSorted((a, b) => ((a * 7919) % 10_007) - ((b * 7919) % 10_007) || a - b),
    'ascending in the middle': (ids) => [ids[0]!, ids.at(-1)!, ...ids.slice(1, -1)],
  };
  const ids = Array.from({ length: times(2000, 5000) }, (_, at) => at);
  const all = ids.map((at): Entry => ['a', at, String(at)]);
  const edges = [before('a', 700), behind('a', 700), behind('a', ids.at(-1)!), before('a'), behind('b')];

  test.each(Object.keys(orders))('by the thousand, %s', (name) => {
    const order = orders[name]!(ids);
    const entries = Entries.of([]);
    for (const at of order) entries.add(all[at]!);
    // A block that grew without end would be moved by every entry added inside it.
    expect(entries.largest).toBeLessThanOrEqual(128);
    demandSame(entries, all, edges);
    demandSame(Entries.of(columnsOf(order.map((at) => all[at]!))), all, edges);
    for (const at of order) if (at % 7 !== 0) expect(entries.remove(all[at]!)).toBe(true);
    demandSame(
      entries,
      all.filter((_, at) => at % 7 === 0),
      edges,
    );
    for (const at of order) entries.remove(all[at]!);
    demandSame(entries, [], edges);
    entries.add(['a', 1, 'x']);
    demandSame(entries, [['a', 1, 'x']], edges);
  });

  test('of many values are found while thousands are added and removed', () => {
    const entries = Entries.of([]);
    const model: Entry[] = [];
    // A pseudorandom order (Knuth 6.4).
    for (let turn = 0; turn < 3000; turn++) {
      const at = Math.imul(turn, 2654435761) >>> 20;
      const added: Entry = [`v${at % 7}`, at, String(turn)];
      entries.add(added);
      model.push(added);
      if (turn % 3 === 2) {
        const [removed] = model.splice(at % model.length, 1);
        expect(entries.remove(removed!)).toBe(true);
      }
      if (turn % 50 > 0) entries.position(behind(`v${turn % 7}`));
      else demandFound(entries, sorted(model), [behind(`v${turn % 7}`), before(`v${turn % 7}`, at)]);
    }
  });

  test('a remembered end is no longer used when its block is cut there', () => {
    const entries = Entries.of([]);
    const ids = [...Array.from({ length: 127 }, (_, at) => at), 79.5];
    const list = [...ids.map((at): Entry => ['a', at]), ['b', 0]];
    entries.add(['b', 0]);
    for (const [count, added] of list.slice(0, -1).entries()) {
      entries.add(added);
      if (count === 63) demandFound(entries, sorted([...list.slice(0, 64), ['b', 0]]), [behind('a')]);
    }
    demandFound(entries, sorted(list), [behind('a')]);
  });

  test('can be filled from columns in any order, with numbers or texts first', () => {
    const numbered = fc.tuple(
      fc.oneof(fc.nat(5), fc.nat(), fc.integer(), fc.double({ noNaN: true })),
      fc.nat(50).map(String),
    );
    fc.assert(
      fc.property(fc.array(numbered), (given) => {
        const list = unique(given.map(([value, key]): Entry => [Object.is(value, -0) ? 0 : value, key]));
        const columns = [0, 1].map((column) => list.map((parts) => parts[column]!));
        expect([...Entries.of(columns).all()]).toEqual(sorted(list));
      }),
      rounds(100, 2000),
    );
  });

  test('throw when they change while they are read, instead of skipping some', () => {
    const entries = Entries.of([['1', '2', '3']]);
    const read = entries.all();
    read.next();
    entries.remove(['3']);
    expect(() => read.next()).toThrow('changed while it was read');
  });
});
