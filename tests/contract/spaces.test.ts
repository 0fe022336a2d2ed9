import { describe, expect, test } from 'vitest';
import type { Platform } from '../../engine/index.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import type { Space } from '../../engine/state/tables/lists-spaces.ts';
import { scenarios } from '../../engine/scenarios/index.ts';
import { start } from '../../testing/platform.ts';
import type { Entity } from '../../testing/platform.ts';

const [mira, jonas, aiko, sam] = ['2244994945', '2244994946', '2244994947', '2244994948'] as const;
const hour = 3_600_000;
/** The start time of a test's platform. */
const begin = Date.UTC(2026, 2, 2, 9, 41, 12);
const post = '2020777185899446272';

const room = (id: string, creator_id: string, title: string, starts: number, ends: number): Space => ({
  ...{ id, creator_id, host_ids: [creator_id], speaker_ids: [sam], title },
  ...{ created_at: begin + starts * hour - 100 * hour, scheduled_start: begin + starts * hour },
  ...{ starts_at: begin + starts * hour, ends_at: begin + ends * hour },
});

/** Four Spaces around the beginning, buyers and posts of the first. */
const world = () =>
  start({
    scenario: {
      name: 'spaces',
      build(write, state) {
        const credentials = scenarios.starter.build(write, state);
        write.spaces.insert(room('Live1', mira, 'Reading aloud: a workshop', -1, 1));
        write.spaces.insert(room('Soon1', aiko, 'Letters on Wáter', 2, 4));
        write.spaces.insert(room('Over1', jonas, 'Bread before dawn', -50, -48));
        write.spaces.insert({ ...room('Soon2', mira, '朝の読書会', 5, 6), scheduled_start: null });
        for (const [at, user_id] of [sam, jonas, aiko].entries())
          write.space_buyers.insert({ id: pairId('Live1', user_id), space_id: 'Live1', user_id, at });
        for (const [at, post_id] of [post, '2021849250001846272'].entries())
          write.space_posts.insert({ id: pairId('Live1', post_id), space_id: 'Live1', post_id, at });
        return credentials;
      },
    },
  });

const all =
  'space.fields=creator_id,ended_at,host_ids,participant_count,scheduled_start,speaker_ids,started_at,title';

const iso = (hours: number) => new Date(begin + hours * hour).toISOString();
const ids = (list: readonly Entity[] | undefined) => list?.map(({ id }) => id);

describe('a Space by its id', () => {
  test('shows its id and state; everything else when asked', async () => {
    const { as } = await world();
    expect((await as.bearer().get('/2/spaces/Live1')).json).toEqual({ data: { id: 'Live1', state: 'live' } });
    const { data } = (await as.user().get(`/2/spaces/Live1?${all}`)).json;
    expect(data).toEqual({
      id: 'Live1',
      state: 'live',
      creator_id: mira,
      host_ids: [mira],
      speaker_ids: [sam],
      title: 'Reading aloud: a workshop',
      scheduled_start: iso(-1),
      started_at: iso(-1),
      // mira as its creator and host, and three who bought a ticket; sam is one of the speakers.
      participant_count: 4,
    });
    expect((await as.user().get(`/2/spaces/Soon2?${all}`)).json.data).not.toHaveProperty('scheduled_start');
  });

  test('goes live at its start and ends at its end, by the clock alone', async () => {
    const { platform, as } = await world();
    const shown = async () => (await as.user().get(`/2/spaces/Soon1?${all}`)).json.data;
    expect(await shown()).toMatchObject({ state: 'scheduled', participant_count: 0 });
    expect(await shown()).not.toHaveProperty('started_at');
    await platform.clock.advance(2 * hour - 1);
    expect((await shown()).state).toBe('scheduled');
    await platform.clock.advance(1);
    expect(await shown()).toMatchObject({ state: 'live', started_at: iso(2), participant_count: 2 });
    expect(await shown()).not.toHaveProperty('ended_at');
    await platform.clock.advance(2 * hour - 1);
    expect((await shown()).state).toBe('live');
    await platform.clock.advance(1);
    expect(await shown()).toMatchObject({ state: 'ended', ended_at: iso(4), participant_count: 0 });
  });

  test('expansions include its users, each once', async () => {
    const { as } = await world();
    const { json } = await as
      .bearer()
      .get('/2/spaces/Live1?expansions=creator_id,host_ids,speaker_ids&user.fields=verified');
    expect(json.data).toEqual({
      ...{ id: 'Live1', state: 'live', creator_id: mira, host_ids: [mira], speaker_ids: [sam] },
    });
    expect(json.includes.users!.map(({ username }) => username)).toEqual(['mira_holm', 'sam_ode']);
    expect(json.includes.users![0]).toHaveProperty('verified', true);
  });

  test('an unknown Space is 404, an invalid id 400', async () => {
    const { as } = await world();
    for (const path of ['/2/spaces/Nothing', '/2/spaces/Nothing/buyers', '/2/spaces/Nothing/posts']) {
      const answer = await as.user().get(path);
      expect([answer.status, answer.code]).toEqual([404, 144]);
      expect(answer.json.errors[0]).toMatchObject({ resource_type: 'space', resource_id: 'Nothing' });
    }
    for (const id of ['way-out', 'x'.repeat(14)])
      expect((await as.user().get(`/2/spaces/${id}`)).status).toBe(400);
  });
});

describe('several Spaces', () => {
  test('by ids: existing ones, and an error for each missing one', async () => {
    const { as } = await world();
    const { json } = await as.user().get('/2/spaces?ids=Over1,Nothing,Live1,Over1');
    expect(json.data).toEqual([
      { id: 'Over1', state: 'ended' },
      { id: 'Live1', state: 'live' },
    ]);
    expect(json.errors).toMatchObject([{ code: 144, value: 'Nothing', parameter: 'ids' }]);
    expect((await as.user().get(`/2/spaces?ids=${'a,'.repeat(100)}b`)).status).toBe(400);
    expect((await as.user().get('/2/spaces')).status).toBe(400);
  });

  test('by creators: live and scheduled ones, the latest made first', async () => {
    const { platform, as } = await world();
    const of = async (...users: readonly string[]) =>
      (await as.user().get(`/2/spaces/by/creator_ids?user_ids=${users.join()}`)).json;
    expect(ids((await of(mira, aiko, jonas)).data)).toEqual(['Soon2', 'Soon1', 'Live1']);
    expect(await of(jonas)).toEqual({ meta: { result_count: 0 } });
    const missed = await of('999', aiko);
    expect(missed).toMatchObject({ data: [{ id: 'Soon1' }], meta: { result_count: 1 } });
    expect(missed.errors).toMatchObject([{ code: 144, value: '999', resource_type: 'user' }]);
    await platform.clock.advance(4 * hour);
    expect(ids((await of(mira, aiko)).data)).toEqual(['Soon2']);
  });

  test.each([
    ['reading', 'all', ['Live1']],
    ['READ work', 'all', ['Live1']],
    ['reading water', 'all', undefined],
    ['water', 'all', ['Soon1']],
    ['ｗａｔｅｒ', 'scheduled', ['Soon1']],
    ['water', 'live', undefined],
    ['読書', 'scheduled', ['Soon2']],
    ['e', 'all', ['Soon1', 'Live1']],
    ['bread', 'all', undefined],
  ])('searched by %s among %s', async (words, state, expected) => {
    const { as } = await world();
    const { json } = await as
      .user()
      .get(`/2/spaces/search?query=${encodeURIComponent(words)}&state=${state}`);
    expect(ids(json.data)).toEqual(expected);
    expect(json.meta).toEqual({ result_count: expected?.length ?? 0 });
  });

  test('by search: up to a maximum, and only by words', async () => {
    const { as } = await world();
    expect(ids((await as.user().get('/2/spaces/search?query=e&max_results=1')).json.data)).toEqual(['Soon1']);
    for (const query of ['query=%20%20', 'query=', '', `query=${'x'.repeat(513)}`, 'query=a&state=ended'])
      expect((await as.user().get(`/2/spaces/search?${query}`)).status, query).toBe(400);
  });
});

describe('around a Space', () => {
  test('buyers are shown to its creator and their Apps, the latest first', async () => {
    const { as } = await world();
    const usernames = ['aiko_tan', 'jonas_berg', 'sam_ode'];
    for (const client of [as.user(), as.bearer()]) {
      const { json } = await client.get('/2/spaces/Live1/buyers');
      expect(json.data.map(({ username }) => username)).toEqual(usernames);
      expect(json.meta).toEqual({ result_count: 3 });
    }
    const first = (await as.user().get('/2/spaces/Live1/buyers?max_results=2')).json;
    const next = `/2/spaces/Live1/buyers?max_results=2&pagination_token=${first.meta.next_token}`;
    expect((await as.user().get(next)).json.data).toMatchObject([{ username: 'sam_ode' }]);
    // A cursor belongs to its list.
    const elsewhere = `/2/spaces/Live1/posts?max_results=2&pagination_token=${first.meta.next_token}`;
    expect((await as.user().get(elsewhere)).status).toBe(400);
  });

  test('and to nobody else', async () => {
    const { as } = await world();
    for (const answer of [
      await as.user('jonas_berg').get('/2/spaces/Live1/buyers'),
      await as.bearer().get('/2/spaces/Soon1/buyers'),
    ])
      expect([answer.status, answer.code]).toEqual([403, 220]);
  });

  test('posts shared in it, without those that the caller may not see', async () => {
    const { platform, as } = await world();
    const shared = async (client = as.bearer()) => ids((await client.get('/2/spaces/Live1/posts')).json.data);
    expect(await shared()).toEqual(['2021849250001846272', post]);
    await as.user().delete(`/2/posts/${post}`);
    expect(await shared()).toEqual(['2021849250001846272']);
    expect(rowsOf(platform, 'space_posts')).toBe(1);
  });
});

const rowsOf = (platform: Platform, table: string) => platform.snapshot().tables[table]!.length;
