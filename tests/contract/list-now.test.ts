import { describe, expect, test } from 'vitest';
import { campaign, long, numbered, startAdvertiser } from '../support/advertiser.ts';
import { adsHost, start } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { mira } from '../../testing/worlds.ts';

const campaigns = (count: number) => Array.from({ length: count }, (_, at) => campaign(at));
const path = `${adsHost}/5/accounts/harbour1/campaigns`;
const ask = (by: Client, id: string, address: string) => by.send({ method: 'GET', path: address, id });

describe('the list that a call asked for, as it stands now', () => {
  test('has its order, its filters and its total, no matter which page was requested', async () => {
    const { platform, as } = await startAdvertiser(campaigns(9));
    const first = await ask(as.user(), 'first', `${path}?count=2&sort_by=id-desc`);
    await ask(
      as.user(),
      'page',
      `${path}?count=2&sort_by=id-desc&cursor=${String(first.json['next_cursor'])}`,
    );
    const ids = async (most: number) => {
      const now = await platform.ask('lists.now', 'page', most, ['name']);
      return { ...now, entries: now!.entries.map(({ id }) => id) };
    };
    const all = [8, 7, 6, 5, 4, 3, 2, 1, 0].map(numbered);
    expect(await ids(100)).toEqual({ entries: all, isWhole: true, total: 9 });
    expect(await ids(3)).toEqual({ entries: all.slice(0, 3), isWhole: false, total: 9 });
    expect(await ids(0)).toEqual({ entries: [], isWhole: false, total: 9 });
    await platform.do('ads.setDeleted', 'campaigns', numbered(7), true);
    expect(await ids(100)).toEqual({
      entries: all.filter((id) => id !== numbered(7)),
      isWhole: true,
      total: 8,
    });
    const [entry] = (await platform.ask('lists.now', 'page', 1, [
      'name',
      'created_at',
      'deleted',
      '__proto__',
    ]))!.entries;
    expect(entry).toEqual({
      id: numbered(8),
      name: 'Campaign 8',
      created_at: new Date(long + 8000).toISOString(),
    });
  });

  test('is longer than the largest page', async () => {
    const { platform, as } = await startAdvertiser(campaigns(2500));
    await ask(as.user(), 'page', `${path}?count=1`);
    const now = (await platform.ask('lists.now', 'page', 2400, []))!;
    expect([now.entries.length, now.isWhole, now.total]).toEqual([2400, false, 2500]);
    expect(new Set(now.entries.map(({ id }) => id)).size).toBe(2400);
  });

  test('can be called by anyone, counts as no call, and leaves no trace', async () => {
    const { platform, as } = await start({ scenario: 'starter' });
    const users = `/2/users/${mira}/timelines/reverse_chronological?max_results=5`;
    const answer = await ask(as.user(), 'home', users);
    const before = platform.snapshot();
    const now = (await platform.ask('lists.now', 'home', 50, ['text']))!;
    expect(now.entries.slice(0, 5).map(({ id }) => id)).toEqual(answer.json.data.map(({ id }) => id));
    expect(now.entries).toHaveLength(50);
    expect(now.total).toBeNull();
    expect(platform.snapshot()).toEqual(before);
    expect((await ask(as.user(), 'again', users)).number('svc-rate-limit-remaining')).toBe(
      answer.number('svc-rate-limit-remaining') - 1,
    );
    await ask(as.bearer(), 'app', `/2/users/${mira}/posts?max_results=5`);
    expect((await platform.ask('lists.now', 'app', 10, []))!.entries.length).toBeGreaterThan(5);
  });

  test('is null for calls without pages, for entries without ids, and once the token is gone', async () => {
    const { platform, as } = await start({ scenario: 'starter' });
    await ask(as.user(), 'me', '/2/users/me');
    await ask(as.bearer(), 'counts', '/2/posts/counts/recent?query=bread');
    await ask(as.user(), 'nowhere', '/2/nowhere');
    for (const id of ['me', 'counts', 'nowhere', 'never'])
      expect(await platform.ask('lists.now', id, 10, []), id).toBeNull();
    await ask(as.user(), 'posts', `/2/users/${mira}/posts?max_results=5`);
    expect(await platform.ask('lists.now', 'posts', 10, [])).not.toBeNull();
    const app = platform.portal.apps().find(({ name }) => name === 'Northwind Reader')!;
    await platform.do('portal.deleteApp', app.id);
    expect(await platform.ask('lists.now', 'posts', 10, [])).toBeNull();
  });
});
