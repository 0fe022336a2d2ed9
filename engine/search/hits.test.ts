import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everything, inAll, inAny, nothing, only, outside } from './hits.ts';
import type { Hits } from './hits.ts';
import { Postings } from './postings.ts';
import { rounds } from '../../tests/support/rounds.ts';

const size = 300;

/** Nested sets, each with the same set as a plain Set. */
const { sets } = fc.letrec<{ sets: readonly [() => Hits, Set<number>] }>((tie) => ({
  sets: fc.oneof(
    { depthSize: 'medium' },
    fc.uniqueArray(fc.nat(size - 1)).map((all) => [() => listed(all), new Set(all)] as const),
    fc.nat(size - 1).map((one) => [() => only(one), new Set([one])] as const),
    fc.constant([() => nothing, new Set<number>()] as const),
    fc.constant([() => everything(size), new Set(Array.from({ length: size }, (_, at) => at))] as const),
    tie('sets').map(([of, has]) => [() => outside(of(), size), without(has)] as const),
    fc
      .array(tie('sets'), { minLength: 1, maxLength: 4 })
      .map(
        (all) =>
          [
            () => inAll(all.map(([of]) => of())),
            new Set([...all[0]![1]].filter((at) => all.every(([, has]) => has.has(at)))),
          ] as const,
      ),
    fc
      .array(tie('sets'), { minLength: 1, maxLength: 4 })
      .map(
        (all) => [() => inAny(all.map(([of]) => of())), new Set(all.flatMap(([, has]) => [...has]))] as const,
      ),
  ),
}));

const without = (has: Set<number>) =>
  new Set(Array.from({ length: size }, (_, at) => at).filter((at) => !has.has(at)));

function listed(ordinals: readonly number[]): Hits {
  const postings = new Postings();
  for (const ordinal of [...ordinals].sort((a, b) => a - b)) postings.add(0, ordinal);
  if (ordinals.length === 0) return nothing;
  const reader = postings.reader(0);
  return { count: ordinals.length, seek: (at) => reader.seek(at) };
}

test('nested sets are walked down in any steps, also those with one ordinal', () => {
  fc.assert(
    fc.property(sets, fc.array(fc.nat(40), { minLength: 1 }), ([of, has], steps) => {
      const hits = of();
      const below = [...has].sort((a, b) => b - a);
      let at = size - 1;
      for (let turn = 0; at >= 0; at -= steps[turn++ % steps.length]!) {
        expect(hits.seek(at)).toBe(below.find((each) => each <= at) ?? -1);
        if (steps.every((step) => step === 0)) break;
      }
      expect(hits.seek(-1)).toBe(-1);
    }),
    rounds(500, 10_000),
  );
});

test('postings at any distances are read back, from any place on', () => {
  const distances = fc.array(fc.oneof(fc.constant(1), fc.nat(300), fc.nat(3_000_000)), {
    minLength: 1,
    maxLength: 2000,
  });
  fc.assert(
    fc.property(distances, fc.array(fc.nat(), { maxLength: 20 }), (all, places) => {
      const ordinals: number[] = [];
      const postings = new Postings();
      let ordinal = 0;
      for (const distance of all) {
        ordinal += distance;
        postings.add(0, ordinal);
        if (ordinals.at(-1) !== ordinal) ordinals.push(ordinal);
      }
      postings.trim(1);
      expect(postings.countOf(0)).toBe(ordinals.length);
      const sought = places.map((place) => place % (ordinal + 2)).sort((a, b) => b - a);
      const reader = postings.reader(0);
      for (const at of sought) expect(reader.seek(at)).toBe(ordinals.findLast((each) => each <= at) ?? -1);
      const walk = postings.reader(0);
      const met: number[] = [];
      for (let at = walk.seek(Infinity); at >= 0; at = walk.seek(at - 1)) met.unshift(at);
      expect(met).toEqual(ordinals);
    }),
    rounds(100, 2000),
  );
});
