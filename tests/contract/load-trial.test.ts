import { describe, expect, test } from 'vitest';
import { loadTrials } from '../../engine/inside.ts';
import type { LastAnswer, RepeatedCall, Waiting } from '../../engine/inside.ts';
import { families } from '../../engine/inside.ts';
import { onCopy } from '../../worker/host/load-trial.ts';
import { declarations, example } from '../../src/views/limits/waiting/own/example.ts';
import { proves } from '../support/clause.ts';
import { start } from '../../testing/platform.ts';

const minute = 60_000;
const none: Waiting = { kind: 'none' };
const reset: Waiting = { kind: 'reset' };
const backoff: Waiting = { kind: 'backoff', firstMs: 1000, factor: 2, mostMs: 256_000, jitter: false };
const atOnce = () => Promise.resolve();

async function stand(options: { abuse?: boolean } = {}) {
  const { platform, as } = await start(options);
  const { bearer_token } = as.credential('app', 'Northwind Reader');
  const oauth1 = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
  const get = (path: string) => ({ method: 'GET', url: `${platform.baseUrl}${path}`, headers: [] });
  const lookUp: RepeatedCall = {
    request: get('/2/users/2244994945'),
    key: { kind: 'bearer', token: bearer_token },
  };
  const me: RepeatedCall = { request: get('/2/users/me'), key: oauth1 };
  return { platform, as, lookUp, me };
}

describe('waiting strategies, on a platform that counts', () => {
  test(
    proves('8.1-wait-until-reset', 'a client that waits until the reset has one refusal a window'),
    async () => {
      const { platform, me } = await stand();
      const { tryLoad } = await loadTrials();
      const found = await tryLoad(platform, { call: me, count: 100, perSecond: 1, waiting: reset }, atOnce);
      expect(found).toMatchObject({ done: 100, refused: 1, closed: 0, other: 0, ended: 'all' });
      // 75 calls, one per second; the window began with the first, and the last 25 come after its end.
      expect(found.elapsedMs).toBe(15 * minute + 24_000);
    },
  );

  test('a program decides after each call: the example stops at 0 left, and nothing is refused', async () => {
    const { platform, me } = await stand();
    const { tryLoad } = await loadTrials();
    const address = `data:text/javascript,${encodeURIComponent(example)}`;
    const { wait } = (await import(address)) as { wait: (last: LastAnswer) => number };
    const asked: LastAnswer[] = [];
    const waiting = (last: LastAnswer) => Promise.resolve(wait(asked[asked.push(last) - 1]!));
    const found = await tryLoad(platform, { call: me, count: 100, perSecond: 1, waiting }, atOnce);
    expect(found).toMatchObject({ done: 100, refused: 0, closed: 0, ended: 'all' });
    expect(found.elapsedMs).toBe(15 * minute + 24_000);
    expect(asked.length).toBe(99); // nothing follows the last one
    const declared = Array.from(declarations.matchAll(/readonly (\w+):/g), ([, name]) => name);
    expect(declared, 'what its editor knows').toEqual(Object.keys(asked[0]!));
    expect(asked[74]).toMatchObject({ status: 200, code: null, number: 75, refusals: 0 });
    expect(asked[74]!.headers['svc-rate-limit-remaining']).toBe('0');
  });

  test('a program is told of refusals by their code, and of silence; it is asked 5,000 times at most', async () => {
    const { platform, me } = await stand({ abuse: true });
    const { tryLoad } = await loadTrials();
    const asked: LastAnswer[] = [];
    const waiting = (last: LastAnswer) => Promise.resolve(asked.push(last) * 0);
    const found = await tryLoad(platform, { call: me, count: 2000, perSecond: 100, waiting }, atOnce);
    expect(found.ended).toBe('calls');
    expect(asked.length).toBe(5000);
    expect(asked[75]).toMatchObject({ status: 429, code: 88, refusals: 1 });
    expect(asked.at(-1)).toMatchObject({ status: null, code: null, headers: {} });
  });

  test('exponential backoff asks in between, and comes back after the reset', async () => {
    const { platform, me } = await stand();
    const { tryLoad } = await loadTrials();
    const found = await tryLoad(platform, { call: me, count: 100, perSecond: 1, waiting: backoff }, atOnce);
    expect(found).toMatchObject({ done: 100, closed: 0, ended: 'all' });
    expect(found.refused).toBe(11);
    expect(found.elapsedMs).toBeGreaterThan(15 * minute + 24_000);
  });

  test(
    proves('8.1-abuse-no-response', 'a client that does not wait is refused until it gets no response'),
    async () => {
      const { platform, me } = await stand({ abuse: true });
      const { tryLoad } = await loadTrials();
      const found = await tryLoad(platform, { call: me, count: 100, perSecond: 1, waiting: none }, atOnce);
      expect(found).toMatchObject({ done: 100, refused: 500, ended: 'all', silencedAtMs: 575_000 });
      expect(found.closed).toBe(400); // 15 minutes of silence, counted from the first refusal
      const all = found.stretches.reduce((sum, each) => sum + each[0] + each[1] + each[2] + each[3], 0);
      expect(all).toBe(1000);
    },
  );

  test('any other answer counts as answered, and is not repeated', async () => {
    const { platform, lookUp } = await stand();
    const { tryLoad } = await loadTrials();
    const request = { ...lookUp.request, url: `${platform.baseUrl}/2/users/999999` };
    const call = { ...lookUp, request };
    const found = await tryLoad(platform, { call, count: 3, perSecond: 1, waiting: none }, atOnce);
    expect(found).toMatchObject({ done: 0, other: 3, ended: 'all', elapsedMs: 2000 });
  });

  test('ends at the maximum number of calls, or the maximum time', async () => {
    const { platform, me } = await stand();
    const { tryLoad } = await loadTrials();
    await platform.do('portal.setPlan', '1700', 'free'); // 25 a day
    const long = await tryLoad(platform, { call: me, count: 2000, perSecond: 1, waiting: reset }, atOnce);
    expect(long).toMatchObject({ ended: 'time', done: 25 * 30 + 1 });
    await platform.clock.advance(1440 * minute);
    const many = await tryLoad(platform, { call: me, count: 100, perSecond: 100, waiting: none }, atOnce);
    expect(many).toMatchObject({ ended: 'calls', done: 25, refused: 49_975 });
  });

  test('names the limit that refuses, and ends at the end of the month: waiting for a window does not help (Q6)', async () => {
    const { platform, as } = await stand();
    for (let loaf = 0; loaf < 100; loaf++) await as.user().post('/2/posts', { text: `Loaf ${loaf}` });
    const { bearer_token: token } = as.credential('app', 'Lantern Bot');
    const url = `${platform.baseUrl}/2/posts/search/recent?query=loaf&max_results=100`;
    const call: RepeatedCall = {
      request: { method: 'GET', url, headers: [] },
      key: { kind: 'bearer', token },
    };
    const { tryLoad } = await loadTrials();
    const found = await tryLoad(platform, { call, count: 3, perSecond: 1, waiting: reset }, atOnce);
    expect(found).toMatchObject({ done: 1, ended: 'month', refused: 6 });
    expect(found.refusedBy).toEqual({ window: 1, month: 5, connections: 0 });
    const { samples, caps } = await platform.ask('limits.report', 0);
    expect(samples.slice(-7).map(({ refuser }) => refuser)).toEqual([
      null,
      'window',
      'month',
      'month',
      'month',
      'month',
      'month',
    ]);
    expect(caps.find(({ limit }) => limit === 100)).toMatchObject({
      left: 0,
      larger: { plan: 'basic', limit: 500_000 },
    });
  });

  test('refuses more than it sends', async () => {
    const { platform, me } = await stand();
    const { tryLoad } = await loadTrials();
    for (const wrong of [{ count: 0 }, { count: 2001 }, { perSecond: 0 }, { perSecond: 101 }, { count: NaN }])
      await expect(
        tryLoad(platform, { call: me, count: 1, perSecond: 1, waiting: none, ...wrong }, atOnce),
      ).rejects.toThrow(RangeError);
  });
});

describe('a copy of the platform', () => {
  test('has the present state, or full windows; what happens there does not happen here', async () => {
    const { platform, as, me } = await stand({ abuse: true });
    for (let turn = 0; turn < 70; turn++) await as.user().get('/2/users/me');
    const before = platform.snapshot();
    const load = { call: me, count: 20, perSecond: 10, waiting: reset };
    const asNow = await onCopy(platform, families, { ...load, fresh: false });
    expect(asNow).toMatchObject({ done: 20, refused: 1, ended: 'all' });
    const whole = await onCopy(platform, families, { ...load, fresh: true });
    expect(whole).toMatchObject({ done: 20, refused: 0, elapsedMs: 1900 });
    expect(platform.snapshot()).toEqual(before);
  });

  test('the same load gives the same result, jitter included', async () => {
    const { platform, me } = await stand({ abuse: true });
    const waiting = { ...backoff, jitter: true };
    const run = () => onCopy(platform, families, { call: me, count: 90, perSecond: 2, waiting, fresh: true });
    expect(await run()).toEqual(await run());
  });

  test('a clock that is frozen in the world runs in the copy', async () => {
    const { platform, me } = await stand();
    await platform.clock.freeze();
    const found = await onCopy(platform, families, {
      call: me,
      count: 80,
      perSecond: 1,
      waiting: reset,
      fresh: true,
    });
    expect(found).toMatchObject({ done: 80, refused: 1, elapsedMs: 15 * minute + 4000 });
  });
});
