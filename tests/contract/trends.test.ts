import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/inside.ts';
import { scenarios } from '../../engine/scenarios/index.ts';
import { insertPost } from '../../engine/social/posts.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import { start } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';

const hour = 3_600_000;
const people = {
  mira: '2244994945',
  jonas: '2244994946',
  aiko: '2244994947',
  sam: '2244994948',
} as const;
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];

/** Hours before the start; the text. */
type Said = readonly [by: Name, ago: number, text: string];

const saying = (said: readonly Said[], hidden: readonly Name[] = []): Scenario => ({
  name: 'trends',
  build(write, state) {
    const credentials = scenarios.starter.build(write, state);
    for (const [by, ago, text] of [...said].sort((one, other) => other[1] - one[1]))
      insertPost(
        { text },
        state.tables.users.get(people[by])!,
        { name: 'Northwind Reader', website_url: 'https://northwind.example' },
        state,
        write,
        state.now() - ago * hour,
      );
    for (const name of hidden) write.users.update(people[name], { protected: true });
    return credentials;
  },
});

type World = Awaited<ReturnType<typeof start>>;
const at = async ({ as }: World, woeid: string | number, query = '') =>
  (await as.bearer().get(`/2/trends/by/woeid/${woeid}${query}`)).json;
const pairs = (data: readonly Readonly<Record<string, unknown>>[] | undefined) =>
  (data ?? []).map(({ trend_name, post_count }) => [trend_name, post_count]);

const day: readonly Said[] = [
  ['mira', 25, '#old news'],
  ['mira', 23, 'First of the #Tide'],
  ['mira', 5, '#harbour #harbour and #HARBOUR'],
  ['jonas', 4, '#bread, again #bread'],
  ['jonas', 3, 'more #tide'],
  ['aiko', 2, 'a map of the #harbour'],
  ['sam', 1, '#TIDE at noon'],
];

describe('trends of a place', () => {
  test('are the hashtags of the last day by the number of posts, the latest of equals first', async () => {
    const world = await start({ scenario: saying(day) });
    const { data, meta } = await at(world, 1);
    expect(data).toEqual([
      { trend_name: '#TIDE', post_count: 3 },
      { trend_name: '#harbour', post_count: 2 },
      { trend_name: '#bread', post_count: 1 },
    ]);
    expect(meta).toEqual({ result_count: 3 });
    expect(pairs((await at(world, 1, '?max_trends=1')).data)).toEqual([['#TIDE', 3]]);
    for (const query of ['?max_trends=0', '?max_trends=51', '?woeid=1'])
      expect((await world.as.bearer().get(`/2/trends/by/woeid/1${query}`)).status).toBe(400);
  });

  test('pass with the day', async () => {
    const world = await start({ scenario: saying(day) });
    await world.platform.clock.advance(hour);
    expect(pairs((await at(world, 1)).data)).toEqual([
      ['#TIDE', 2],
      ['#harbour', 2],
      ['#bread', 1],
    ]);
    await world.platform.clock.advance(30 * hour);
    expect(await at(world, 1)).toEqual({ meta: { result_count: 0 } });
  });

  test.each([
    [857105, 'Bergen', ['#HARBOUR', '#Tide']],
    [671072, 'Leipzig', ['#tide', '#bread']],
    [1117545, 'Kōbe', ['#harbour']],
    [1398823, 'Lagos', ['#TIDE']],
    [2459115, 'New York', []],
  ])('%s is %s', async (woeid, _, expected) => {
    const world = await start({ scenario: saying(day) });
    expect(pairs((await at(world, woeid)).data).map(([name]) => name)).toEqual(expected);
  });

  test('of an unknown place are 404', async () => {
    const { as } = await start();
    for (const id of ['2', '0', '23424977', '01']) {
      const answer = await as.bearer().get(`/2/trends/by/woeid/${id}`);
      expect([answer.status, answer.code]).toEqual([404, 144]);
      expect(answer.json.errors[0]).toMatchObject({ resource_type: 'place', resource_id: id });
    }
    expect((await as.bearer().get('/2/trends/by/woeid/Bergen')).status).toBe(400);
  });

  test('no single author can make a trend: at most 200 posts of each are counted', async () => {
    const flood = Array.from({ length: 250 }, (_, turn): Said => ['sam', 20 - turn / 20, `#flood ${turn}`]);
    expect(pairs((await at(await start({ scenario: saying(flood) }), 1)).data)).toEqual([['#flood', 200]]);
  });

  test('only from posts that everybody may see', async () => {
    const world = await start({ scenario: saying(day, ['jonas']) });
    expect(pairs((await at(world, 1)).data)).toEqual([
      ['#TIDE', 2],
      ['#harbour', 2],
    ]);
  });

  test('do not count reposts', async () => {
    const { platform, as } = await start({ scenario: saying(day) });
    const trends = async () => [
      (await as.bearer().get('/2/trends/by/woeid/1')).json,
      (await as.user('jonas_berg').get('/2/users/personalized_trends')).json, // follows mira alone
    ];
    const before = await trends();
    const { data } = (await as.bearer().get(`/2/users/${people.aiko}/posts`)).json;
    const harbour = data.find(({ text }) => text.includes('#harbour'))!.id;
    for (const [username, id] of [
      ['mira_holm', people.mira],
      ['sam_ode', people.sam],
    ] as const)
      expect((await as.user(username).post(`/2/users/${id}/reposts`, { post_id: harbour })).status).toBe(200);
    await platform.clock.advance(1000);
    expect(await trends()).toEqual(before);
  });

  test('agree with counting all posts by hand', async () => {
    const said = fc.tuple(
      fc.constantFrom(...names),
      fc.integer({ min: 0, max: 40 }),
      fc.array(fc.constantFrom('#one', '#One', '#two', '#three', '#日本', 'word'), {
        minLength: 1,
        maxLength: 4,
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { maxLength: 40 }),
        fc.subarray(names),
        fc.integer({ min: 0, max: 30 }),
        async (all, hidden, later) => {
          const world = await start({
            scenario: saying(
              all.map(([by, ago, tags], turn) => [by, ago, `${tags.join(' ')} ${turn}`]),
              hidden,
            ),
          });
          await world.platform.clock.advance(later * hour);
          const counts = new Map<string, number>();
          for (const [by, ago, tags] of all) {
            if (ago + later >= 24 || hidden.includes(by)) continue;
            for (const tag of new Set(tags.map((each) => each.toLowerCase())))
              if (tag.startsWith('#')) counts.set(tag, (counts.get(tag) ?? 0) + 1);
          }
          const found = pairs((await at(world, 1)).data);
          expect(
            Object.fromEntries(found.map(([name, posts]) => [String(name).toLowerCase(), posts])),
          ).toEqual(Object.fromEntries(counts));
          const numbers = found.map(([, posts]) => Number(posts));
          expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
        },
      ),
      rounds(30, 600),
    );
  });
});

describe('personalized trends', () => {
  test('come from the followed users, and say whether others post about them too', async () => {
    const world = await start({ scenario: saying(day) });
    const begin = world.platform.clock.now();
    // mira follows aiko and sam.
    const { data, meta } = (await world.as.user().get('/2/users/personalized_trends')).json;
    expect(data).toEqual([
      {
        ...{ trend_name: '#TIDE', post_count: 1, category: 'Worldwide' },
        trending_since: new Date(begin - hour).toISOString(),
      },
      {
        ...{ trend_name: '#harbour', post_count: 1, category: 'Following' },
        trending_since: new Date(begin - 2 * hour).toISOString(),
      },
    ]);
    expect(meta).toEqual({ result_count: 2 });
    // jonas follows only mira.
    const jonas = (await world.as.user('jonas_berg').get('/2/users/personalized_trends')).json;
    expect(pairs(jonas.data)).toEqual([
      ['#HARBOUR', 1],
      ['#Tide', 1],
    ]);
  });

  test('include a protected user’s posts only for their followers', async () => {
    const world = await start({ scenario: saying(day, ['aiko']) });
    const of = async (who: string) =>
      pairs((await world.as.user(who).get('/2/users/personalized_trends')).json.data);
    expect(await of('mira_holm')).toContainEqual(['#harbour', 1]);
    expect(pairs((await at(world, 1)).data)).toContainEqual(['#HARBOUR', 1]);
  });

  test('leave out users who block the user', async () => {
    const scenario = saying(day);
    const world = await start({
      scenario: {
        name: 'blocked',
        build(write, state) {
          const credentials = scenario.build(write, state);
          const [source_user_id, target_user_id] = [people.sam, people.mira];
          write.blocks.insert({
            id: pairId(source_user_id, target_user_id),
            source_user_id,
            target_user_id,
            at: 1,
          });
          return credentials;
        },
      },
    });
    expect(pairs((await world.as.user().get('/2/users/personalized_trends')).json.data)).toEqual([
      ['#harbour', 1],
    ]);
  });
});
