import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createPlatform, SnapshotTooNew } from '../../engine/index.ts';
import type { ChangeSet, HttpRequest, Platform, Snapshot } from '../../engine/inside.ts';
import { caller, durable, sign, start, toRequest } from '../../testing/platform.ts';

const me = '/2/users/me';
const user = '/2/users/2244994945';

/** A platform whose commits settle when the test says so. */
async function withCommits() {
  const commits: { changes: ChangeSet; resolve: () => void; reject: (error: Error) => void }[] = [];
  const platform = createPlatform({
    scenario: 'small',
    commit: (changes) => new Promise<void>((resolve, reject) => commits.push({ changes, resolve, reject })),
  });
  // Families are loaded before the test measures.
  for (const id of ['createPost', 'getUser']) await platform.ask('limits.windows', id, { appId: '26001' });
  return { platform, as: caller(platform), commits };
}

/** Runs everything that does not wait for the outside. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Records the order in which promises settle. */
function race(promises: Readonly<Record<string, Promise<unknown>>>): string[] {
  const order: string[] = [];
  for (const [name, promise] of Object.entries(promises)) void promise.then(() => order.push(name));
  return order;
}

describe('same seed, same clock, same requests: same bytes', () => {
  /** Various calls, some of them refused, with time passing. */
  async function play(platform: Platform): Promise<unknown> {
    const as = caller(platform);
    const signer = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
    const answers: unknown[] = [];
    const send = async (request: HttpRequest, nonce: string | null) => {
      const authorization = nonce === null ? undefined : sign(platform, request, signer, { nonce });
      const headers = authorization
        ? [...request.headers, ['authorization', authorization] as const]
        : request.headers;
      answers.push(await platform.handle({ ...request, headers }));
    };
    for (let turn = 0; turn < 30; turn++) {
      await send(
        toRequest(platform, { method: 'POST', path: '/2/posts', json: { text: `Turn ${turn % 20}` } }),
        `a${turn}`,
      );
      await send(
        toRequest(platform, { path: `${user}/posts?max_results=5&expansions=author_id` }),
        `b${turn}`,
      );
      await send(toRequest(platform, { path: user }), null);
      await platform.clock.advance(turn * 61_000);
    }
    const { bearer_token } = as.credential('app', 'Northwind Reader');
    await send(
      toRequest(platform, {
        method: 'POST',
        path: `/oauth2/invalidate_token?access_token=${encodeURIComponent(bearer_token)}`,
      }),
      'c',
    );
    answers.push(
      (
        await as
          .basic()
          .send({ method: 'POST', path: '/oauth2/token', form: { grant_type: 'client_credentials' } })
      ).outcome,
    );
    return [answers, platform.snapshot(), platform.initialCredentials];
  }

  test('two platforms with one seed are equal byte for byte; another seed has other keys', async () => {
    const one = await play(createPlatform({ seed: 'a' }));
    expect(JSON.stringify(await play(createPlatform({ seed: 'a' })))).toBe(JSON.stringify(one));
    expect(createPlatform({ seed: 'a' }).initialCredentials).not.toEqual(
      createPlatform({ seed: 'b' }).initialCredentials,
    );
    expect(createPlatform({ seed: 'a' }).seed).toBe('a');
  });
});

describe('snapshot and restore', () => {
  test('windows, nonces, tokens, plan, clock and log continue where they were', async () => {
    const { platform, as } = await start();
    for (let call = 0; call < 75; call++) await as.user().get(me);
    const used = as.user('jonas_berg').prepare({ path: me });
    await platform.handle(used);
    await platform.do('portal.setPlan', '1701', 'free');
    await platform.clock.advance(5 * 60_000);
    const made = (await as.user().post('/2/posts', { text: 'Kept' })).json.data.id;
    await as.user('sam_ode').post('/1.1/oauth/invalidate_token');

    const snapshot = JSON.parse(JSON.stringify(platform.snapshot())) as Snapshot;
    const next = createPlatform({ snapshot, seed: 'ignored' });
    const again = caller(next, platform.initialCredentials);
    expect(next.initialCredentials).toEqual([]);
    expect(next.seed).toBe(platform.seed);
    expect(next.clock.now()).toBe(platform.clock.now());
    expect(next.portal.projects()).toEqual(platform.portal.projects());
    expect(next.portal.notices()).toEqual(platform.portal.notices());
    expect(next.portal.abuseEnabled()).toBe(false);
    expect(next.exchanges.list().map(({ sequence }) => sequence)).toEqual(
      platform.exchanges.list().map(({ sequence }) => sequence),
    );
    expect(durable(next)).toBe(durable(platform));

    expect((await again.user().get(me)).status).toBe(429);
    const repeated = await next.handle(used);
    expect(repeated).toMatchObject({ status: 401 }); // its nonce was used before
    expect((await again.user('sam_ode').get(me)).code).toBe(89);
    expect((await again.bearer().get(`/2/posts/${made}`)).status).toBe(200);
    await next.clock.advance(10 * 60_000);
    expect((await again.user().get(me)).status).toBe(200);
    expect(next.exchanges.list().at(-1)!.sequence).toBeGreaterThan(
      platform.exchanges.list().at(-1)!.sequence,
    );
  });

  test('both continue alike: ids, tokens and cursors are the same', async () => {
    const { platform, as } = await start();
    const cursor = (await as.bearer().get(`${user}/posts?max_results=5`)).json.meta['next_token']!;
    const next = createPlatform({ snapshot: platform.snapshot() });
    const again = caller(next, platform.initialCredentials);
    const path = `${user}/posts?max_results=5&pagination_token=${cursor}`;
    expect((await again.bearer().get(path)).text).toBe((await as.bearer().get(path)).text);
    const text = { text: 'The same in both' };
    expect((await again.user().post('/2/posts', text)).text).toBe(
      (await as.user().post('/2/posts', text)).text,
    );
  });

  test('a snapshot is a copy: what happens later does not change it', async () => {
    const { platform, as } = await start();
    const snapshot = platform.snapshot();
    const before = JSON.stringify(snapshot);
    await as.user().post('/2/posts', { text: 'Later' });
    await platform.clock.advance(1000);
    expect(JSON.stringify(snapshot)).toBe(before);
  });

  test('a later release’s snapshot and an invalid one are refused at the start', () => {
    const snapshot = createPlatform().snapshot();
    expect(() => createPlatform({ snapshot: { ...snapshot, version: 999 } })).toThrow(SnapshotTooNew);
    for (const bad of [
      { ...snapshot, format: 'other' },
      { ...snapshot, version: 0 },
      { ...snapshot, version: 1.5 },
      { ...snapshot, tables: {} },
      { ...snapshot, tables: { ...snapshot.tables, unknown: [{}] } },
    ])
      expect(() => createPlatform({ snapshot: bad as Snapshot })).toThrow(TypeError);
  });

  test('the empty scenario has the platform and nothing else', async () => {
    const platform = createPlatform({ scenario: 'empty' });
    expect([
      platform.initialCredentials,
      platform.portal.apps(),
      platform.portal.users(),
      platform.portal.projects(),
    ]).toEqual([[], [], [], []]);
    expect((await caller(platform).withBearer('x').get(user)).status).toBe(401);
  });
});

test('a platform does not hold on to the snapshot that it was opened from', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const open = () => {
    const snapshot = structuredClone(createPlatform().snapshot());
    return { platform: createPlatform({ snapshot }), posts: new WeakRef(snapshot.tables.posts!) };
  };
  const { platform, posts } = open();
  await settle();
  collect();
  expect(posts.deref()).toBeUndefined();
  expect(platform.snapshot().tables.posts!.length).toBeGreaterThan(0);
});

describe('a repeated request id (choice: request-id)', () => {
  test('gets the recorded answer and has one effect, also after a restore', async () => {
    const { platform, as } = await start();
    const request = as
      .user()
      .prepare({ id: 'call-1', method: 'POST', path: '/2/posts', json: { text: 'Once' } });
    const first = await platform.handle(request);
    expect(first).toMatchObject({ status: 201 });
    expect(await platform.handle(request)).toEqual(first);
    const next = createPlatform({ snapshot: JSON.parse(JSON.stringify(platform.snapshot())) as Snapshot });
    expect(await next.handle(request)).toMatchObject({ status: 201 });
    for (const each of [platform, next])
      expect(each.snapshot().tables.posts!.filter(({ text }) => text === 'Once')).toHaveLength(1);
    expect(platform.exchanges.list().filter(({ request: { id } }) => id === 'call-1')).toHaveLength(1);
  });

  test('while the first is under way, the second waits for the same answer', async () => {
    const { platform, as, commits } = await withCommits();
    const request = as
      .user()
      .prepare({ id: 'call-2', method: 'POST', path: '/2/posts', json: { text: 'Once' } });
    const both = [platform.handle(request), platform.handle(request)];
    await settle();
    expect(commits).toHaveLength(1);
    commits[0]!.resolve();
    const [first, second] = await Promise.all(both);
    expect(second).toBe(first);
    expect(commits[0]!.changes.exchanges?.updated).toMatchObject([
      { request: { id: 'call-2' }, outcome: { status: 201 } },
    ]);
  });

  test('a call whose nonce was kept and whose answer was not is answered after a crash, and a replay is not', async () => {
    const { platform, as, commits } = await withCommits();
    const posting = as.user().post('/2/posts', { text: 'Slow to be kept' });
    await settle();
    // Answers are sent in commit order: this one waits, and is not in the log yet, although its nonce may be stored.
    const request = as.user().prepare({ id: 'call-5', path: user });
    const waiting = platform.handle(request);
    const snapshot = structuredClone(platform.snapshot());
    expect(snapshot.tables.exchanges).toEqual([]);
    const next = createPlatform({ snapshot });
    expect(await next.handle(request)).toMatchObject({ status: 200 });
    expect(await next.handle({ ...request, id: 'call-6' })).toMatchObject({ status: 401 });
    const { method, url, headers } = request;
    expect(await next.handle({ method, url, headers })).toMatchObject({ status: 401 });
    commits[0]!.resolve();
    await Promise.all([posting, waiting]);
  });

  test('an answer stored with the commit is given after a crash', async () => {
    const { platform, as, commits } = await withCommits();
    const before = platform.snapshot();
    const request = as
      .user()
      .prepare({ id: 'call-3', method: 'POST', path: '/2/posts', json: { text: 'Once' } });
    const answer = platform.handle(request);
    await settle();
    const { posts, exchanges, platform: row } = commits[0]!.changes;
    const tables = {
      ...before.tables,
      posts: [...before.tables.posts!, ...posts!.added],
      exchanges: exchanges!.updated,
      platform: row!.updated,
    };
    commits[0]!.resolve();
    const next = createPlatform({ snapshot: { ...before, tables } });
    expect(await next.handle(request)).toMatchObject({
      status: 201,
      body: ((await answer) as { body: Uint8Array }).body,
    });
    expect(next.snapshot().tables.posts!.filter(({ text }) => text === 'Once')).toHaveLength(1);
  });
});

describe('acknowledged means stored', () => {
  test('an answer is sent only after its commit', async () => {
    const { as, commits } = await withCommits();
    const order = race({ post: as.user().post('/2/posts', { text: 'x' }) });
    await settle();
    expect([order, commits.length]).toEqual([[], 1]);
    expect(commits[0]!.changes.posts!.added).toHaveLength(1);
    commits[0]!.resolve();
    await settle();
    expect(order).toEqual(['post']);
  });

  test('answers are sent in commit order, no matter which commit ends first; reads wait for the changes they may show', async () => {
    const { as, commits } = await withCommits();
    const order = race({
      first: as.user().post('/2/posts', { text: '1' }),
      second: as.user().post('/2/posts', { text: '2' }),
      read: as.bearer().get(user),
    });
    await settle();
    commits[1]!.resolve();
    await settle();
    const late = race({ late: as.bearer().get(user) });
    await settle();
    expect([order, late]).toEqual([[], []]);
    commits[0]!.resolve();
    await settle();
    expect(order).toEqual(['first', 'second', 'read']);
    expect(late).toEqual(['late']);
  });

  test('an independent read commits nothing and waits for nothing', async () => {
    const { as, commits } = await withCommits();
    expect((await as.bearer().get(user)).status).toBe(200);
    expect(commits).toEqual([]);
  });

  test.each(['rejects', 'throws'])('a commit that %s is code 131; handle does not reject', async (how) => {
    const commit = () => {
      if (how === 'throws') throw new Error('The disk is full');
      return Promise.reject(new Error('The disk is full'));
    };
    const as = caller(createPlatform({ scenario: 'small', commit }));
    const answer = await as.user().post('/2/posts', { text: 'Lost' });
    expect([answer.status, answer.code]).toEqual([500, 131]);
    expect(answer.because).toContain('The disk is full');
    expect(answer.text).not.toContain('disk');
    expect((await as.bearer().get(user)).status).toBe(200);
  });

  test('the clock’s commit that fails rejects the jump, once', async () => {
    const { platform, commits } = await withCommits();
    const jump = platform.clock.advance(5 * 3_600_000);
    await settle();
    expect(commits).toHaveLength(1);
    commits[0]!.reject(new Error('The disk is full'));
    await expect(jump).rejects.toThrow('The disk is full');
  });

  test('counters, nonces and the log are deferred: collect returns them once', async () => {
    const told: string[] = [];
    const platform = createPlatform({ deferred: () => told.push('lagging') });
    const as = caller(platform);
    await as.user().get(me);
    await as.user().get(me);
    expect(told).toEqual(['lagging']);
    const changes = platform.takeDeferred()!;
    expect(Object.keys(changes).sort()).toEqual(['exchanges', 'nonces', 'windows']);
    expect(changes.windows!.updated).toMatchObject([{ endpoint_id: 'getMe', count: 2 }]);
    expect([changes.nonces!.updated.length, changes.exchanges!.updated.length]).toEqual([2, 2]);
    expect(platform.takeDeferred()).toBeNull();
    await platform.clock.advance(3_600_000);
    expect(platform.takeDeferred()).toMatchObject({
      windows: { removed: [changes.windows!.updated[0]!.id] },
    });
    told.length = 0;
    platform.exchanges.clear();
    expect(told).toEqual(['lagging']);
    expect(platform.takeDeferred()!.exchanges!.removed).toEqual(['1', '2']);
    expect(platform.exchanges.list()).toEqual([]);
  });
});

test('a job missing in a snapshot gets a stored row: its hour does not restart at every visit', () => {
  const { tables, ...head } = createPlatform().snapshot();
  const commits: ChangeSet[] = [];
  const commit = async (changes: ChangeSet) => void commits.push(changes);
  createPlatform({ snapshot: { ...head, tables: { ...tables, jobs: [] } }, commit });
  expect(commits).toMatchObject([{ jobs: { added: [{ name: 'sweep' }] } }]);
  createPlatform({ snapshot: { ...head, tables }, commit });
  expect(commits).toHaveLength(1);
});
