import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Entries } from '../state/store/entries.ts';
import { Range } from '../state/store/range.ts';
import type { Order, Position } from './cursor.ts';
import { mostLooked, pageOf } from './page.ts';
import { rounds } from '../../tests/support/rounds.ts';

const everything = (key: string) => key;
const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b).map(String);
const orders: readonly Order[] = ['descending', 'ascending'];
/** Ids from the lowest on, as a list of this order has them. */
const inOrder = (ids: readonly string[], order: Order) => (order === 'ascending' ? ids : ids.toReversed());

/** The keys as an index has them under one value, beside others. */
const listed = (keys: readonly string[]) =>
  new Range(
    Entries.of([
      ['a', ...keys.map(() => 'b'), 'c'],
      ['1', ...keys, '1'],
    ]),
    'b',
  );

/** The keys in the order of their places, then of themselves. */
const placed = (placeOf: ReadonlyMap<string, number>) =>
  new Range(
    Entries.of([
      ['a', ...Array.from(placeOf, () => 'b'), 'c'],
      [0, ...placeOf.values(), 0],
      ['1', ...placeOf.keys(), '1'],
    ]),
    'b',
  );

describe('pages', () => {
  test('an exact fit has no next; the first has no previous', () => {
    const ids = ['1', '2', '3', '4'];
    const first = pageOf(listed(ids), null, 2, everything);
    expect(first).toEqual({
      keys: ['4', '3'],
      kept: ['4', '3'],
      next: { direction: 'next', edge: ['3'] },
      previous: null,
    });
    expect(pageOf(listed(ids), first.next, 2, everything)).toEqual({
      keys: ['2', '1'],
      kept: ['2', '1'],
      next: null,
      previous: { direction: 'previous', edge: ['2'] },
    });
    expect(pageOf(listed(ids), null, 4, everything)).toMatchObject({ next: null, previous: null });
    expect(pageOf(listed([]), null, 5, everything)).toEqual({
      keys: [],
      kept: [],
      next: null,
      previous: null,
    });
  });

  test('of an ascending list begin at the lowest', () => {
    const ids = ['1', '2', '3', '4'];
    const first = pageOf(listed(ids), null, 2, everything, 'ascending');
    expect(first).toEqual({
      keys: ['1', '2'],
      kept: ['1', '2'],
      next: { direction: 'next', edge: ['2'] },
      previous: null,
    });
    expect(pageOf(listed(ids), first.next, 2, everything, 'ascending')).toEqual({
      keys: ['3', '4'],
      kept: ['3', '4'],
      next: null,
      previous: { direction: 'previous', edge: ['3'] },
    });
  });
});

describe.each(orders)('pages of a list that is %s', (order) => {
  test('walking next covers all once and previous leads back, for any ids, size and filter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(300)),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        (numbers, size, every) => {
          const ids = ascending(numbers);
          const keep = (id: string) => Number(id) % every === 0 && `row ${id}`;
          const pages: string[][] = [];
          const backwards: (Position | null)[] = [];
          for (let position: Position | null | undefined; position !== null;) {
            const page = pageOf(listed(ids), position ?? null, size, keep, order);
            pages.push([...page.keys]);
            backwards.push(page.previous);
            position = page.next;
          }
          expect(pages.flat()).toEqual(
            inOrder(
              ids.filter((id) => keep(id) !== false),
              order,
            ),
          );
          expect(pages.slice(0, -1).every(({ length }) => length === size)).toBe(true);
          for (let at = pages.length - 1; at > 0; at--)
            expect(pageOf(listed(ids), backwards[at]!, size, keep, order)).toMatchObject({
              keys: pages[at - 1],
              kept: pages[at - 1]!.map(keep),
            });
          expect(backwards[0]).toBeNull();
        },
      ),
      rounds(100, 2000),
    );
  });

  test('rows that stay are met exactly once, by tuples and in either direction, while others come and go', () => {
    // Few places with many keys: most ties are decided by the key alone.
    const row = fc.tuple(fc.nat(4), fc.nat(60));
    const events = fc.array(fc.record({ add: fc.array(row), drop: fc.array(fc.nat(60)) }), { maxLength: 20 });
    fc.assert(
      fc.property(
        fc.array(row),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        events,
        (rows, size, every, planned) => {
          const placeOf = new Map(rows.map(([at, id]) => [String(id), at]));
          const stayed = new Set([...placeOf.keys()].filter((id) => Number(id) % every === 0));
          const coming = [...planned];
          const keep = (id: string) => Number(id) % every === 0 && id;
          const turn = (position: Position | null) => {
            const page = pageOf(placed(placeOf), position, size, keep, order);
            const expected = page.keys.toSorted(
              (one, other) =>
                (placeOf.get(one)! - placeOf.get(other)! || Number(one) - Number(other)) *
                (order === 'ascending' ? 1 : -1),
            );
            expect(page.keys).toEqual(expected);
            const { add = [], drop = [] } = coming.shift() ?? {};
            // An id keeps its place, and an id that was removed does not come back elsewhere.
            for (const [at, id] of add) if (!stayed.has(String(id))) placeOf.set(String(id + 100), at);
            for (const id of drop.flatMap((each) => [String(each), String(each + 100)])) {
              placeOf.delete(id);
              stayed.delete(id);
            }
            return page;
          };
          const onward: string[] = [];
          let last = turn(null);
          for (onward.push(...last.keys); last.next; onward.push(...last.keys)) last = turn(last.next);
          for (const id of stayed) expect(onward.filter((each) => each === id)).toEqual([id]);
          const back = [...last.keys];
          for (let at = last; at.previous; back.push(...at.keys)) at = turn(at.previous);
          for (const id of stayed) expect(back.filter((each) => each === id)).toEqual([id]);
        },
      ),
      rounds(100, 2000),
    );
  });

  test('a page that became empty leads back to what remains, from either direction', () => {
    const page = (keys: readonly string[], position: Position | null) =>
      pageOf(listed(keys), position, 3, everything, order);
    const isUpward = order === 'ascending';
    const [lower, higher, all] = [
      ['4', '5', '6'],
      ['7', '8', '9'],
      ['4', '5', '6', '7', '8', '9'],
    ];
    const [first, second] = isUpward ? [lower, higher] : [higher, lower];
    const { next } = page(all, null);
    const farther = page(first, next);
    expect(farther).toMatchObject({ keys: [], next: null });
    expect(page(first, farther.previous).keys).toEqual(inOrder(first, order));
    const others = isUpward ? ['1', '2', '3'] : ['10', '11', '12'];
    expect(page(others, farther.previous).keys).toEqual(inOrder(others, order));
    const { previous } = page(all, next);
    const nearer = page(second, previous);
    expect(nearer).toMatchObject({ keys: [], previous: null });
    expect(page(second, nearer.next).keys).toEqual(inOrder(second, order));
    expect(page([], next)).toEqual({ keys: [], kept: [], next: null, previous: null });
  });

  test('from any point of a walk, its tokens lead to every row that exists, no matter which were added or removed', () => {
    const numbers = fc.uniqueArray(fc.nat(40), { minLength: 1 });
    fc.assert(
      fc.property(
        numbers,
        fc.uniqueArray(fc.nat(40)),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(),
        (was, is, size, turns) => {
          let page = pageOf(listed(ascending(was)), null, size, everything, order);
          for (let turn = 0; turn < turns % 6 && page.next; turn++)
            page = pageOf(listed(ascending(was)), page.next, size, everything, order);
          const now = listed(ascending(is));
          const position = turns % 2 ? page.previous : page.next;
          if (!position) return;
          const met: string[] = [];
          const start = pageOf(now, position, size, everything, order);
          for (let at = start; ; at = pageOf(now, at.next, size, everything, order)) {
            met.push(...at.keys);
            if (!at.next) break;
          }
          for (let at = start.previous; at;) {
            const newer = pageOf(now, at, size, everything, order);
            met.unshift(...newer.keys);
            at = newer.previous;
          }
          expect(met).toEqual(inOrder(ascending(is), order));
        },
      ),
      rounds(100, 2000),
    );
  });

  test('a filter that passes few rows makes short pages that lead on', () => {
    const keys = Array.from({ length: 2.5 * mostLooked }, (_, at) => String(1_000_000 + at));
    const range = () => listed(keys);
    const nearEnd = inOrder(keys, order).at(-2)!;
    let looked = 0;
    const keep = (key: string) => (looked++, key === nearEnd);
    const pages = [pageOf(range(), null, 5, keep, order)];
    expect(looked).toBe(mostLooked);
    while (pages.at(-1)!.next) pages.push(pageOf(range(), pages.at(-1)!.next, 5, keep, order));
    expect(pages.map(({ keys: found }) => found)).toEqual([[], [], [nearEnd]]);
    expect(pages[2]!.previous).toEqual({ direction: 'previous', edge: [nearEnd] });
  });
});
