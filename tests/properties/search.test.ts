/** Search and counts compared with an evaluator that scans every post, and pages while posts come and go. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlatform, encodeForm } from '../../engine/inside.ts';
import type { Post } from '../../engine/state/tables/posts.ts';
import { caller } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';
import {
  finds,
  initialCredentials,
  names,
  now,
  planned,
  query,
  rowsOf,
  textOf,
  users,
  withPosts,
} from './search.world.ts';

const hour = 3_600_000;

interface Page {
  readonly data?: readonly { readonly id: string }[];
  readonly meta: {
    readonly result_count: number;
    readonly next_token?: string;
    readonly previous_token?: string;
    readonly newest_id?: string;
    readonly oldest_id?: string;
  };
}

async function world(posts: readonly Post[], isProtected: readonly number[] = []) {
  const platform = createPlatform({ snapshot: withPosts(posts, isProtected) });
  await platform.do('portal.setAbuse', false);
  const as = caller(platform, initialCredentials);
  /** One call, in its own second (8.3: one per second). */
  const ask = async <T>(
    client: Client,
    path: string,
    inputs: Readonly<Record<string, string>>,
  ): Promise<T> => {
    await platform.clock.advance(1000);
    const answer = await client.get(`${path}?${encodeForm(Object.entries(inputs))}`);
    if (answer.status !== 200) throw new Error(`${inputs['query']}: ${answer.text}`);
    return JSON.parse(answer.text) as T;
  };
  const page = (inputs: Readonly<Record<string, string>>, client = as.bearer()) =>
    ask<Page>(client, '/2/posts/search/all', inputs);
  return { platform, as, ask, page };
}

const idsOf = ({ data = [] }: Page) => data.map(({ id }) => id);
const newestFirst = (posts: readonly Post[]) => posts.map(({ id }) => id).reverse();

const posts = fc.array(planned, { minLength: 1, maxLength: 60 }).map(rowsOf);

/** Whether the authors of a post and of the post that it reposts are visible: not in `hidden`, or friends. */
function isSeen(
  row: Post,
  rows: readonly Post[],
  hidden: readonly number[],
  friends: readonly string[] = [],
): boolean {
  const isOpen = friends.includes(row.author_id) || !hidden.some((at) => users[at] === row.author_id);
  const reposted = rows.find(({ id }) => id === row.reposted_post_id);
  return isOpen && (!reposted || isSeen(reposted, rows, hidden, friends));
}

describe('search', () => {
  test('finds exactly what a full scan finds, page by page and back again', async () => {
    await fc.assert(
      fc.asyncProperty(posts, query, async (rows, tree) => {
        const { page } = await world(rows);
        const expected = newestFirst(rows.filter((row) => finds(tree, row)));
        const pages: Page[] = [];
        for (let token: string | undefined = ''; token !== undefined; token = pages.at(-1)!.meta.next_token)
          pages.push(await page({ query: textOf(tree), ...(token !== '' && { pagination_token: token }) }));
        expect(pages.flatMap(idsOf)).toEqual(expected);
        for (const each of pages) {
          expect(each.meta.result_count).toBe(idsOf(each).length);
          expect([each.meta.newest_id, each.meta.oldest_id]).toEqual([idsOf(each)[0], idsOf(each).at(-1)]);
        }
        expect(pages[0]!.meta.previous_token).toBeUndefined();
        for (let at = pages.length - 1; at > 0; at--) {
          const back = await page({ query: textOf(tree), pagination_token: pages[at]!.meta.previous_token! });
          expect(idsOf(back)).toEqual(idsOf(pages[at - 1]!));
        }
      }),
      rounds(100, 1000),
    );
  });

  test('within the times and ids that it is given, for whom it is, by any of the three orders', async () => {
    const bound = fc.option(fc.double({ min: 0, max: 320, noNaN: true }));
    const near = fc.option(fc.nat(59));
    const bounds = fc.record({ start: bound, end: bound, since: near, until: near });
    await fc.assert(
      fc.asyncProperty(posts, query, bounds, fc.subarray([0, 1, 2, 3]), async (rows, tree, given, hidden) => {
        const { page, as } = await world(rows, hidden);
        const [oldest, newest] = [given.start, given.end]
          .map((age) => (age === null ? null : Math.floor(now - age * hour)))
          .sort((a, b) => (a !== null && b !== null ? a - b : 0));
        const [since, until] = [given.since, given.until]
          .map((at) => (at === null ? undefined : rows[at]))
          .sort((a, b) => (a && b ? (a.id < b.id ? -1 : 1) : 0));
        const inputs = {
          query: textOf(tree),
          max_results: '500',
          ...(typeof oldest === 'number' && { start_time: new Date(oldest).toISOString() }),
          ...(typeof newest === 'number' && { end_time: new Date(newest).toISOString() }),
          ...(since && { since_id: since.id }),
          ...(until && { until_id: until.id }),
        };
        // mira_holm sees her own posts and those of aiko_tan and sam_ode, whom she follows.
        const [mira, , aiko, sam] = users;
        const expected = (friends: readonly string[]) =>
          newestFirst(
            rows.filter(
              (row) =>
                finds(tree, row) &&
                row.created_at >= (oldest ?? -Infinity) &&
                row.created_at < (newest ?? Infinity) &&
                (!since || row.id > since.id) &&
                (!until || row.id < until.id) &&
                isSeen(row, rows, hidden, friends),
            ),
          );
        expect(idsOf(await page(inputs))).toEqual(expected([]));
        expect(idsOf(await page(inputs, as.user()))).toEqual(expected([mira, aiko, sam]));
        const relevant = idsOf(await page({ ...inputs, sort_order: 'relevancy' }));
        expect(relevant.toSorted()).toEqual(expected([]).toSorted());
      }),
      rounds(100, 1000),
    );
  });

  test('a hit that stays is met once in either direction, whatever is posted and deleted meanwhile', async () => {
    const step = fc.record({ post: fc.nat(2), drop: fc.array(fc.nat(200), { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { minLength: 15, maxLength: 60 }).map(rowsOf),
        query,
        fc.array(step, { maxLength: 8 }),
        async (rows, tree, steps) => {
          const { page, as } = await world(rows);
          const here = new Set(rows.filter((row) => finds(tree, row)).map(({ id }) => id));
          const stayed = new Set(here);
          const authors = new Map(rows.map(({ id, author_id }) => [id, author_id]));
          /** Reposts are deleted with their post. */
          const goes = (id: string): void => {
            here.delete(id);
            stayed.delete(id);
            for (const row of rows) if (row.reposted_post_id === id) goes(row.id);
          };
          const coming = [...steps];
          let turn = 0;
          const stir = async () => {
            const { post = 0, drop = [] } = coming.shift() ?? {};
            for (let each = 0; each < post; each++)
              await as.user('sam_ode').post('/2/posts', { text: `bread mail 京 number ${++turn}` });
            for (const at of drop) {
              const id = [...here][at % Math.max(1, here.size)];
              if (id === undefined || !authors.has(id)) continue;
              const name = names[users.findIndex((user) => user === authors.get(id))]!;
              expect((await as.user(name).delete(`/2/posts/${id}`)).status).toBe(200);
              goes(id);
            }
          };
          const asked = { query: textOf(tree) };
          const met: string[] = [];
          let last: Page | null = null;
          for (let token: string | undefined = ''; token !== undefined; token = last.meta.next_token) {
            last = await page({ ...asked, ...(token !== '' && { pagination_token: token }) });
            met.push(...idsOf(last));
            await stir();
          }
          expect(new Set(met).size).toBe(met.length);
          for (const id of stayed) expect(met).toContain(id);
          const back = idsOf(last!);
          for (let token = last!.meta.previous_token; token !== undefined; token = last.meta.previous_token) {
            last = await page({ ...asked, pagination_token: token });
            back.unshift(...idsOf(last));
            await stir();
          }
          expect(new Set(back).size).toBe(back.length);
          for (const id of stayed) expect(back).toContain(id);
        },
      ),
      rounds(50, 500),
    );
  });
});

interface Counts {
  readonly data?: readonly { readonly start: string; readonly end: string; readonly post_count: number }[];
  readonly meta: { readonly total_post_count: number; readonly next_token?: string };
}

describe('counts', () => {
  test('equal those of a full scan, in adjacent buckets', async () => {
    const span = fc.tuple(
      fc.double({ min: 0, max: 320, noNaN: true }),
      fc.double({ min: 0, max: 320, noNaN: true }),
    );
    const steps = { minute: 60_000, hour, day: 24 * hour };
    await fc.assert(
      fc.asyncProperty(
        posts,
        query,
        fc.option(span),
        fc.constantFrom('minute' as const, 'hour' as const, 'day' as const),
        fc.subarray([0, 1, 2, 3]),
        async (rows, tree, ages, granularity, hidden) => {
          const { ask, as } = await world(rows, hidden);
          const [from, to] = (ages ?? [400, 0])
            .map((age) => Math.floor(now - age * hour))
            .sort((a, b) => a - b);
          const inputs = {
            ...{ query: textOf(tree), granularity },
            start_time: new Date(from!).toISOString(),
            ...(ages && { end_time: new Date(to!).toISOString() }),
          };
          const pages: Counts[] = [];
          for (let token: string | undefined = ''; token !== undefined; token = pages[0]!.meta.next_token)
            pages.unshift(
              await ask<Counts>(as.bearer(), '/2/posts/counts/all', {
                ...inputs,
                ...(token !== '' && { next_token: token }),
              }),
            );
          for (const { data = [], meta } of pages) {
            expect(data.length).toBeLessThanOrEqual(1440);
            expect(meta.total_post_count).toBe(data.reduce((sum, { post_count }) => sum + post_count, 0));
          }
          const buckets = pages.flatMap(({ data = [] }) => data);
          const expected = rows
            .filter((row) => finds(tree, row) && isSeen(row, rows, hidden))
            .map(({ created_at }) => created_at);
          let end = new Date(from!).toISOString();
          for (const [at, bucket] of buckets.entries()) {
            expect(bucket.start).toBe(end);
            end = bucket.end;
            const [start, stop] = [Date.parse(bucket.start), Date.parse(bucket.end)];
            if (at > 0) expect(start % steps[granularity]).toBe(0);
            expect(stop - start).toBeLessThanOrEqual(steps[granularity]);
            expect(bucket.post_count).toBe(expected.filter((time) => time >= start && time < stop).length);
          }
          if (ages && buckets.length > 0) expect(Date.parse(end)).toBe(to);
        },
      ),
      rounds(12, 400),
    );
  });
});
