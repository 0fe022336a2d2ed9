import { expect, it } from 'vitest';
import { itemAt } from '../../../../worker/api.ts';
import type { TriedLoad } from '../../../../worker/api.ts';
import { piecesOf } from './timeline.ts';
import { ranked, told, verdict } from './verdict.ts';
import type { Run } from './verdict.ts';

const result = (given: Partial<TriedLoad>): TriedLoad => ({
  done: 120,
  refused: 0,
  closed: 0,
  other: 0,
  refusedBy: { window: 0, month: 0, connections: 0 },
  elapsedMs: 120_000,
  silencedAtMs: null,
  ended: 'all',
  stretches: [],
  ...given,
});
const none: Run = {
  strategy: 'none',
  result: result({ refused: 500, closed: 340, silencedAtMs: 560_000, elapsedMs: 959_000 }),
};
const reset: Run = { strategy: 'reset', result: result({ refused: 1, elapsedMs: 960_000 }) };
const backoff: Run = { strategy: 'backoff', result: result({ refused: 11, elapsedMs: 1_142_000 }) };

it('the best finishes without being silenced, soonest, with the fewest refusals', () => {
  expect(ranked([none, backoff, reset]).map(({ strategy }) => strategy)).toEqual([
    'reset',
    'backoff',
    'none',
  ]);
  const asSoon: Run = { strategy: 'none', result: result({ refused: 400, elapsedMs: 955_000 }) };
  expect(ranked([asSoon, reset])[0]).toBe(reset);
  const through: Run = { strategy: 'none', result: result({ elapsedMs: 5, ended: 'calls', done: 60 }) };
  expect(ranked([through, none])[0]).toBe(none);
});

it('is written as one sentence', () => {
  expect(verdict([none, reset, backoff], 120)?.text).toBe(
    'Wait until reset is best here: all 120 through after 16 min 00 s and 1 refusal, because the header names the moment, and no call is wasted before it.',
  );
  expect(verdict([none, reset], 120)).toBeNull();
  const easy = (['none', 'reset', 'backoff'] as const).map((strategy) => ({ strategy, result: result({}) }));
  expect(verdict(easy, 120)?.text).toMatch(/^Nothing was refused.*2 min 00 s\.$/);
  const never = easy.map((run) => ({ ...run, result: result({ ended: 'time', done: 31, refused: 30 }) }));
  expect(verdict(never, 120)).toEqual({
    helps: false,
    text: 'No strategy gets through within 30 days: No waiting came furthest, with 31 of 120 calls answered.',
  });
});

it('names the month if it refuses, and says that no strategy helps (Q6)', () => {
  const refusedBy = { window: 1, month: 4, connections: 0 };
  const runs = (['none', 'reset', 'backoff'] as const).map((strategy): Run => {
    return {
      strategy,
      result: result({ done: 1, refused: 5, refusedBy, ended: 'month', elapsedMs: 3_600_000 }),
    };
  });
  expect(verdict(runs, 3)).toEqual({
    helps: false,
    text: 'No strategy helps: the month refuses, not a window. 1 of 3 calls answered; the others wait for a larger plan or the next month.',
  });
  expect(told(itemAt(runs, 1), 3)).toBe('No help: the month refused 4 calls within 1 h 00 min.');
});

it('each strategy has a sentence about its run', () => {
  expect(told(none, 120)).toBe(
    'Through after 15 min 59 s. Silenced after 9 min 20 s: 340 calls got no response.',
  );
  expect(told({ strategy: 'reset', result: result({ other: 3, done: 117 }) }, 120)).toBe(
    'Through after 2 min 00 s. 3 calls answered otherwise.',
  );
  expect(told({ strategy: 'none', result: result({ ended: 'calls', done: 60, refused: 40 }) }, 120)).toBe(
    'Not through after 100 calls, 2 min 00 s.',
  );
});

it('a timeline loses no refusal among many, and has the same scale as the others', () => {
  const stretches = [
    [5, 0, 0, 0],
    [5, 1, 0, 0],
    [0, 0, 0, 0],
    [0, 3, 2, 0],
    [0, 0, 0, 1],
  ] as const;
  expect(piecesOf(result({ stretches, elapsedMs: 500 }), 1000)).toEqual([
    { kind: 'done', from: 0, to: 0.1 },
    { kind: 'refused', from: 0.1, to: 0.2 },
    { kind: 'idle', from: 0.2, to: expect.closeTo(0.3) as number },
    { kind: 'closed', from: expect.closeTo(0.3) as number, to: 0.4 },
    { kind: 'done', from: 0.4, to: 0.5 },
  ]);
});
