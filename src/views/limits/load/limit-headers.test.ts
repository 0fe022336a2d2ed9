import { expect, it } from 'vitest';
import type { WindowState } from '../../../../worker/api.ts';
import { limitHeaders } from './limit-headers.ts';

const now = 1_795_430_515_000;
const window: WindowState = {
  endpointId: 'getMe',
  scope: 'user',
  principal: 'token',
  limit: 60,
  windowSeconds: 900,
  remaining: 0,
  resetAt: now + 842_000,
};
const headers = [
  ['content-type', 'application/json'],
  ['svc-rate-limit-limit', '60'],
  ['svc-rate-limit-remaining', '0'],
  ['svc-rate-limit-reset', String((now + 842_000) / 1000)],
] as const;

it('the three headers are shown as they came, with what they mean now (Q27)', () => {
  const rows = limitHeaders(headers, { windows: [window], refuser: 'window' }, [], now);
  expect(rows.map(({ name, value }) => [name, value])).toEqual(headers.slice(1));
  expect(rows.map(({ says }) => says)).toEqual([
    '60 calls in 15 min',
    '0 left then',
    expect.stringMatching(/^\d\d:\d\d:\d\d UTC, in 14:02$/),
  ]);
});

it('a month that refuses, a reset that has passed and a changed plan are pointed out', () => {
  const one = { ...window, limit: 1, remaining: 1 };
  const of = headers.map(([name, value]) => [name, value === '60' || value === '0' ? '1' : value] as const);
  const now2 = now + 900_000;
  expect(limitHeaders(of, { windows: [one], refuser: 'month' }, [], now).map(({ says }) => says)).toEqual([
    '1 call in 15 min',
    '1 left, and still refused: it counts calls, not posts',
    expect.stringContaining('waiting for it does not help'),
  ]);
  const open = [{ ...window, limit: 300, appId: '1', userId: '2', resetAt: now2 + 1000 }];
  const later = limitHeaders(headers, { windows: [window], refuser: null }, open, now2);
  expect(later.map(({ says }) => says)).toEqual([
    '60 calls in 15 min; 300 on the current plan',
    '0 left then',
    expect.stringContaining('which has passed'),
  ]);
});
