import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookBack, TimeAxis } from './time-axis.ts';
import { rounds } from '../../tests/support/rounds.ts';

const begin = 1_772_444_400_000;
const minute = 60_000;
const jump = { from: begin + 10 * minute, until: begin + 24 * 60 * minute };

describe('a jump', () => {
  const axis = new TimeAxis(begin, jump.until + 10 * minute, [jump]);
  it('has a small fixed width, however long it was', () => {
    expect(axis.width).toBeCloseTo(20 * minute * 1.07);
    expect(axis.breaks).toHaveLength(1);
    const [{ left, right }] = axis.breaks as [(typeof axis.breaks)[0]];
    expect([axis.placeOf(jump.from), axis.placeOf(jump.until)]).toEqual([left, right]);
  });
  it('contains no tick', () => {
    const ticks = axis.ticks(0, axis.width, 10);
    expect(ticks.length).toBeGreaterThan(3);
    for (const place of ticks) {
      const at = axis.timeAt(place);
      expect(at <= jump.from || at >= jump.until).toBe(true);
      expect(Math.round(at) % minute).toBe(0);
    }
  });
  it('that directly follows another is merged with it; one beyond the edges is cut', () => {
    const two = [
      { from: begin, until: begin + minute },
      { from: begin + minute + 500, until: begin + 5 * minute },
    ];
    expect(new TimeAxis(begin - minute, begin + 9 * minute, two).breaks).toMatchObject([
      { from: begin, until: begin + 5 * minute },
    ]);
    expect(new TimeAxis(begin + 2 * minute, begin + 9 * minute, two).breaks).toMatchObject([
      { from: begin + 2 * minute, until: begin + 5 * minute },
    ]);
  });
});

it('places and times convert to each other, in order', () => {
  const jumps = fc
    .array(fc.tuple(fc.integer({ min: 2000, max: 1e7 }), fc.integer({ min: 1000, max: 1e9 })), {
      maxLength: 6,
    })
    .map((gaps) => {
      let at = begin;
      return gaps.map(([gap, length]) => {
        const from = at + gap;
        at = from + length;
        return { from, until: at };
      });
    });
  fc.assert(
    fc.property(
      jumps,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2 }),
      (all, shares) => {
        const end = (all.at(-1)?.until ?? begin) + 10 * minute;
        const axis = new TimeAxis(begin, end, all);
        const places = shares.map((share) => share * axis.width).sort((a, b) => a - b);
        const times = places.map((place) => axis.timeAt(place));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        for (const [at, place] of places.entries()) expect(axis.placeOf(times[at]!)).toBeCloseTo(place, 0);
      },
    ),
    rounds(100, 2000),
  );
});

it('looking back does not count jumps', () => {
  const now = jump.until + 5 * minute;
  expect(lookBack(now, 10 * minute, [jump])).toBe(jump.from - 5 * minute);
  expect(lookBack(now, 2 * minute, [jump])).toBe(now - 2 * minute);
});
