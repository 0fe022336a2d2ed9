import { exchangeAt } from '../../../exchange/exchange-at.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import { WebStorage } from '../../../../tests/support/web-storage.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { Contest, strategies } from '../waiting/contest.svelte.ts';
import { settingsFrom, usual } from '../settings.svelte.ts';
import { LimitWatch } from '../watch.svelte.ts';
import { canRepeat, repeatedCall } from './call.ts';
import type { CallParts, LoadToken } from './call.ts';
import { LoadRun } from './load-run.svelte.ts';
import type { LoadPlan } from './load-run.svelte.ts';

let session: PageSession;
let run: LoadRun;
/** The storage of the tab. */
let held: WebStorage;

beforeEach(async () => {
  held = new WebStorage();
  vi.stubGlobal('location', { pathname: '/play/' });
  vi.stubGlobal('sessionStorage', held);
  session = await openSession();
  run = session.keep(LoadRun);
});

/** Calls to the platform, without those that the platform makes to fetch a feed of this world, which is due. */
const callsTo = async () =>
  (await session.playground.exchanges()).filter(({ direction }) => direction !== 'out');

function callOf(id: string, as: LoadToken, parts: CallParts | null = null) {
  const call = repeatedCall(session, session.reference.endpoint(id)!, as, parts);
  if ('problem' in call) throw new Error(call.problem);
  return call;
}

function planFor(id: string, as: LoadToken, more: Partial<LoadPlan> = {}): LoadPlan {
  const appId = session.app!.id;
  const call = callOf(id, as);
  const form = { as, endpoint: null };
  return { call, endpointId: id, by: '', appId, count: 5, perSecond: 100, on429: 'go on', form, ...more };
}

describe('a load', () => {
  it('sends real calls, each with its own signature, and counts the results', async () => {
    await run.start(planFor('getMe', 'oauth1'));
    expect(run.current).toMatchObject({ sent: 5, done: 5, refused: 0, other: 0, ended: 'through' });
    const exchanges = await callsTo();
    expect(exchanges.map(({ endpointId }) => endpointId)).toEqual(Array(5).fill('getMe'));
    const proofs = exchanges.map(({ request }) => request.headers[0]![1]);
    expect(new Set(proofs).size).toBe(5);
  });

  it('continues after a 429, or stops at it', async () => {
    await session.setPlan('free');
    await run.start(planFor('getUser', 'app', { count: 4 }));
    expect(run.current).toMatchObject({ sent: 4, done: 1, refused: 3, ended: 'through' });
    await run.start(planFor('getUser', 'app', { count: 4, on429: 'stop' }));
    expect(run.current).toMatchObject({
      sent: 1,
      done: 0,
      refused: 1,
      ended: 'stopped at the first refusal',
    });
    expect(run.results).toHaveLength(2);
  });

  it('waits until the reset on the platform’s clock, even if the clock jumps', async () => {
    await session.setPlan('free');
    const sending = run.start(planFor('getPost', 'app', { count: 3, on429: 'wait' }));
    await expect.poll(() => run.current?.waitsUntil).toBeGreaterThan(session.clock.now + 800_000);
    expect(run.isRunning).toBe(true);
    await session.clock.advance(run.current!.waitsUntil! - session.clock.now);
    await sending;
    expect(run.current).toMatchObject({ sent: 3, done: 2, refused: 1, waitsUntil: null, ended: 'through' });
  });

  it('can be stopped at any time, also while it waits, and by a reset', async () => {
    await session.setPlan('free');
    const sending = run.start(planFor('getPost', 'app', { count: 9, on429: 'wait' }));
    await expect.poll(() => run.current?.waitsUntil).toBeGreaterThan(0);
    run.stop();
    await sending;
    expect(run.current).toMatchObject({ sent: 2, ended: 'stopped' });
    const slow = run.start(planFor('getMe', 'oauth1', { count: 100, perSecond: 1 }));
    await expect.poll(() => run.current?.sent).toBeGreaterThan(0);
    await session.playground.reset('starter');
    await slow;
    expect(session.keep(LoadRun)).not.toBe(run);
    expect(run.current!.ended).toMatch(/former state/);
    expect(run.isRunning).toBe(false);
  });

  it('gives each post a different text, and counts other answers by their status', async () => {
    await run.start(planFor('createPost', 'oauth1', { count: 3 }));
    expect(run.current).toMatchObject({ done: 3, other: 0 });
    const call = callOf('getUser', 'app', { endpointId: 'getUser', path: { id: '1' } });
    await run.start({ ...planFor('getUser', 'app', { count: 2 }), call });
    expect(run.current).toMatchObject({ done: 0, other: 2, others: { '404': 2 } });
  });

  it('lists its calls, all of which the log has (Q27)', async () => {
    await session.setPlan('free');
    await run.start(planFor('getUser', 'app', { count: 3 }));
    expect(
      run.calls.map(({ number, status, refuser, remaining }) => [number, status, refuser, remaining]),
    ).toEqual([
      [1, 200, null, '0'],
      [2, 429, 'window', '0'],
      [3, 429, 'window', '0'],
    ]);
    const second = await exchangeAt(session.playground, run.calls[1]?.sequence ?? 0);
    expect(second?.endpointId).toBe('getUser');
    expect(await exchangeAt(session.playground, 99_999)).toBeNull();
  });

  it('that a reload cuts off is shown by the next page, and its key is not stored (lift 10)', async () => {
    const sending = run.start(planFor('getMe', 'oauth1', { count: 60, perSecond: 5 }));
    await expect.poll(() => run.current?.sent).toBeGreaterThan(1);
    expect(Object.values(held.texts).join()).not.toMatch(/secret|"key"|"call"/);
    const after = new LoadRun(session);
    expect(after.current).toMatchObject({ isCutOff: true, plan: { count: 60, endpointId: 'getMe' } });
    expect(after.isRunning).toBe(false);
    run.stop();
    await sending;
    expect(new LoadRun(session).current).toBeNull();
  });

  it('can be watched while it runs: windows, calls and the approach to abuse', async () => {
    const watch = session.keep(LimitWatch);
    await session.setPlan('free');
    await run.start(planFor('getUser', 'app', { count: 3 }));
    await watch.look();
    expect(watch.report!.windows).toMatchObject([{ endpointId: 'getUser', remaining: 0, limit: 1 }]);
    expect(watch.samples.map(({ status }) => status)).toEqual([200, 429, 429]);
    expect(watch.report!.abuse).toMatchObject([{ refused: 2, silenced: false }]);
    await session.clock.advance(86_400_000 - 5000);
    await watch.look();
    await session.clock.advance(6000);
    await watch.look();
    expect([watch.report!.windows.length, watch.ended.length]).toEqual([0, 1]);
    await session.clock.advance(60_000);
    await watch.look();
    expect(watch.ended).toEqual([]);
    expect(watch.report!.jumps).toHaveLength(3);
  });
});

describe('the call of a load', () => {
  it('can be of every endpoint that takes a token and whose answer ends', () => {
    const some = session.endpoints.filter(canRepeat);
    expect(some.length).toBeGreaterThan(15);
    expect(some.filter(({ path }) => !path.startsWith('/2/') || path.endsWith('/stream'))).toEqual([]);
  });

  it('acts for the acting user if the address names a user', async () => {
    const jonas = session.world.users.find(({ username }) => username === 'jonas_berg')!;
    session.userId = jonas.id;
    await session.reference.load('follow');
    const id = session.endpoints.find(
      ({ path, method }) => path === '/2/users/:id/following' && method === 'POST',
    )!.id;
    expect(callOf(id, 'oauth1').request.url).toContain(`/2/users/${jonas.id}/following`);
    expect(callOf('getUser', 'app').request.url).toMatch(/\/2\/users\/2244994945$/);
  });

  it('is the one in Requests if that is chosen', () => {
    const parts = { endpointId: 'getUser', path: { id: '77' }, query: [['user.fields', 'name']] as const };
    expect(callOf('getUser', 'app', parts).request.url).toMatch(/\/2\/users\/77\?user\.fields=name$/);
  });

  it('says what is missing in the vault', () => {
    const endpoint = session.reference.endpoint('getMe')!;
    expect(repeatedCall(session, endpoint, 'oauth2', null)).toEqual({
      problem: 'The vault has no OAuth 2.0 token of @mira_holm for Northwind Reader.',
    });
  });
});

it('strategies can be stopped at any time, and show their progress (Q27)', async () => {
  const contest = session.keep(Contest);
  const settings = settingsFrom({ ...usual, count: 2000, perSecond: 100 });
  const running = contest.start(callOf('getMe', 'oauth1'), settings, 'GET /2/users/me', {
    which: strategies,
    code: '',
  });
  await expect.poll(() => contest.running?.calls).toBeGreaterThan(0);
  contest.stop();
  await running;
  expect(contest).toMatchObject({ running: null, isStopped: true, failure: null });
  expect(contest.runs.length).toBeLessThan(3);
});

it('strategies run on copies: their calls count nowhere else', async () => {
  const contest = session.keep(Contest);
  const settings = settingsFrom({ ...usual, count: 100, perSecond: 1 });
  await contest.start(callOf('getMe', 'oauth1'), settings, 'GET /2/users/me', {
    which: strategies,
    code: '',
  });
  expect(contest.failure).toBeNull();
  expect(contest.runs.map(({ strategy, result }) => [strategy, result.done, result.refused])).toEqual([
    ['none', 100, 500],
    ['reset', 100, 1],
    ['backoff', 100, 11],
  ]);
  expect(strategies).toHaveLength(3);
  expect(await callsTo()).toEqual([]);
  expect((await session.playground.ask('limits.report', 0)).windows).toEqual([]);
});
