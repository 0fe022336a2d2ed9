import { expect, test } from 'vitest';
import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { families } from '../../engine/inside.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { object } from '../../engine/spec/fields.ts';
import { limits } from '../../engine/spec/limits.ts';
import { proves } from '../support/clause.ts';
import { start as startWith } from '../../testing/platform.ts';

const common = {
  api: v2,
  method: 'GET',
  section: '8.3',
  summary: '',
  auth: ['app', 'oauth1'],
  choices: [],
  refuses: [],
  example: {},
  answers: { 200: json(object({})) },
} as const;
const served = () => ({ status: 200, body: {} });

/** An additional family, declared like any other. */
const here = familyOf('here', 'Declared here', [
  endpoint({
    ...common,
    id: 'second',
    path: '/2/test/second',
    limits: limits('1/1s U, 1/1s A'),
    handle: served,
  }),
  endpoint({
    ...common,
    id: 'quarter',
    path: '/2/test/quarter',
    limits: limits('1 U, 1 A'),
    handle: served,
  }),
  endpoint({
    ...common,
    id: 'day',
    path: '/2/test/day',
    limits: limits('1/24h U, 1/24h A'),
    handle: served,
  }),
  endpoint({ ...common, id: 'pro', path: '/2/test/pro', limits: limits('9 U, 9 A'), handle: served }),
  endpoint({
    ...common,
    id: 'throws',
    path: '/2/test/throws',
    limits: limits('9 U, 9 A'),
    handle: () => {
      throw new TypeError('by accident');
    },
  }),
  endpoint({
    ...common,
    id: 'rejects',
    path: '/2/test/rejects',
    limits: limits('9 U, 9 A'),
    handle: async ({ transact }) => {
      transact((write) => void write.users.update('2244994945', { name: 'Changed before it failed' }));
      await Promise.resolve();
      throw new TypeError('by accident, later');
    },
  }),
  endpoint({
    ...common,
    id: 'undone',
    path: '/2/test/undone',
    limits: limits('9 U, 9 A'),
    handle: ({ transact }) =>
      transact((write) => {
        write.users.update('2244994945', { name: 'Never' });
        throw new Error('in the transaction');
      }),
  }),
  endpoint({
    ...common,
    id: 'slow',
    path: '/2/test/slow',
    limits: limits('9 U, 9 A'),
    handle: async () => {
      await new Promise((turn) => setTimeout(turn));
      return served();
    },
  }),
]);
const start = () => startWith({ families: [...families, here] });

test(
  proves('8.1-windows', 'a limit of a second, 15 minutes and 24 hours is open again after its own length'),
  async () => {
    const { platform, as } = await start();
    const lengths = { second: 1000, quarter: 15 * 60_000, day: 24 * 3_600_000 };
    for (const [name, length] of Object.entries(lengths))
      for (const client of [as.bearer(), as.user()]) {
        const status = async () => (await client.get(`/2/test/${name}`)).status;
        expect([await status(), await status()]).toEqual([200, 429]);
        await platform.clock.advance(length - 1);
        expect(await status()).toBe(429);
        await platform.clock.advance(1);
        expect(await status()).toBe(200);
      }
  },
);

test('a plan without a cell is refused with code 453, and counts nothing (choice: cells)', async () => {
  const { platform, as } = await start();
  expect((await as.bearer().get('/2/test/pro')).status).toBe(200);
  expect((await as.bearer('Atlas Insight').get('/2/test/pro')).number('svc-rate-limit-limit')).toBe(9);
  for (const app of ['Harbour Desk', 'Lantern Bot']) {
    const answer = await as.bearer(app).get('/2/test/pro');
    expect([answer.status, answer.code]).toEqual([403, 453]);
    expect(answer.json).toMatchObject({
      title: 'Client Forbidden',
      reason: 'client-not-enrolled',
      required_enrollment: 'pro, enterprise',
    });
  }
  expect(platform.snapshot().tables['windows']!.filter(({ principal }) => principal === '26004')).toEqual([]);
});

test('an exception, sync or async, is code 131; its cause is only in the trace; the call counts', async () => {
  const { platform, as } = await start();
  for (const [path, cause] of [
    ['throws', 'TypeError: by accident'],
    ['rejects', 'TypeError: by accident, later'],
    ['undone', 'Error: in the transaction'],
  ] as const) {
    const answer = await as.bearer().get(`/2/test/${path}`);
    expect([answer.status, answer.code, answer.json.title]).toEqual([500, 131, 'Internal Server Error']);
    expect(answer.because).toContain(cause);
    expect(answer.text).not.toContain('accident');
    expect(answer.number('svc-rate-limit-remaining')).toBe(8);
  }
  // A completed transaction stays in effect after a later failure; a failed one does not.
  expect(platform.portal.users()[0]!.name).toBe('Changed before it failed');
});

test('a handler that waits answers when it is done, and other calls continue meanwhile', async () => {
  const { as } = await start();
  const order: string[] = [];
  await Promise.all([
    as
      .bearer()
      .get('/2/test/slow')
      .then((answer) => order.push(`slow ${answer.status}`)),
    as
      .bearer()
      .get('/2/test/pro')
      .then((answer) => order.push(`other ${answer.status}`)),
  ]);
  expect(order).toEqual(['other 200', 'slow 200']);
});
