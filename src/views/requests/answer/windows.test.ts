import { describe, expect, it } from 'vitest';
import type { Sent, WindowState } from '../../../../worker/api.ts';
import { level } from '../../../parts/level.ts';
import { afterCall } from '../call/windows.ts';
import { limitRows, reported, untilReset } from './windows.ts';

const now = 1_772_444_472_000;
const user: WindowState = {
  endpointId: 'getFolders',
  scope: 'user',
  principal: '2244994945-Zt7',
  limit: 5,
  windowSeconds: 900,
  remaining: 2,
  resetAt: now + 702_000,
};
const app: WindowState = { ...user, scope: 'app', principal: '1', remaining: 1, resetAt: now + 187_000 };

function sent(
  windows: readonly WindowState[],
  outcome: 'consumed' | 'refused' = 'consumed',
  status = 200,
): Sent {
  const answer = { kind: 'response' as const, status, headers: [], body: new Uint8Array() };
  return {
    outcome: answer,
    exchange: {
      sequence: 1,
      at: now,
      durationMs: 9,
      direction: 'in',
      endpointId: 'getFolders',
      appId: '1',
      userId: null,
      request: { method: 'GET', url: 'https://api.svc.example/2/x', headers: [] },
      outcome: answer,
      trace: [{ at: 1, outcome, verb: 'Counted', text: '', sections: [], choices: [] }],
      windows,
    },
  };
}

it('a window is as the call left it, and one that the call did not count in stays as it was', () => {
  const left = { ...user, remaining: 1 };
  expect(afterCall([user, app], sent([left]))).toEqual([left, app]);
  expect(afterCall([app], sent([left]))).toEqual([app]);
});

describe('limitRows', () => {
  it('names the windows and counts down on the platform clock', () => {
    expect(limitRows([user, app], null, now)).toMatchObject([
      { name: 'User token', rule: '5 in 15 min', remaining: 2, resetsIn: 702_000, justUsed: false },
      { name: 'App, all users', rule: '5 in 15 min', remaining: 1, resetsIn: 187_000, justUsed: false },
    ]);
    expect(limitRows([app], null, now)).toMatchObject([{ name: 'App' }]);
  });
  it('is full again once the reset has passed', () => {
    expect(limitRows([user], sent([user]), now + 702_000)).toMatchObject([
      { remaining: 5, resetsIn: null, justUsed: false },
    ]);
  });
  it('hatches the request that the shown call used, until another is counted', () => {
    expect(limitRows([user], sent([user]), now)[0]!.justUsed).toBe(true);
    expect(limitRows([{ ...user, remaining: 1 }], sent([user]), now)[0]!.justUsed).toBe(false);
    expect(limitRows([user], sent([user], 'refused'), now)[0]!.justUsed).toBe(false);
    for (const status of [401, 429])
      expect(limitRows([user], sent([user], 'consumed', status), now)[0]!.justUsed, String(status)).toBe(
        false,
      );
  });
});

describe('reported', () => {
  const rows = (...windows: WindowState[]) => limitRows(windows, null, now);
  it('is the tighter window, then the later reset', () => {
    expect(reported(rows(user, app), 200)?.name).toBe('App, all users');
    expect(reported(rows(user, { ...app, remaining: 2 }), 200)?.name).toBe('User token');
  });
  it('on a 429 is the exhausted one that resets last', () => {
    const out = { remaining: 0 };
    expect(reported(rows({ ...user, ...out }, { ...app, ...out }), 429)?.name).toBe('User token');
    expect(reported(rows(user, { ...app, ...out }), 429)?.name).toBe('App, all users');
  });
  it('is empty for a single window, and before the first call', () => {
    expect(reported(rows(user), 200)).toBeNull();
    expect(reported(rows(user, { ...app, resetAt: null }), 200)).toBeNull();
  });
});

it('warns at a fifth', () => {
  expect([0, 1, 2, 15, 16].map((remaining) => level(remaining, 75))).toEqual([
    'out',
    'low',
    'low',
    'low',
    'calm',
  ]);
  expect(level(1, 5)).toBe('low');
});

it('counts whole seconds to the second in the header, never more than the length of the window', () => {
  expect(untilReset(now + 900_400, now + 400)).toBe(900_000);
  expect(untilReset(now + 900_400, now + 1_100)).toBe(899_000);
});
