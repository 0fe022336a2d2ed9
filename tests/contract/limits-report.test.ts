import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import { caller, start } from '../../testing/platform.ts';

const minute = 60_000;
const user = '/2/users/2244994945';
const mira = '2244994945';
const reader = '26001';

describe('the windows in use', () => {
  test('are those that calls have opened, each with its owner, and no others', async () => {
    const { platform, as } = await start();
    expect((await platform.ask('limits.report', 0)).windows).toEqual([]);
    await as.user().get('/2/users/me');
    await as.bearer().get(user);
    await as.user('mira_holm').post('/2/posts', { text: 'One' });
    const now = platform.clock.now();
    const { windows, now: at } = await platform.ask('limits.report', 0);
    const { oauth_token } = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
    const ofMira = { appId: reader, userId: mira, scope: 'user', principal: oauth_token };
    const ofApp = { appId: reader, userId: null, scope: 'app', principal: reader };
    const in15 = { windowSeconds: 900, resetAt: now + 15 * minute };
    expect(at).toBe(now);
    expect(windows).toEqual([
      { endpointId: 'getMe', ...ofMira, limit: 75, remaining: 74, ...in15 },
      { endpointId: 'getUser', ...ofApp, limit: 300, remaining: 299, ...in15 },
      { endpointId: 'createPost', ...ofMira, limit: 100, remaining: 99, ...in15 },
      {
        ...ofApp,
        endpointId: 'createPost',
        limit: 10_000,
        remaining: 9_999,
        windowSeconds: 86_400,
        resetAt: now + 1440 * minute,
      },
    ]);
  });

  test('go when they are over, and follow the plan at once (choice: plan-change)', async () => {
    const { platform, as } = await start();
    await as.bearer().get(user);
    await platform.do('portal.setPlan', '1700', 'basic');
    expect((await platform.ask('limits.report', 0)).windows).toMatchObject([
      { limit: 500, remaining: 499, windowSeconds: 86_400 },
    ]);
    await platform.clock.advance(15 * minute - 1);
    expect((await platform.ask('limits.report', 0)).windows).toHaveLength(1);
    await platform.clock.advance(1);
    expect((await platform.ask('limits.report', 0)).windows).toEqual([]);
  });

  test('belong to nobody once their token has ended, and are there after a restart', async () => {
    const { platform, as } = await start();
    const tokens = await as.user().get('/2/users/me');
    expect(tokens.status).toBe(200);
    await platform.do('portal.revoke', reader, 'oauth1');
    const again = createPlatform({ snapshot: platform.snapshot() });
    expect((await again.ask('limits.report', 0)).windows).toMatchObject([
      { endpointId: 'getMe', appId: null, userId: null, limit: 25 },
    ]);
  });

  test('of messages are counted for users and the App at once', async () => {
    const { platform, as } = await start();
    await as.user('mira_holm', 'Northwind Courier').post(`/2/dm_conversations/with/2244994946/messages`, {
      text: 'Hello',
    });
    expect(
      (await platform.ask('limits.report', 0)).windows.map(({ scope, limit }) => [scope, limit]),
    ).toEqual([
      ['user', 1440],
      ['app', 1440],
    ]);
  });
});

test('the monthly posts of a Project are reported with them (choice: monthly-cap)', async () => {
  const { platform, as } = await start();
  const cap = async () =>
    (await platform.ask('limits.report', 0)).caps.find(({ projectId }) => projectId === '1700')!;
  const before = await cap();
  expect(before).toEqual({
    projectId: '1700',
    limit: 1_000_000,
    larger: { plan: 'enterprise', limit: 50_000_000 },
    left: expect.any(Number) as number,
    resetAt: Date.UTC(2026, 3, 1),
  });
  const found = await as.bearer().get('/2/posts/search/recent?query=the&max_results=10');
  expect(found.status).toBe(200);
  expect((await cap()).left).toBe(before.left - found.json.meta.result_count);
  await platform.do('portal.setPlan', '1700', 'basic');
  expect((await cap()).limit).toBe(500_000);
});

describe('the calls as the limits saw them', () => {
  test('are those in the log after a sequence number, with the windows as they were recorded', async () => {
    const { platform, as } = await start();
    await as.user().get('/2/users/me');
    await as.anonymous.get('/2/users/me');
    await as.user().get('/2/nowhere');
    await as.user().get('/2/users/me');
    const { samples } = await platform.ask('limits.report', 0);
    expect(samples.map(({ endpointId, status }) => [endpointId, status])).toEqual([
      ['getMe', 200],
      ['getMe', 200],
    ]);
    expect(samples.map(({ windows }) => windows[0]!.remaining)).toEqual([74, 73]);
    expect(samples[0]).toMatchObject({ appId: reader, userId: mira, at: platform.clock.now() });
    expect((await platform.ask('limits.report', samples[0]!.sequence)).samples).toEqual(samples.slice(1));
    expect((await platform.ask('limits.report', samples[1]!.sequence)).samples).toEqual([]);
  });

  test('include refusals, and calls that got no response', async () => {
    const { platform, as } = await start({ abuse: true, logSize: 10 });
    for (let turn = 0; turn < 801; turn++) await as.bearer().get(user);
    const { samples, abuse, now } = await platform.ask('limits.report', 0);
    expect(samples).toHaveLength(10);
    expect(samples.slice(-2).map(({ status }) => status)).toEqual([429, null]);
    expect(abuse).toEqual([{ appId: reader, refused: 500, endsAt: now + 15 * minute, silenced: true }]);
    await platform.do('portal.setAbuse', false);
    expect((await platform.ask('limits.report', 0)).abuse).toMatchObject([{ silenced: false }]);
    await platform.do('portal.setAbuse', true);
    await platform.do('portal.liftAbuse', reader);
    expect((await platform.ask('limits.report', 0)).abuse).toEqual([]);
  });

  test('a refusal is deleted when its 15 minutes are over', async () => {
    const { platform, as } = await start({ abuse: true });
    for (let turn = 0; turn < 301; turn++) await as.bearer().get(user);
    expect((await platform.ask('limits.report', 0)).abuse).toMatchObject([{ refused: 1, silenced: false }]);
    await platform.clock.advance(15 * minute);
    expect((await platform.ask('limits.report', 0)).abuse).toEqual([]);
  });
});

describe('the jumps of the clock', () => {
  test('are remembered with their start, also after a restart; one without an id is not', async () => {
    const { platform } = await start();
    const from = platform.clock.now();
    await platform.clock.advance(minute, 'one');
    await platform.clock.advance(minute);
    await platform.clock.advance(5 * minute, 'two');
    await platform.clock.advance(5 * minute, 'two'); // asked for again: it went there already
    const jumps = [
      { from, until: from + minute },
      { from: from + 2 * minute, until: from + 7 * minute },
    ];
    expect((await platform.ask('limits.report', 0)).jumps).toEqual(jumps);
    const again = createPlatform({ snapshot: structuredClone(platform.snapshot()) });
    expect((await again.ask('limits.report', 0)).jumps).toEqual(jumps);
  });

  test('of an earlier release, which did not store their start, are left out', async () => {
    const { platform } = await start();
    await platform.clock.advance(minute, 'one');
    const snapshot = structuredClone(platform.snapshot());
    const [row] = snapshot.tables['platform'] as unknown as { jumps: { from?: number }[] }[];
    delete row!.jumps[0]!.from;
    const again = createPlatform({ snapshot });
    expect((await again.ask('limits.report', 0)).jumps).toEqual([]);
    expect((await caller(again, platform.initialCredentials).user().get('/2/users/me')).status).toBe(200);
  });
});
