import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../../tests/support/rounds.ts';
import { changesIn, leftBehind, nothingCompared, seen, showings, tallyOf, turned } from './compare.ts';
import type { Comparison, PagingWay } from './compare.ts';
import { inOrder } from './in-order.ts';
import { linesOf } from './lines.ts';

const now = (ids: readonly string[], isWhole = true) => ({
  entries: ids.map((id) => ({ id })),
  isWhole,
  total: isWhole ? ids.length : null,
});

/** Reads pages of a list by cursor, as the platform gives them: the entries after the last one shown. */
class Reader {
  comparison: Comparison = nothingCompared;
  #last: string | null = null;
  constructor(
    public list: readonly string[],
    private readonly size: number,
    private readonly window = Infinity,
  ) {}

  /** Continues after the last shown entry, even if it is gone: `order` has all entries that ever existed. */
  turn(order: readonly string[] = this.list): boolean {
    this.look();
    const after = this.#last === null ? -1 : order.indexOf(this.#last);
    const rest = this.list.filter((id) => order.indexOf(id) > after);
    const ids = rest.slice(0, this.size);
    const next = rest.length > this.size ? `after ${ids.at(-1)}` : null;
    this.comparison = turned(this.comparison, { ids, next, size: this.size });
    this.#last = ids.at(-1) ?? this.#last;
    return next !== null;
  }

  look(): void {
    const ids = this.list.slice(0, this.window);
    this.comparison = seen(this.comparison, now(ids, ids.length === this.list.length));
  }

  shows(way: PagingWay): Readonly<Record<string, string>> {
    const all = showings(this.comparison, way);
    return Object.fromEntries(this.comparison.entries.map(({ id }, at) => [id, all[at]!]));
  }
}

const letters = (text: string): string[] => [...text];

describe('one list by cursor and by offset', () => {
  it('is the same both ways while nothing changes', () => {
    const reader = new Reader(letters('abcdefgh'), 3);
    reader.turn();
    expect(Object.values(reader.shows('byOffset'))).toEqual([
      ...['once', 'once', 'once', 'to come', 'to come', 'to come', 'to come', 'to come'],
    ]);
    while (reader.turn());
    for (const way of ['byCursor', 'byOffset'] as const)
      expect(tallyOf(reader.comparison, way)).toEqual({ steady: 8, twice: 0, lost: 0 });
    expect(reader.comparison.cuts.map(({ offset, after }) => [offset, after])).toEqual([
      [3, 'c'],
      [6, 'f'],
      [9, 'h'],
    ]);
  });

  it('by offset repeats entries that insertions move down, and misses those that deletions move up', () => {
    const all = letters('yzabcdefghij');
    const reader = new Reader(letters('abcdefghij'), 3);
    reader.turn(all);
    reader.list = letters('zabcdefghij');
    reader.look();
    expect(reader.comparison.entries.map(({ id, came }) => [id, came])[0]).toEqual(['z', 1]);
    reader.turn(all);
    expect(reader.shows('byCursor')).toMatchObject({ z: 'late', c: 'once', d: 'once', f: 'once' });
    expect(reader.shows('byOffset')).toMatchObject({ z: 'late', c: 'twice', d: 'once', f: 'to come' });
    reader.list = letters('cdefghij');
    reader.turn(all);
    expect(reader.comparison.entries.map(({ id }) => id).join('')).toBe('zabcdefghij');
    expect(reader.shows('byCursor')).toMatchObject({
      f: 'once',
      g: 'once',
      h: 'once',
      i: 'once',
      j: 'to come',
    });
    expect(reader.shows('byOffset')).toMatchObject({ a: 'once', f: 'lost', g: 'lost', h: 'lost', j: 'once' });
    expect(tallyOf(reader.comparison, 'byCursor')).toEqual({ steady: 7, twice: 0, lost: 0 });
    expect(tallyOf(reader.comparison, 'byOffset')).toEqual({ steady: 8, twice: 1, lost: 3 });
  });

  it('shows removed entries in their old place, and moved ones in their new place', () => {
    const reader = new Reader(letters('abcdef'), 2);
    reader.turn();
    reader.list = letters('aefc');
    reader.look();
    expect(reader.comparison.entries.map(({ id, went, moved }) => [id, went, moved])).toEqual([
      ['a', null, null],
      ['b', 1, null],
      ['d', 1, null],
      ['e', null, null],
      ['f', null, null],
      ['c', null, 1],
    ]);
    expect(changesIn(reader.comparison)).toEqual({ came: 0, went: 2, moved: 1 });
    expect(tallyOf(reader.comparison, 'byCursor')).toEqual({ steady: 1, twice: 0, lost: 0 });
  });

  it('does not treat entries as gone or new that may be outside the part that was read', () => {
    const reader = new Reader(letters('abcdefgh'), 2, 4);
    reader.turn();
    reader.list = letters('zabcdefgh');
    reader.look();
    expect(reader.comparison.entries.map(({ id, came, went }) => [id, came, went])).toEqual([
      ['z', 1, null],
      ...letters('abcd').map((id) => [id, null, null]),
    ]);
    reader.list = letters('bcdefgh');
    reader.look();
    expect(reader.comparison.entries.map(({ id, came, went }) => [id, came, went])).toEqual([
      ['z', 1, 1],
      ['a', null, 1],
      ...letters('bcde').map((id) => [id, null, null]),
    ]);
  });

  it('knows how many entries are left after the last page', () => {
    const reader = new Reader(letters('abcdefgh'), 3);
    reader.turn();
    expect(leftBehind(reader.comparison)).toBe(5);
    reader.list = letters('bcdefghxyz');
    reader.look();
    expect(leftBehind(reader.comparison)).toBe(8);
    expect(leftBehind({ ...reader.comparison, now: now(letters('abc'), false) })).toBeNull();
  });

  it('for any changes, by cursor every lasting entry is shown once, and by offset the tally is what a client would see', () => {
    const change = fc.record({ add: fc.boolean(), at: fc.nat(30), after: fc.nat(6) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(change, { maxLength: 12 }),
        (length, size, changes) => {
          /** Every entry that ever existed, in order. */
          let order = Array.from({ length }, (_, at) => `e${at}`);
          const reader = new Reader(order, size);
          const steady = new Set(order);
          const byOffset: string[] = [];
          for (let page = 1; ; page++) {
            byOffset.push(...reader.list.slice((page - 1) * size, page * size));
            const goesOn = reader.turn(order);
            if (!goesOn) break;
            for (const [number, { add, at }] of changes.filter(({ after }) => after === page).entries()) {
              const place = at % (order.length + 1);
              const id = `n${page}.${number}`;
              if (add) {
                order = order.toSpliced(place, 0, id);
                reader.list = order.filter((each) => each === id || reader.list.includes(each));
              } else {
                const gone = reader.list[at % Math.max(1, reader.list.length)];
                reader.list = reader.list.filter((each) => each !== gone);
                if (gone !== undefined) steady.delete(gone);
              }
              reader.look();
            }
          }
          expect(
            reader.comparison.entries.map(({ id }) => id).filter((id) => reader.list.includes(id)),
          ).toEqual(reader.list);
          expect(tallyOf(reader.comparison, 'byCursor')).toEqual({ steady: steady.size, twice: 0, lost: 0 });
          const times = (id: string) => byOffset.filter((each) => each === id).length;
          const read = reader.comparison.cuts.at(-1)!.offset;
          const passed = new Set(reader.list.slice(0, read));
          const tally = tallyOf(reader.comparison, 'byOffset');
          expect(tally.twice).toBe([...steady].filter((id) => times(id) > 1).length);
          expect(tally.lost).toBe([...steady].filter((id) => times(id) === 0 && passed.has(id)).length);
        },
      ),
      rounds(200, 5000),
    );
  });
});

it('the longest run in order is found', () => {
  expect(inOrder([])).toEqual([]);
  expect(inOrder([1, 2, 3])).toEqual([1, 2, 3]);
  expect(inOrder([0, 4, 5, 2])).toEqual([0, 4, 5]);
  expect(inOrder([3, 2, 1])).toHaveLength(1);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        Array.from({ length: 9 }, (_, at) => at),
        { minLength: 1 },
      ),
      (numbers) => {
        const run = inOrder(numbers);
        expect(run).toEqual(run.toSorted((one, other) => one - other));
        let best = 0;
        for (let mask = 0; mask < 2 ** numbers.length; mask++) {
          const some = numbers.filter((_, at) => mask & (1 << at));
          if (some.every((each, at) => at === 0 || some[at - 1]! < each)) best = Math.max(best, some.length);
        }
        expect(run).toHaveLength(best);
      },
    ),
    rounds(50, 500),
  );
});

describe('the lines of its table', () => {
  const list = Array.from({ length: 1000 }, (_, at) => `e${String(at).padStart(4, '0')}`);

  it('fold long runs of ordinary entries, and show every entry that changed', () => {
    const reader = new Reader(list, 400);
    reader.turn();
    reader.list = list.filter((id) => id !== 'e0200' && id !== 'e0700');
    reader.turn(list);
    const lines = linesOf(reader.comparison, new Set());
    expect(lines.length).toBeLessThan(80);
    const shown = lines.flatMap((line) => (line.kind === 'entry' ? [line.of.id] : []));
    expect(shown).toEqual(expect.arrayContaining(['e0000', 'e0200', 'e0700', 'e0399', 'e0400', 'e0999']));
    const folded = lines.reduce((sum, line) => sum + (line.kind === 'fold' ? line.to - line.from : 0), 0);
    expect(shown.length + folded).toBe(1000);
    const [first] = lines.flatMap((line) => (line.kind === 'fold' ? [line] : []));
    const open = linesOf(reader.comparison, new Set([first!.from]));
    expect(open.length).toBe(lines.length - 1 + (first!.to - first!.from));
  });

  it('stay few no matter how much changes', () => {
    const reader = new Reader(list, 500);
    reader.turn();
    reader.list = list.filter((_, at) => at % 2 === 0);
    reader.turn(list);
    expect(linesOf(reader.comparison, new Set()).length).toBeLessThan(400);
  });

  it('end each page after its last entry', () => {
    const reader = new Reader(letters('abcdef'), 2);
    while (reader.turn());
    const kinds = linesOf(reader.comparison, new Set()).map((line) =>
      line.kind === 'entry' ? line.of.id : line.kind === 'end' ? `| ${line.page}` : '…',
    );
    expect(kinds).toEqual(['a', 'b', '| 1', 'c', 'd', '| 2', 'e', 'f', '| 3']);
  });
});
