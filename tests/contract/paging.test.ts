import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlatform, encodeForm } from '../../engine/inside.ts';
import type { Scenario } from '../../engine/inside.ts';
import { scenarios } from '../../engine/scenarios/index.ts';
import { insertPost } from '../../engine/social/posts.ts';
import { idsOf } from '../support/pages.ts';
import { caller, start } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';

const path = '/2/users/2244994945/posts';
const hour = 3_600_000;
const begin = Date.UTC(2026, 1, 1);

/** The starter, and additional posts by its first user at these hours, in this order. */
const postedAt = (hours: readonly number[]): Scenario => ({
  name: 'posted at',
  build: (write, state) => {
    const credentials = scenarios.starter.build(write, state);
    const author = state.tables.users.get('2244994945')!;
    const app = state.tables.apps.get('26001')!;
    for (const [at, after] of hours.entries())
      insertPost({ text: `Number ${at}` }, author, app, state, write, begin + after * hour);
    return credentials;
  },
});

describe('a range of a list', () => {
  test('has the entries of the whole list between its ids and times, also with backdated posts', async () => {
    const hours = fc.array(fc.nat(900), { maxLength: 12 });
    const bound = fc.option(fc.nat(900), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        hours,
        bound,
        bound,
        fc.option(fc.nat(20)),
        fc.option(fc.nat(20)),
        async (posted, from, to, since, until) => {
          const platform = createPlatform({ scenario: postedAt(posted) });
          const as = caller(platform);
          const all = (await as.bearer().get(`${path}?post.fields=created_at`)).json.data;
          const timeOf = (after: number | undefined) =>
            after === undefined ? undefined : new Date(begin + after * hour).toISOString();
          const [start_time, end_time] = [timeOf(from), timeOf(to)];
          const idAt = (at: number | null) => (at === null ? undefined : all[at % all.length]!.id);
          const [since_id, until_id] = [idAt(since), idAt(until)];
          const query = Object.entries({ start_time, end_time, since_id, until_id }).flatMap(
            ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
          );
          const shown = (await as.bearer().get(`${path}?${encodeForm(query)}`)).json;
          const expected = all.filter(({ id, created_at }) => {
            const at = created_at as string;
            if (start_time !== undefined && at < start_time) return false;
            if (end_time !== undefined && at >= end_time) return false;
            if (since_id !== undefined && BigInt(id) <= BigInt(since_id)) return false;
            return until_id === undefined || BigInt(id) < BigInt(until_id);
          });
          expect(idsOf(shown.data)).toEqual(idsOf(expected));
        },
      ),
      rounds(60, 1200),
    );
  });

  test('the first moment of a range is included, the last is not', async () => {
    const as = caller(createPlatform({ scenario: postedAt([1, 2, 3]) }));
    const time = (after: number) => new Date(begin + after * hour).toISOString();
    const texts = (await as.bearer().get(`${path}?start_time=${time(1)}&end_time=${time(3)}`)).json.data;
    expect(texts.map(({ text }) => text)).toEqual(['Number 1', 'Number 0']);
  });
});

test('a page that became empty still leads on, forwards and back', async () => {
  const { platform, as } = await start();
  await platform.do('portal.setPlan', '1700', 'enterprise');
  const page = async (token?: string) => {
    const query = `${path}?max_results=5${token === undefined ? '' : `&pagination_token=${token}`}`;
    const { data, meta } = (await as.bearer().get(query)).json;
    return { ids: idsOf(data), next: meta['next_token'], previous: meta['previous_token'] };
  };
  const drop = async (ids: readonly string[]) => {
    for (const id of ids) expect((await as.user().delete(`/2/posts/${id}`)).status).toBe(200);
  };
  for (let count = 0; count < 5; count++) await as.user().post('/2/posts', { text: `More ${count}` });
  const first = await page();
  const second = await page(first.next);
  await drop(first.ids);
  const newer = await page(second.previous);
  expect(newer).toMatchObject({ ids: [], previous: undefined });
  expect(await page(newer.next)).toMatchObject({ ids: second.ids });
  const rest = [];
  for (let at = await page(second.next); ; at = await page(at.next)) {
    rest.push(...at.ids);
    if (at.next === undefined) break;
  }
  await drop(rest);
  const older = await page(second.next);
  expect(older).toMatchObject({ ids: [], next: undefined });
  expect(await page(older.previous)).toMatchObject({ ids: second.ids });
  await drop(second.ids);
  expect(await page(second.next)).toEqual({ ids: [], next: undefined, previous: undefined });
});
