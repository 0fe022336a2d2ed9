import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { pageOfLog } from './query.ts';
import type { ExchangeQuery } from './query.ts';

const exchange = (sequence: number, more: Partial<Exchange> = {}): Exchange => ({
  ...{ sequence, at: sequence, durationMs: 0, direction: 'in', endpointId: 'getMe', appId: 'a', userId: '1' },
  request: { id: `r${sequence}`, method: 'GET', url: 'https://api.svc.example/', headers: [] },
  outcome: { kind: 'response', status: 200, headers: [], body: new Uint8Array() },
  ...{ trace: [], windows: [], ...more },
});
const log = [
  exchange(1),
  exchange(2, { endpointId: 'getPost', appId: 'b' }),
  exchange(3, { direction: 'out', endpointId: null }),
  exchange(4, { userId: '2' }),
  exchange(5),
  exchange(6, { request: { method: 'GET', url: 'https://api.svc.example/', headers: [] } }),
];
const found = (query: Partial<ExchangeQuery>) => {
  const { exchanges, next } = pageOfLog(log, { count: 100, ...query });
  return [...exchanges.map(({ sequence }) => sequence), next];
};

test('newest first, page by page, and the last page has no next', () => {
  expect(found({})).toEqual([6, 5, 4, 3, 2, 1, null]);
  expect(found({ count: 4 })).toEqual([6, 5, 4, 3, 3]);
  expect(found({ count: 4, before: 3 })).toEqual([2, 1, null]);
  expect(found({ count: 6 })).toEqual([6, 5, 4, 3, 2, 1, null]);
  expect(found({ count: 2, endpointIds: ['getPost'] })).toEqual([2, null]);
});

test('only exchanges that match all fields of the query', () => {
  expect(found({ requestIds: ['r2', 'r5', 'gone'] })).toEqual([5, 2, null]);
  expect(found({ requestIds: [] })).toEqual([null]);
  expect(found({ sequences: [4, 1, 99] })).toEqual([4, 1, null]);
  expect(found({ endpointIds: ['getPost', 'createPost'] })).toEqual([2, null]);
  expect(found({ direction: 'out' })).toEqual([3, null]);
  expect(found({ appId: 'b' })).toEqual([2, null]);
  expect(found({ userId: '1', direction: 'in', appId: 'a' })).toEqual([6, 5, 1, null]);
});
