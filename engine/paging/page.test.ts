import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from './cursor.ts';
import { pageOf } from './page.ts';

const everything = () => true;
const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b).map(String);
const newestFirst = (ids: readonly string[]) => ids.toReversed();

describe('pages', () => {
  test('an exact fit has no next; the first has no previous', () => {
    const ids = ['1', '2', '3', '4'];
    const first = pageOf(ids, null, 2, everything);
    expect(first).toEqual({ ids: ['4', '3'], next: { direction: 'next', edge: '3' }, previous: null });
    expect(pageOf(ids, first.next, 2, everything)).toEqual({
      ids: ['2', '1'],
      next: null,
      previous: { direction: 'previous', edge: '2' },
    });
    expect(pageOf(ids, null, 4, everything)).toMatchObject({ next: null, previous: null });
    expect(pageOf([], null, 5, everything)).toEqual({ ids: [], next: null, previous: null });
  });

  test('walking next covers all once and previous leads back, for any ids, size and filter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(300)),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        (numbers, size, every) => {
          const ids = ascending(numbers);
          const keep = (id: string) => Number(id) % every === 0;
          const pages: string[][] = [];
          const backwards: (Position | null)[] = [];
          for (let position: Position | null | undefined; position !== null;) {
            const page = pageOf(ids, position ?? null, size, keep);
            pages.push([...page.ids]);
            backwards.push(page.previous);
            position = page.next;
          }
          expect(pages.flat()).toEqual(newestFirst(ids.filter(keep)));
          expect(pages.slice(0, -1).every(({ length }) => length === size)).toBe(true);
          for (let at = pages.length - 1; at > 0; at--)
            expect(pageOf(ids, backwards[at]!, size, keep).ids).toEqual(pages[at - 1]);
          expect(backwards[0]).toBeNull();
        },
      ),
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
          const page = pageOf(ascending(present), position ?? null, size, everything);
          met.push(...page.ids);
          position = page.next;
          const { add = [], drop = [] } = coming.shift() ?? {};
          present = new Set([...present, ...add].filter((id) => !drop.includes(id)));
          for (const id of drop) stayed.delete(id);
        }
        expect(new Set(met).size).toBe(met.length);
        for (const id of stayed) expect(met).toContain(String(id));
      }),
    );
  });
});
