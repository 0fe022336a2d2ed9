import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import type { ChangeSet } from '../../engine/inside.ts';
import { start } from '../../testing/platform.ts';

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

  test('an invalid jump is refused at the start', async () => {
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

  test('a repeated jump is not made again, even by the next host, but a new one is', async () => {
    const commits: ChangeSet[] = [];
    const commit = (changes: ChangeSet) => Promise.resolve(void commits.push(changes));
    const first = createPlatform({ now: () => 0, commit });
    await first.clock.advance(2 * hour, 'one');
    expect(commits.map(({ platform }) => platform?.updated)).toMatchObject([
      [{ clock: { offset: 2 * hour }, jumps: [{ id: 'one', until: 2 * hour }] }],
    ]);
    const next = createPlatform({ now: () => 0, commit, snapshot: first.snapshot() });
    for (const { clock } of [first, next]) {
      await clock.advance(2 * hour, 'one');
      expect(clock.now()).toBe(2 * hour);
      await clock.advance(hour, 'two');
      await clock.advance(hour);
      expect(clock.now()).toBe(4 * hour);
    }
    await expect(next.clock.advance(-1, 'one')).rejects.toThrow(RangeError);
  });

  test('a repeated jump waits while the first is being stored', async () => {
    const keeping: (() => void)[] = [];
    const commit = () => new Promise<void>((kept) => void keeping.push(kept));
    const { clock } = createPlatform({ now: () => 0, commit });
    const done: string[] = [];
    const jumps = ['first', 'again'].map(async (name) => {
      await clock.advance(hour, 'one');
      done.push(name);
    });
    await new Promise((turn) => setTimeout(turn));
    expect([keeping.length, clock.now(), done]).toEqual([1, hour, []]);
    keeping[0]!();
    await Promise.all(jumps);
    expect(done).toEqual(['first', 'again']);
  });

  test('only as many jump ids are remembered as tabs may have under way', async () => {
    const platform = createPlatform({ now: () => 0 });
    for (let at = 0; at < 20; at++) await platform.clock.advance(1, `jump ${at}`);
    const [row] = platform.snapshot().tables['platform'] as { jumps: { id: string }[] }[];
    expect(row!.jumps.map(({ id }) => id)).toEqual(Array.from({ length: 8 }, (_, at) => `jump ${at + 12}`));
  });

  test('the host is told when the scheduler has to run; never with a frozen clock', async () => {
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
