import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import type { ChangeSet } from '../../engine/index.ts';
import { start } from '../support/platform.ts';

const hour = 3_600_000;

describe('the virtual clock', () => {
  test('advances, freezes and resumes over a real clock', async () => {
    let real = 1_000_000;
    const { clock } = createPlatform({ now: () => real });
    expect([clock.now(), clock.frozen]).toEqual([1_000_000, false]);
    await clock.advance(500);
    real += 10;
    expect(clock.now()).toBe(1_000_510);
    await clock.freeze();
    real += 1000;
    expect([clock.now(), clock.frozen]).toEqual([1_000_510, true]);
    await clock.advance(90);
    expect(clock.now()).toBe(1_000_600);
    await clock.resume();
    real += 5;
    expect([clock.now(), clock.frozen]).toEqual([1_000_605, false]);
    await clock.freeze(2_000_000);
    expect(clock.now()).toBe(2_000_000);
  });

  test('a jump that is no jump is refused at the door', async () => {
    const { clock } = createPlatform();
    const before = clock.now();
    for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY, 11 * 366 * 24 * hour])
      await expect(clock.advance(ms), String(ms)).rejects.toThrow(RangeError);
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 9e15])
      await expect(clock.freeze(at), String(at)).rejects.toThrow(RangeError);
    expect([clock.now(), clock.frozen]).toEqual([before, false]);
  });

  test('a long jump is one commit', async () => {
    const commits: ChangeSet[] = [];
    const platform = createPlatform({ commit: (changes) => Promise.resolve(void commits.push(changes)) });
    await platform.clock.advance(30 * 24 * hour);
    expect(commits).toHaveLength(1);
    expect(commits[0]).toMatchObject({
      platform: { updated: [{ id: 'platform' }] },
      jobs: { updated: [{ name: 'sweep' }] },
    });
  });

  test('the host is told when the scheduler wants to run; a frozen clock wants nothing', async () => {
    const wakes: (number | null)[] = [];
    const { clock } = createPlatform({ wake: (at) => wakes.push(at) });
    const first = clock.now() + hour;
    expect(wakes).toEqual([first]);
    await clock.freeze();
    await clock.resume();
    await clock.advance(hour);
    expect(wakes).toEqual([first, null, first, first + hour]);
  });

  test('tokens of time: what is signed on the platform’s clock is fresh after any jump', async () => {
    const { platform, as } = await start();
    await platform.clock.advance(3 * 366 * 24 * hour);
    expect((await as.user().get('/2/users/me')).status).toBe(200);
    const made = (await as.user().post('/2/posts', { text: 'Later' })).json.data.id;
    const shown = await as.bearer().get(`/2/posts/${made}?post.fields=created_at`);
    expect(shown.json.data['created_at']).toBe(new Date(platform.clock.now()).toISOString());
  });
});
