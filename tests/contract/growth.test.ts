/** How much data a call or a jump reads while the tables grow. The benchmark measures the exact ratios at a million. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPlatform, encodeForm } from '../../engine/inside.ts';
import { Reading } from '../../engine/state/store/reading.ts';
import { Table } from '../../engine/state/store/table.ts';
import { world } from '../bench/scale/changing.ts';
import { jumps } from '../bench/scale/jobs.ts';
import { author, initialCredentials, now, postRows, withPosts } from '../bench/scale/world.ts';
import { caller } from '../../testing/platform.ts';

afterEach(() => void vi.restoreAllMocks());

/** One author's posts, one per second up to now, and how much a call reads that returns some of them. */
async function listOf(count: number) {
  const rows = postRows(count);
  const platform = createPlatform({ snapshot: withPosts(rows) });
  const as = caller(platform, initialCredentials);
  const lists = {
    posts: [as.bearer(), `/2/users/${author}/posts`],
    home: [as.user(), `/2/users/${author}/timelines/reverse_chronological`],
  } as const;
  await as.bearer().get(`/2/users/${author}`); // what is loaded with a first call
  const id = (at: number) => String(rows.at(at)!['id']);
  const time = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString();
  const look = async (list: keyof typeof lists, query: Readonly<Record<string, string>>) => {
    const [client, path] = lists[list];
    const entries = vi.spyOn(Reading.prototype, 'next');
    const scans = vi.spyOn(Table.prototype, 'values');
    const answer = await client.get(`${path}?${encodeForm(Object.entries(query))}`);
    const looked = { entries: entries.mock.calls.length, scans: scans.mock.calls.length };
    vi.restoreAllMocks();
    const handled = answer.exchange.trace.find(({ verb }) => verb === 'Handled')!.text;
    return { hits: answer.json.meta.result_count, handled, ...looked };
  };
  const half = count / 2;
  return {
    look,
    bounds: {
      'no hit after the newest': { since_id: id(-1) },
      'no hit before the oldest': { until_id: id(0) },
      'no hit since a moment to come': { start_time: time(-60) },
      'no hit until a moment before all': { end_time: time(count + 60) },
      'the newest three, by id': { since_id: id(-4) },
      'the oldest three, by id': { until_id: id(3) },
      'the newest three, by time': { start_time: time(3) },
      'the oldest three, by time': { end_time: time(count - 3) },
      'three in the middle, by id': { since_id: id(half), until_id: id(half + 4) },
      'three in the middle, by time': { start_time: time(half), end_time: time(half - 3) },
    },
  };
}

describe('since_id, until_id, start_time and end_time', () => {
  test.each(['posts', 'home'] as const)(
    '%s: ten times as many posts are no more to look at',
    async (name) => {
      const [few, many] = [await listOf(2_000), await listOf(20_000)];
      for (const bound of Object.keys(few.bounds) as (keyof typeof few.bounds)[]) {
        const [ofFew, ofMany] = [
          await few.look(name, few.bounds[bound]),
          await many.look(name, many.bounds[bound]),
        ];
        expect(ofFew, bound).toMatchObject({ hits: bound.startsWith('no hit') ? 0 : 3, scans: 0 });
        expect(ofFew.entries, bound).toBeGreaterThanOrEqual(ofFew.hits);
        expect(ofFew.entries, bound).toBeLessThan(20);
        expect(ofMany, bound).toEqual(ofFew);
      }
    },
  );
});

describe('eight times as many rows cost eight times as much', () => {
  /** With n log n, eight times as many cost 10 times as much; with n², 64 times. */
  const most = 12;
  const [few, many] = [1_000, 8_000];

  /** How many array elements are moved while something is done. */
  async function moved(work: () => unknown): Promise<number> {
    let elements = 0;
    const real = Object.getOwnPropertyDescriptor(Array.prototype, 'splice')!.value as typeof splice;
    function splice(this: unknown[], start: number, ...rest: unknown[]): unknown[] {
      elements += this.length - start;
      return Reflect.apply(real, this, [start, ...rest]);
    }
    vi.spyOn(Array.prototype, 'splice').mockImplementation(splice);
    await work();
    vi.restoreAllMocks();
    return elements;
  }

  test('removing and inserting all rows of one value, in random order', async () => {
    const [ofFew, ofMany] = [world(few), world(many)];
    for (const part of ['remove', 'insert'] as const) {
      const [a, b] = [await moved(() => ofFew[part]()), await moved(() => ofMany[part]())];
      expect(a, part).toBeGreaterThan(few);
      expect(b / a, part).toBeLessThan(most);
    }
  });

  test('a jump of the clock over jobs that fall due', async () => {
    const over = async (count: number) => {
      const entries = vi.spyOn(Reading.prototype, 'next');
      const scans = vi.spyOn(Table.prototype, 'values');
      await jumps(count, 1, () => undefined);
      const looked = { entries: entries.mock.calls.length, scans: scans.mock.calls.length };
      vi.restoreAllMocks();
      return { ...looked, moved: await moved(() => jumps(count, 1, () => undefined)) };
    };
    const [ofFew, ofMany] = [await over(few), await over(many)];
    expect(ofFew.entries).toBeGreaterThanOrEqual(few);
    expect(ofMany.entries / ofFew.entries).toBeLessThan(most);
    expect(ofMany.moved / many, 'moved for a job').toBeLessThan(128);
    expect(ofMany.scans).toBe(ofFew.scans);
  });
});
