import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCell } from '../spec/limits.ts';
import { Windows } from './windows.ts';
import { rounds } from '../../tests/support/rounds.ts';

const who = { user: 'token', app: 'app' };

describe('windows', () => {
  test('a call counts in all of its windows or in none', () => {
    const windows = new Windows([], false);
    const cell = parseCell('3 U, 2 A');
    const count = (principals: { user?: string; app: string }) =>
      windows.count('e', cell, principals, 0).counted;
    expect([count(who), count(who), count(who)]).toEqual([true, true, false]);
    expect(windows.look('e', cell, who, 0).map(({ remaining }) => remaining)).toEqual([1, 0]);
    expect(windows.look('e', cell, { app: 'app' }, 0)).toHaveLength(1);
    expect(windows.look('other', cell, who, 0).map(({ remaining }) => remaining)).toEqual([3, 2]);
  });

  test('between two resets no more calls pass than the limit, for any calls at any times', () => {
    const cell = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom('15m', '24h', '1s'));
    fc.assert(
      fc.property(cell, fc.array(fc.nat(2_000_000), { maxLength: 40 }), ([limit, window], gaps) => {
        const limits = parseCell(`${limit}/${window} A`);
        const length = limits[0]!.windowSeconds * 1000;
        const windows = new Windows([], false);
        let now = 0;
        let startedAt = -Infinity;
        let count = 0;
        for (const gap of gaps) {
          now += gap;
          if (now >= startedAt + length) [startedAt, count] = [now, 0];
          const { counted, states } = windows.count('e', limits, who, now);
          expect(counted).toBe(count < limit);
          if (counted) count++;
          expect(states[0]).toMatchObject({ remaining: limit - count, resetAt: startedAt + length });
        }
      }),
      rounds(100, 2000),
    );
  });

  test('are kept as rows, collected once, and removed when they are over', () => {
    const windows = new Windows([], true);
    const cell = parseCell('2 U, 9/24h A');
    windows.count('e', cell, who, 5);
    expect(windows.takeDeferred().put).toEqual(windows.rows());
    expect(windows.takeDeferred()).toEqual({ put: [], removed: [] });
    const again = new Windows(structuredClone(windows.rows()), true);
    expect(again.look('e', cell, who, 6)).toEqual(windows.look('e', cell, who, 6));
    again.sweep(5 + 900_000);
    expect(again.takeDeferred()).toEqual({ put: [], removed: ['e user token'] });
    expect(again.rows()).toMatchObject([{ scope: 'app', count: 1 }]);
  });
});
