import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Entries } from '../state/store/entries.ts';
import { Range } from '../state/store/range.ts';
import type { Position } from './cursor.ts';
import { mostLooked, pageOf } from './page.ts';
import { rounds } from '../../tests/support/rounds.ts';

const everything = (key: string) => key;
const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b).map(String);
const newestFirst = (ids: readonly string[]) => ids.toReversed();

/** The keys as those that an index has under one value, beside others. */
const listed = (keys: readonly string[]) =>
  new Range(
    Entries.of([
      ['a', ...keys.map(() => 'b'), 'c'],
      ['1', ...keys, '1'],
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
            const page = pageOf(listed(ids), position ?? null, size, keep);
            pages.push([...page.keys]);
            backwards.push(page.previous);
            position = page.next;
          }
          expect(pages.flat()).toEqual(newestFirst(ids.filter((id) => keep(id) !== false)));
          expect(pages.slice(0, -1).every(({ length }) => length === size)).toBe(true);
          for (let at = pages.length - 1; at > 0; at--)
            expect(pageOf(listed(ids), backwards[at]!, size, keep)).toMatchObject({
              keys: pages[at - 1],
              kept: pages[at - 1]!.map(keep),
            });
          expect(backwards[0]).toBeNull();
        },
      ),
      rounds(100, 2000),
    );
  });

  test('rows that stay are met exactly once though others come and go', () => {
    const events = fc.array(fc.record({ add: fc.array(fc.nat(100)), drop: fc.array(fc.nat(100)) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(fc.nat(100)), fc.integer({ min: 1, max: 5 }), events, (numbers, size, planned) => {
        let present = new Set(numbers);
        const stayed = new Set(numbers);
        const met: string[] = [];
        const coming = [...planned];
        for (let position: Position | null | undefined; position !== null;) {
          const page = pageOf(listed(ascending(present)), position ?? null, size, everything);
          met.push(...page.keys);
          position = page.next;
          const { add = [], drop = [] } = coming.shift() ?? {};
          present = new Set([...present, ...add].filter((id) => !drop.includes(id)));
          for (const id of drop) stayed.delete(id);
        }
        expect(new Set(met).size).toBe(met.length);
        for (const id of stayed) expect(met).toContain(String(id));
      }),
      rounds(100, 2000),
    );
  });

  test('a page that became empty leads back to what remains, whichever way it was reached (R4)', () => {
    const both = ['1', '2', '3', '4', '5', '6'];
    const { next } = pageOf(listed(both), null, 3, everything);
    const older = pageOf(listed(['4', '5', '6']), next, 3, everything);
    expect(older).toMatchObject({ keys: [], next: null });
    expect(pageOf(listed(['4', '5', '6']), older.previous, 3, everything).keys).toEqual(['6', '5', '4']);
    expect(pageOf(listed(['7', '8', '9']), older.previous, 3, everything).keys).toEqual(['9', '8', '7']);
    const { previous } = pageOf(listed(both), next, 3, everything);
    const newer = pageOf(listed(['1', '2', '3']), previous, 3, everything);
    expect(newer).toMatchObject({ keys: [], previous: null });
    expect(pageOf(listed(['1', '2', '3']), newer.next, 3, everything).keys).toEqual(['3', '2', '1']);
    expect(pageOf(listed([]), next, 3, everything)).toEqual({
      keys: [],
      kept: [],
      next: null,
      previous: null,
    });
  });

  test('from wherever a walk is, its tokens lead to everything that is there, whatever came and went', () => {
    const numbers = fc.uniqueArray(fc.nat(40), { minLength: 1 });
    fc.assert(
      fc.property(
        numbers,
        fc.uniqueArray(fc.nat(40)),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(),
        (was, is, size, turns) => {
          let page = pageOf(listed(ascending(was)), null, size, everything);
          for (let turn = 0; turn < turns % 6 && page.next; turn++)
            page = pageOf(listed(ascending(was)), page.next, size, everything);
          const now = listed(ascending(is));
          const position = turns % 2 ? page.previous : page.next;
          if (!position) return;
          const met: string[] = [];
          const start = pageOf(now, position, size, everything);
          for (let at = start; ; at = pageOf(now, at.next, size, everything)) {
            met.push(...at.keys);
            if (!at.next) break;
          }
          for (let at = start.previous; at;) {
            const newer = pageOf(now, at, size, everything);
            met.unshift(...newer.keys);
            at = newer.previous;
          }
          expect(met).toEqual(newestFirst(ascending(is)));
        },
      ),
      rounds(100, 2000),
    );
  });

  test('a filter that hardly anything passes makes short pages that lead on', () => {
    const keys = Array.from({ length: 2.5 * mostLooked }, (_, at) => String(1_000_000 + at));
    const range = () => listed(keys);
    let looked = 0;
    const keep = (key: string) => (looked++, key === '1000001');
    const pages = [pageOf(range(), null, 5, keep)];
    expect(looked).toBe(mostLooked);
    while (pages.at(-1)!.next) pages.push(pageOf(range(), pages.at(-1)!.next, 5, keep));
    expect(pages.map(({ keys: found }) => found)).toEqual([[], [], ['1000001']]);
    expect(pages[2]!.previous).toEqual({ direction: 'previous', edge: ['1000001'] });
  });
});
