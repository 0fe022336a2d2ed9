import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits, unlisted } from '../spec/limits.ts';
import { Windows } from '../limits/windows.ts';
import { forecast } from './forecast.ts';
import { rounds } from '../../tests/support/rounds.ts';

const hour = 3_600_000;
const minute = 60_000;
const lookUp = { auth: ['oauth1', 'app'] as const, limits: limits('900 U, 300 A', '100/24h U', '1/1s U') };
const on = (plan: string, calls: number, spread: 'evenly' | 'at once' = 'evenly', periodMs = hour) =>
  forecast(lookUp, 'oauth1', { calls, periodMs, spread }).find((each) => each.plan === plan)!;

describe('how a load fares on a plan', () => {
  test('a load that always fits is not refused, and takes until its last call is due', () => {
    expect(on('pro', 60)).toEqual({
      plan: 'pro',
      limits: [{ scope: 'user', limit: 900, windowSeconds: 900 }],
      refusal: null,
      tookMs: 59 * minute,
    });
    expect(on('pro', 3600).refusal).toBeNull();
  });

  test('the first refusal names its call and its time, even if it comes hours later', () => {
    expect(on('pro', 3601, 'at once').refusal).toEqual({
      call: 901,
      atMs: 0,
      by: { scope: 'user', limit: 900, windowSeconds: 900 },
    });
    // 10 per hour exceed the 100 per day in the eleventh hour.
    expect(on('basic', 10).refusal).toMatchObject({ call: 101, atMs: 10 * hour });
    expect(on('basic', 10).tookMs).toBe(54 * minute);
  });

  test('a client that waits for each reset gets through, however long that takes', () => {
    expect(on('pro', 1000, 'at once').tookMs).toBe(15 * minute);
    expect(on('basic', 250, 'at once').tookMs).toBe(48 * hour);
    expect(on('free', 10, 'at once').tookMs).toBe(9000);
  });

  test('a plan without the endpoint has no limits; a bearer token counts only for the App', () => {
    const some = { auth: ['oauth1', 'app'] as const, limits: limits('2 U, 1 A', '2 U') };
    const found = forecast(some, 'app', { calls: 2, periodMs: hour, spread: 'at once' });
    expect(found.map(({ plan, limits: cell }) => [plan, cell?.length ?? null])).toEqual([
      ['free', null],
      ['basic', 0],
      ['pro', 1],
      ['enterprise', 1],
    ]);
    expect(found[2]!.refusal).toMatchObject({ call: 2, by: { scope: 'app' } });
  });

  test('an App’s limit on an endpoint only for users counts too (choice: app-cell-on-user-endpoint)', () => {
    const some = { auth: ['oauth1'] as const, limits: unlisted('5 U, 3 A') };
    const [free] = forecast(some, 'oauth1', { calls: 5, periodMs: hour, spread: 'at once' });
    expect(free!.refusal).toMatchObject({ call: 4, by: { scope: 'app', limit: 3 } });
  });

  test('a load that fits is not refused for two days either, on windows of any length', () => {
    const demand = fc.record({
      calls: fc.constantFrom(1, 2, 3, 5, 8, 12, 60, 100, 240, 720),
      periodMs: fc.constantFrom(minute, hour, 24 * hour),
      spread: fc.constantFrom('evenly' as const, 'at once' as const),
    });
    const limit = fc.record({
      count: fc.integer({ min: 1, max: 300 }),
      length: fc.constantFrom('', '/24h', '/1s'),
    });
    fc.assert(
      fc.property(demand, limit, limit, (wanted, user, app) => {
        const cells = unlisted(`${user.count}${user.length} U, ${app.count}${app.length} A`);
        const [free] = forecast({ auth: ['oauth1', 'app'], limits: cells }, 'oauth1', wanted);
        if (free!.refusal) return;
        const windows = new Windows([], false);
        for (let call = 0; ; call++) {
          const period = Math.floor(call / wanted.calls);
          const within = wanted.spread === 'evenly' ? (call % wanted.calls) / wanted.calls : 0;
          const now = Math.round((period + within) * wanted.periodMs);
          if (now >= 48 * hour) break;
          const { counted } = windows.count('', free!.limits ?? [], { user: 'token', app: 'app' }, now);
          expect(counted, `call ${call + 1}`).toBe(true);
        }
      }),
      rounds(60, 1000),
    );
  });

  test('throws for more calls than it can count', () => {
    for (const calls of [0, -1, 100_001, NaN]) expect(() => on('pro', calls)).toThrow(RangeError);
  });

  test('no more calls pass than the limit allows, and all get through in the end', () => {
    const demand = fc.record({
      calls: fc.integer({ min: 1, max: 400 }),
      periodMs: fc.constantFrom(hour, 24 * hour),
      spread: fc.constantFrom('evenly' as const, 'at once' as const),
    });
    fc.assert(
      fc.property(demand, fc.integer({ min: 1, max: 50 }), (wanted, limit) => {
        const some = { auth: ['oauth1'] as const, limits: unlisted(`${limit} U`) };
        const [{ refusal, tookMs }] = forecast(some, 'oauth1', wanted) as [ReturnType<typeof forecast>[0]];
        if (refusal) expect(refusal.call).toBeGreaterThan(limit);
        const windows = Math.ceil(wanted.calls / limit);
        if (wanted.spread === 'at once') expect(tookMs).toBe((windows - 1) * 15 * minute);
        else expect(tookMs).toBeGreaterThanOrEqual(((wanted.calls - 1) * wanted.periodMs) / wanted.calls);
      }),
      rounds(100, 2000),
    );
  });
});
