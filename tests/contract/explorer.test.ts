import { describe, expect, test } from 'vitest';
import type { BrowsedKind } from '../../engine/inside.ts';
import { businessKinds, socialKinds } from '../../engine/explorer/contract.ts';
import { startAdvertiser, campaign, numbered } from '../support/advertiser.ts';
import { createCatalog, createFeed, openCatalogTo, product, putProducts } from '../../testing/merchant.ts';
import { start, userId } from '../../testing/platform.ts';

const [mira, jonas] = ['2244994945', '2244994946'];

describe('the data itself', () => {
  test('holds all kinds, counted, and each row can be looked at', async () => {
    const { platform } = await start({ scenario: 'starter' });
    const { counts, oldest, newest } = await platform.ask('explorer.census');
    expect(oldest).toBeLessThanOrEqual(Date.UTC(2026, 1, 9, 8, 30));
    expect(newest).toBeLessThanOrEqual(platform.clock.now());
    for (const kind of socialKinds) {
      const { rows, total, problem } = await platform.ask('explorer.find', kind, '', 0, 100);
      expect(problem).toBeNull();
      expect(total, kind).toBe(counts[kind]);
      expect(rows.length, kind).toBe(Math.min(100, total));
      expect(rows.length, kind).toBeGreaterThan(0);
      for (const row of rows) expect(await platform.ask('explorer.look', kind, row.id)).toEqual(row);
    }
  });

  test('posts come newest first, page by page, each once', async () => {
    const { platform } = await start();
    const { total } = await platform.ask('explorer.find', 'posts', '', 0, 100);
    const ids: string[] = [];
    for (let from = 0; from < total; from += 7)
      ids.push(...(await platform.ask('explorer.find', 'posts', '', from, 7)).rows.map(({ id }) => id));
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
    expect(ids).toEqual([...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1)));
  });

  test.each<[BrowsedKind, string]>([
    ['users', 'mira'],
    ['posts', '#oauth -from:sam_ode'],
    ['lists', 'harbour'],
    ['communities', 'quay'],
    ['conversations', '@aiko_tan'],
  ])('a search of %s for %s finds some and not all', async (kind, search) => {
    const { platform } = await start({ scenario: 'starter' });
    const { total } = await platform.ask('explorer.find', kind, search, 0, 10);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan((await platform.ask('explorer.census')).counts[kind]!);
    expect(await platform.ask('explorer.find', kind, 'zzzz-nowhere', 0, 10)).toMatchObject({
      total: 0,
      rows: [],
      problem: null,
    });
  });

  test('an invalid query says where, and an id finds its post', async () => {
    const { platform } = await start();
    expect((await platform.ask('explorer.find', 'posts', '(bread', 0, 10)).problem).toMatch(
      /at position \d+/,
    );
    expect(await platform.ask('explorer.find', 'posts', '2020777185899446272', 0, 10)).toMatchObject({
      total: 1,
    });
    expect((await platform.ask('explorer.find', 'posts', 'x'.repeat(600), 0, 10)).problem).toMatch(/512/);
  });

  test('a malformed question is a TypeError', async () => {
    const { platform } = await start();
    const ask = (id: string, ...args: readonly (string | number)[]) =>
      platform.ask(id as 'explorer.look', ...(args as ['users', string]));
    expect(await ask('explorer.look', 'users', mira)).toMatchObject({ username: 'mira_holm' });
    for (const [id, ...args] of [
      ['ask', 'census'],
      ['constructor'],
      ['constructor.name'],
      ['explorer.constructor'],
      ['explorer.look', 'users'],
      ['explorer.look', 'tables', '1'],
      ['explorer.find', 'users', '', -1, 10],
      ['explorer.find', 'users', '', 0.5, 10],
      ['explorer.census', 1],
    ] as const)
      await expect(ask(id, ...args), id).rejects.toThrow(TypeError);
  });

  test('no secret of a job is shown', async () => {
    const { platform } = await start({ scenario: 'starter' });
    const [job] = (await platform.ask('explorer.find', 'jobs', '', 0, 1)).rows;
    expect(job).toBeDefined();
    expect(job).not.toHaveProperty('secret');
  });

  test('shows what calls did: a like, a follow, a mute', async () => {
    const { platform, as } = await start();
    const post = '2020777185899446272';
    await as.user('jonas_berg').post(`/2/users/${jonas}/likes`, { post_id: post });
    expect(await platform.ask('explorer.marks', jonas, post)).toEqual({
      liked: [post],
      reposted: [],
      bookmarked: [],
    });
    await as.user('jonas_berg').post(`/2/users/${jonas}/muting`, { target_user_id: mira });
    expect(await platform.ask('explorer.between', jonas, mira)).toMatchObject({
      follows: true,
      mutes: true,
      blocks: false,
    });
    expect(await platform.ask('explorer.between', mira, jonas)).toMatchObject({
      follows: false,
      isFollowed: true,
    });
  });
});

describe('what users do that no endpoint does', () => {
  test('letting an App in gives a working token, and the same one while it lives', async () => {
    const { platform, as } = await start();
    const app = platform.portal.apps().find(({ name }) => name === 'Northwind Viewer')!;
    const aiko = userId(platform, 'aiko_tan');
    const answer = await platform.do('portal.allow', app.id, aiko);
    expect(answer).toMatchObject({ ok: true, made: { kind: 'oauth1', permission: 'read', userId: aiko } });
    if (!answer.ok || answer.made.kind !== 'oauth1') throw new Error('no token');
    const { consumer_key, consumer_secret } = as.credential('basic', 'Northwind Viewer');
    const me = await as.signing({ ...answer.made, consumer_key, consumer_secret }).get('/2/users/me');
    expect(me.json.data).toMatchObject({ username: 'aiko_tan' });
    expect(await platform.do('portal.allow', app.id, aiko)).toEqual(answer);
  });

  test.each([
    ['an unknown App', '1', mira, /no such App/],
    ['an unknown user', '26001', '1', /no such user/],
    ['a suspended App', '26005', mira, /suspended/],
  ])('nobody lets in %s', async (_, appId, user, reason) => {
    const { platform } = await start();
    const answer = await platform.do('portal.allow', appId, user);
    expect(answer).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as string });
  });

  test('a block ends follows both ways and hides posts; without it they are seen again', async () => {
    const { platform, as } = await start();
    const posts = async () => (await as.user('jonas_berg').get(`/2/users/${mira}/posts`)).json;
    expect((await posts()).meta.result_count).toBeGreaterThan(0);
    expect(await platform.do('users.setBlocked', mira, jonas, true)).toEqual({ ok: true });
    expect(await platform.ask('explorer.between', jonas, mira)).toMatchObject({
      follows: false,
      isBlocked: true,
    });
    expect((await posts()).data).toBeUndefined();
    await platform.do('users.setBlocked', mira, jonas, false);
    expect((await posts()).meta.result_count).toBeGreaterThan(0);
    expect(await platform.do('users.setBlocked', mira, mira, true)).toMatchObject({ ok: false });
  });

  test('a user who asks to follow a protected user follows once that is accepted', async () => {
    const { platform, as } = await start({ scenario: 'starter' });
    const guarded = (await platform.ask('explorer.find', 'users', '', 0, 100)).rows.find(
      (user) => user['protected'] === true,
    )!;
    await platform.do('users.setBlocked', guarded.id, jonas, true);
    await platform.do('users.setBlocked', guarded.id, jonas, false);
    const asked = await as
      .user('jonas_berg')
      .post(`/2/users/${jonas}/following`, { target_user_id: guarded.id });
    expect(asked.json.data).toMatchObject({ following: false, pending_follow: true });
    expect(await platform.ask('explorer.between', guarded.id, jonas)).toMatchObject({
      isAsked: true,
      isFollowed: false,
    });
    expect(await platform.do('users.answerFollower', guarded.id, jonas, true)).toEqual({ ok: true });
    expect(await platform.ask('explorer.between', jonas, guarded.id)).toMatchObject({
      follows: true,
      asks: false,
    });
    expect(await platform.do('users.answerFollower', guarded.id, jonas, true)).toMatchObject({ ok: false });
  });
});

describe('what businesses have', () => {
  test('is counted once somebody looks at it, is paged, and each row names its parent', async () => {
    const { platform, as } = await start({ scenario: 'starter' });
    await openCatalogTo(platform, mira);
    const user = as.user('mira_holm', 'Northwind Courier');
    const catalog = await createCatalog(user);
    await putProducts(user, catalog, ...['a', 'b', 'c'].map((id) => product(id)));
    await user.post(`${catalog}/product_sets`, { name: 'Set', type: 'MANUAL', product_ids: ['b'] });
    await createFeed(user, catalog);
    await platform.clock.advance(86_400_000);
    expect((await platform.ask('explorer.census')).counts).toMatchObject({ campaigns: null, products: 3 });
    for (const kind of businessKinds) {
      const { rows, total, problem } = await platform.ask('explorer.find', kind, '', 0, 100);
      expect(problem, kind).toBeNull();
      expect(rows.length, kind).toBe(Math.min(100, total));
      expect(rows.length, kind).toBeGreaterThan(0);
      for (const row of rows) expect(await platform.ask('explorer.look', kind, row.id), kind).toEqual(row);
      expect((await platform.ask('explorer.census')).counts[kind], kind).toBe(total);
      const [next] = (await platform.ask('explorer.find', kind, '', 1, 1)).rows;
      expect(next, kind).toEqual(rows[1]);
      const { rows: found } = await platform.ask('explorer.find', kind, rows.at(-1)!.id, 0, 5);
      expect(found, kind).toEqual([rows.at(-1)]);
    }
    const [newest] = (await platform.ask('explorer.find', 'products', '', 0, 1)).rows;
    expect(newest).toMatchObject({ merchant_id: 'c', product_catalog_id: catalog.split('/').at(-1) });
    expect((await platform.ask('explorer.find', 'products', 'b', 0, 5)).rows).toMatchObject([
      { merchant_id: 'b', title: 'Product b' },
    ]);
    expect((await platform.ask('explorer.find', 'campaigns', 'zzzz-nowhere', 0, 5)).total).toBe(0);
    expect((await platform.ask('explorer.find', 'catalogs', 'shop', 0, 5)).total).toBe(1);
  });

  test('the accounts that a user may use are those of the API, except deleted ones', async () => {
    const { platform } = await start({ scenario: 'starter' });
    const ids = async () => (await platform.ask('explorer.adAccountsOf', mira)).map(({ id }) => id).sort();
    expect(await ids()).toEqual(['bakery01', 'harbour1', 'reader01']);
    await platform.do('ads.setAccountDeleted', 'reader01', true);
    expect(await ids()).toEqual(['bakery01', 'harbour1']);
  });

  test('any page of very many rows is found without sorting them, and a row by its id alone', async () => {
    const count = 50_010;
    const { platform } = await startAdvertiser(Array.from({ length: count }, (_, at) => campaign(at)));
    const page = async (from: number) =>
      (await platform.ask('explorer.find', 'campaigns', '', from, 3)).rows.map(({ id }) => id);
    expect(await page(0)).toEqual([1, 2, 3].map((at) => numbered(count - at)));
    expect(await page(count - 2)).toEqual([1, 0].map(numbered));
    expect(await page(count)).toEqual([]);
    expect(await platform.ask('explorer.find', 'campaigns', 'Campaign 5', 0, 3)).toMatchObject({
      ...{ rows: [], total: 0 },
      problem: 'With more than 50,000 rows, search only finds a complete id.',
    });
    expect(await platform.ask('explorer.find', 'campaigns', numbered(5), 0, 3)).toMatchObject({ total: 1 });
  });
});
