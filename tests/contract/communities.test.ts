import { expect, test } from 'vitest';
import { scenarios } from '../../engine/scenarios/index.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import { start } from '../../testing/platform.ts';
import type { Entity } from '../../testing/platform.ts';

const people = ['2244994945', '2244994946', '2244994947'];
const created_at = Date.UTC(2026, 1, 10);

/** This many communities, with ids from 1000 on; three people are members of the first. */
const world = (count: number) =>
  start({
    scenario: {
      name: 'communities',
      build(write, state) {
        const credentials = scenarios.starter.build(write, state);
        for (let at = 0; at < count; at++)
          write.communities.insert({
            ...{
              id: String(1000 + at),
              name: `Quay ${at}`,
              description: at % 2 ? 'Odd cranes' : 'Éven tides',
            },
            ...{ join_policy: 'Open', created_at },
          });
        for (const [at, user_id] of people.entries())
          write.community_members.insert({ id: pairId('1000', user_id), community_id: '1000', user_id, at });
        return credentials;
      },
    },
  });

const ids = (list: readonly Entity[] | undefined) => list?.map(({ id }) => Number(id));

test('a community shows its id and name; everything else when asked', async () => {
  const { as } = await world(1);
  expect((await as.bearer().get('/2/communities/1000')).json).toEqual({
    data: { id: '1000', name: 'Quay 0' },
  });
  const fields = 'community.fields=created_at,description,join_policy,member_count';
  expect((await as.user().get(`/2/communities/1000?${fields}`)).json.data).toEqual({
    id: '1000',
    name: 'Quay 0',
    description: 'Éven tides',
    join_policy: 'Open',
    member_count: 3,
    created_at: '2026-02-10T00:00:00.000Z',
  });
  const missing = await as.user().get('/2/communities/7');
  expect([missing.status, missing.code]).toEqual([404, 144]);
  expect(missing.json.errors[0]!.resource_type).toBe('community');
});

test('found by the words of name and description, the latest made first, page by page in both directions', async () => {
  const { as } = await world(25);
  const client = as.user();
  const find = async (rest: string) =>
    (await client.get(`/2/communities/search?query=even+quay${rest}`)).json;
  const first = await find('');
  expect(ids(first.data)).toEqual([1024, 1022, 1020, 1018, 1016, 1014, 1012, 1010, 1008, 1006]);
  expect(first.meta).toMatchObject({ result_count: 10 });
  expect(first.meta).not.toHaveProperty('previous_token');
  for (const name of ['next_token', 'pagination_token']) {
    const second = await find(`&${name}=${first.meta.next_token}`);
    expect(ids(second.data)).toEqual([1004, 1002, 1000]);
    expect(second.meta).not.toHaveProperty('next_token');
    expect(ids((await find(`&${name}=${second.meta.previous_token}`)).data)).toEqual(ids(first.data));
  }
  // A token belongs to one search.
  const other = await client.get(`/2/communities/search?query=quay&next_token=${first.meta.next_token}`);
  expect(other.status).toBe(400);
});

test('a search without a hit has no data; one without a word, or with too small a page, is refused', async () => {
  const { as } = await world(3);
  expect((await as.bearer().get('/2/communities/search?query=lighthouse')).json).toEqual({
    meta: { result_count: 0 },
  });
  for (const query of ['', 'query=%20', 'query=a&max_results=9', 'query=a&max_results=101'])
    expect((await as.bearer().get(`/2/communities/search?${query}`)).status, query).toBe(400);
});
