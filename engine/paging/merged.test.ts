import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { before, behind, Entries } from '../state/store/entries.ts';
import { compareKeys } from '../state/store/order.ts';
import { keyAt, Range } from '../state/store/range.ts';
import type { Place } from '../state/store/range.ts';
import type { Order, Position } from './cursor.ts';
import { Merged } from './merged.ts';
import { pageOf } from './page.ts';
import { rounds } from '../../tests/support/rounds.ts';

/** Who wrote which posts: an author's number, and the numbers of posts. */
type Written = ReadonlyMap<string, ReadonlySet<number>>;

const everything = () => true;
const newestFirst = (written: Written, authors: readonly string[]) =>
  [...new Set(authors.flatMap((author) => [...(written.get(author) ?? [])]))]
    .sort((a, b) => b - a)
    .map(String);

/** All posts in one index by author, as in the store, and those of some authors merged. */
function mergedOf(written: Written, authors: readonly string[]): Merged {
  const rows = [...written].flatMap(([author, posts]) => [...posts].map((post) => [author, String(post)]));
  const entries = Entries.of([rows.map(([author]) => author!), rows.map(([, post]) => post!)]);
  return new Merged(authors.map((author) => new Range(entries, author)));
}

const keys = (places: Iterable<Place>) => Array.from(places, keyAt);

const author = fc.constantFrom('1', '2', '3', '10', '11');
const posts = fc.array(fc.tuple(author, fc.nat(200)), { maxLength: 60 });
const followed = fc.uniqueArray(author);

const writtenBy = (pairs: readonly (readonly [string, number])[]): Map<string, Set<number>> => {
  const written = new Map<string, Set<number>>();
  for (const [who, post] of pairs) written.set(who, (written.get(who) ?? new Set()).add(post));
  return written;
};

describe('merged stretches', () => {
  test('have every place of the parts once, in order from either end and between any edges', () => {
    fc.assert(
      fc.property(posts, followed, fc.nat(200), fc.nat(200), (pairs, authors, low, high) => {
        const written = writtenBy(pairs);
        const expected = newestFirst(written, authors);
        const merged = mergedOf(written, authors);
        expect(keys(merged.descending())).toEqual(expected);
        expect(keys(merged.ascending())).toEqual(expected.toReversed());
        const between = merged.from(before(String(low))).to(behind(String(high)));
        expect(keys(between.descending())).toEqual(
          expected.filter((id) => Number(id) >= low && Number(id) <= high),
        );
      }),
      rounds(100, 2000),
    );
  });

  test('with places that begin with a time are ordered by time, then by key', () => {
    const liked = fc.uniqueArray(fc.tuple(author, fc.nat(9), fc.nat(99)), {
      selector: ([who, , key]) => `${who}:${key}`,
    });
    fc.assert(
      fc.property(liked, followed, (rows, authors) => {
        const entries = Entries.of([
          rows.map(([who]) => who),
          rows.map(([, at]) => at),
          rows.map(([who, , key]) => `${who}:${key}`),
        ]);
        const expected = rows
          .filter(([who]) => authors.includes(who))
          .map(([who, at, key]) => ({ at, key: `${who}:${key}` }))
          .sort((a, b) => a.at - b.at || compareKeys(a.key, b.key));
        const merged = new Merged(authors.map((each) => new Range(entries, each)));
        expect(keys(merged.ascending())).toEqual(expected.map(({ key }) => key));
      }),
      rounds(100, 2000),
    );
  });

  test('a page looks at no more places of each part than it shows, plus one', () => {
    const written = writtenBy(
      Array.from({ length: 5000 }, (_, at) => [String(1 + (at % 50)), at + 1] as const),
    );
    let looked = 0;
    const counted = (range: Range) => ({
      from: () => expect.fail('the first page has no edge'),
      to: () => expect.fail('the first page has no edge'),
      ascending: () => range.ascending(),
      *descending() {
        for (const place of range.descending()) {
          looked++;
          yield place;
        }
      },
    });
    const rows = [...written].flatMap(([who, ids]) => [...ids].map((id) => [who, String(id)]));
    const entries = Entries.of([rows.map(([who]) => who!), rows.map(([, id]) => id!)]);
    const merged = new Merged([...written.keys()].map((who) => counted(new Range(entries, who))));
    expect(pageOf(merged, null, 100, everything).keys).toHaveLength(100);
    expect(looked).toBeLessThanOrEqual(50 + 101);
  });

  test('walked in pages in both directions, posts that stay are met once while others come and go', () => {
    const change = fc.record({ add: posts, drop: fc.array(fc.nat(200)) });
    fc.assert(
      fc.property(
        posts,
        followed,
        fc.integer({ min: 1, max: 7 }),
        fc.array(change, { maxLength: 10 }),
        fc.boolean(),
        fc.constantFrom<Order>('descending', 'ascending'),
        (pairs, authors, size, changes, isBackwards, order) => {
          const written = writtenBy(pairs);
          const stayed = new Set(newestFirst(written, authors));
          const met: string[] = [];
          const coming = [...changes];
          // Backwards from the highest possible post.
          const last = order === 'ascending' ? '999' : '0';
          const end: Position = { direction: 'previous', edge: [last], isIncluded: true };
          const start = isBackwards ? end : null;
          for (let position: Position | null | undefined; position !== null;) {
            const page = pageOf(mergedOf(written, authors), position ?? start, size, everything, order);
            met.push(...page.keys);
            position = isBackwards ? page.previous : page.next;
            const { add, drop } = coming.shift() ?? { add: [], drop: [] };
            // A number that was used before must not come back as another author's.
            for (const [who, post] of add)
              if (!stayed.has(String(post))) written.set(who, (written.get(who) ?? new Set()).add(post));
            for (const post of drop) {
              for (const own of written.values()) own.delete(post);
              stayed.delete(String(post));
            }
          }
          expect(new Set(met).size).toBe(met.length);
          for (const id of stayed) expect(met.filter((each) => each === id)).toEqual([id]);
        },
      ),
      rounds(100, 2000),
    );
  });
});
