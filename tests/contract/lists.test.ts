import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import { openLegs } from '../../testing/legs.ts';
import { idsOf } from '../support/pages.ts';
import { caller, durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { block, worldOf } from '../support/world.ts';

const [mira, jonas, aiko] = ['2244994945', '2244994946', '2244994947'] as const;

const of = (answer: Answer) => [answer.status, answer.code];
const put = (client: Client, id: string, json: unknown) =>
  client.send({ method: 'PUT', path: `/2/lists/${id}`, json });
const add = (client: Client, list: string, user_id: string) =>
  client.post(`/2/lists/${list}/members`, { user_id });
const follow = (client: Client, user: string, list_id: string) =>
  client.post(`/2/users/${user}/followed_lists`, { list_id });
const pin = (client: Client, user: string, list_id: string) =>
  client.post(`/2/users/${user}/pinned_lists`, { list_id });

/** Creates a list and returns its id; throws if it is refused. */
async function make(client: Client, json: object = {}): Promise<string> {
  const answer = await client.post('/2/lists', { name: 'A list', ...json });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data.id;
}

async function begin() {
  const { platform, as } = await start();
  return { platform, as, mira: as.user(), jonas: as.user('jonas_berg') };
}

const allFields = 'list.fields=created_at,description,follower_count,id,member_count,name,owner_id,private';

describe('a list (8.3; choice: lists)', () => {
  test('is made, shown with the fields that are asked for, changed and deleted', async () => {
    const { platform, as, mira: me } = await begin();
    const made = await me.post('/2/lists', { name: 'Küste 🌊', description: 'lone \ud800', private: false });
    expect(made.status).toBe(201);
    const { id } = made.json.data;
    expect(made.json).toEqual({ data: { id, name: 'Küste 🌊' } });
    expect((await as.bearer().get(`/2/lists/${id}`)).json).toEqual({ data: { id, name: 'Küste 🌊' } });
    await add(me, id, jonas);
    const whole = await as
      .bearer()
      .get(`/2/lists/${id}?${allFields}&expansions=owner_id&user.fields=verified`);
    expect(whole.json).toEqual({
      data: {
        id,
        name: 'Küste 🌊',
        created_at: new Date(platform.clock.now()).toISOString(),
        description: 'lone \ufffd',
        follower_count: 0,
        member_count: 1,
        owner_id: mira,
        private: false,
      },
      includes: { users: [{ id: mira, name: 'Mira Holm', username: 'mira_holm', verified: true }] },
    });
    // An expansion includes the field that it follows.
    expect((await me.get(`/2/lists/${id}?expansions=owner_id`)).json.data).toMatchObject({ owner_id: mira });
    expect((await put(me, id, { description: '' })).json).toEqual({ data: { updated: true } });
    expect((await me.get(`/2/lists/${id}?list.fields=description`)).json.data).toEqual({
      ...{ id, name: 'Küste 🌊', description: '' },
    });
    expect((await me.delete(`/2/lists/${id}`)).json).toEqual({ data: { deleted: true } });
    for (const gone of [await me.get(`/2/lists/${id}`), await me.delete(`/2/lists/${id}`)])
      expect([gone.status, gone.json.errors[0]]).toMatchObject([
        404,
        { code: 144, resource_type: 'list', parameter: 'id', resource_id: id },
      ]);
  });

  test('a change sets what it gives and nothing else', async () => {
    const { mira: me } = await begin();
    const id = await make(me, { name: 'One', description: 'First' });
    const changes = [{ name: 'Two' }, { description: 'Second' }, { private: true }, { private: false }];
    let expected: Record<string, unknown> = { id, name: 'One', description: 'First', private: false };
    for (const change of changes) {
      expect((await put(me, id, change)).status).toBe(200);
      expected = { ...expected, ...change };
      const { data } = (await me.get(`/2/lists/${id}?list.fields=description,private`)).json;
      expect(data).toEqual(expected);
    }
  });

  test('invalid lists are refused and change nothing', async () => {
    const { platform, mira: me } = await begin();
    const id = await make(me);
    const before = durable(platform);
    const long = '𝕏'.repeat(26);
    for (const name of [undefined, null, '', ' \n\t\u00a0', long, 7])
      expect(of(await me.post('/2/lists', { name })), JSON.stringify(name)).toEqual([400, 214]);
    for (const json of [
      { name: 'x', description: '𝕏'.repeat(101) },
      { name: 'x', description: null },
      { name: 'x', private: 'true' },
      { name: 'x', owner_id: jonas },
      [],
    ])
      expect(of(await me.post('/2/lists', json)), JSON.stringify(json)).toEqual([400, 214]);
    for (const json of [{}, { name: ' ' }, { name: long }, { private: null }, { owner_id: jonas }])
      expect(of(await put(me, id, json)), JSON.stringify(json)).toEqual([400, 214]);
    expect((await put(me, id, {})).json.errors[0]!.message).toContain(
      'a change needs a name, a description or private',
    );
    expect(durable(platform)).toBe(before);
    await make(me, { name: '𝕏'.repeat(25), description: '𝕏'.repeat(100) });
  });

  test('only its owner changes it: others get 403, and an unknown list is 404 or 400', async () => {
    const { platform, as, mira: me, jonas: other } = await begin();
    const id = await make(me);
    await add(me, id, aiko);
    const before = durable(platform);
    const calls: readonly (readonly [string, Promise<Answer>, number, number])[] = [
      ['change', put(other, id, { name: 'Mine' }), 403, 220],
      ['delete', other.delete(`/2/lists/${id}`), 403, 220],
      ['add', add(other, id, jonas), 403, 220],
      ['take off', other.delete(`/2/lists/${id}/members/${aiko}`), 403, 220],
      ['take off oneself', other.delete(`/2/lists/${id}/members/${jonas}`), 403, 220],
      ['change nothing', put(me, '1', { name: 'x' }), 404, 144],
      ['add to nothing', add(me, '1', jonas), 404, 144],
      ['add nobody', add(me, id, '1'), 400, 214],
      ['add no id', add(me, id, 'jonas_berg'), 400, 214],
      ['take off nobody', me.delete(`/2/lists/${id}/members/1`), 404, 144],
      ['members of nothing', me.get('/2/lists/1/members'), 404, 144],
      ['lists of nobody', me.get('/2/users/1/owned_lists'), 404, 144],
      ['memberships of nobody', me.get('/2/users/1/list_memberships'), 404, 144],
      ['pins of nobody', me.get('/2/users/1/pinned_lists'), 404, 144],
      ['with a bearer token', as.bearer().post('/2/lists', { name: 'x' }), 403, 220],
      ['a foreign field', me.get(`/2/lists/${id}?list.fields=members`), 400, 214],
      ['a foreign expansion', me.get(`/2/lists/${id}?expansions=member_ids`), 400, 214],
    ];
    for (const [name, call, status, code] of calls) expect(of(await call), name).toEqual([status, code]);
    expect(durable(platform)).toBe(before);
  });

  test('a read-only token cannot create one, and an OAuth 2.0 token needs the scopes', async () => {
    const { as, pkce } = await openLegs();
    expect(of(await as.user('mira_holm', 'Northwind Viewer').post('/2/lists', { name: 'x' }))).toEqual([
      403, 261,
    ]);
    const common = 'users.read post.read';
    const reads = as.withBearer((await pkce(`${common} list.read`)).access_token);
    const writes = as.withBearer((await pkce(`${common} list.write`)).access_token);
    const both = as.withBearer((await pkce(`${common} list.read list.write`)).access_token);
    expect(of(await reads.post('/2/lists', { name: 'x' }))).toEqual([403, 220]);
    // The answer to creating one contains it, so that is a read too.
    expect(of(await writes.post('/2/lists', { name: 'x' }))).toEqual([403, 220]);
    const id = await make(both);
    expect((await reads.get(`/2/lists/${id}`)).status).toBe(200);
    expect(of(await writes.get(`/2/lists/${id}`))).toEqual([403, 220]);
    expect((await add(writes, id, aiko)).json.data).toEqual({ is_member: true });
    expect(of(await add(reads, id, mira))).toEqual([403, 220]);
  });

  test('a user owns 1,000 at most, and a list has 5,000 members at most', async () => {
    const scenario = worldOf(1, (write, { tables }) => {
      const one = tables.users.get(mira)!;
      for (let each = 1; each <= 1000; each++)
        write.lists.insert({
          ...{ id: String(each), owner_id: mira, name: `List ${each}`, description: '' },
          ...{ private: false, created_at: 0 },
        });
      for (let each = 1; each <= 5000; each++) {
        const user_id = String(each);
        write.users.insert({ ...one, id: user_id, username: `m_${each}`, pinned_post_id: null });
        write.list_members.insert({ id: `7:${user_id}`, list_id: '7', user_id, at: 0 });
      }
    });
    const { platform, as } = await start({ scenario });
    const me = as.user();
    const before = durable(platform);
    const one = await me.post('/2/lists', { name: 'One more' });
    expect([one.status, one.json.errors[0]!.message]).toEqual([
      400,
      'The `name` body field value [One more] names one list more than the 1,000 that a user may own',
    ]);
    expect(of(await add(me, '7', jonas))).toEqual([400, 214]);
    expect((await add(me, '7', '5000')).json.data, 'who is there already').toEqual({ is_member: true });
    expect(durable(platform)).toBe(before);
    await me.delete('/2/lists/1');
    await make(me);
    await me.delete('/2/lists/7/members/1');
    expect((await add(me, '7', jonas)).status).toBe(200);
    // Another user's limits are separate.
    await make(as.user('jonas_berg'));
  });
});

describe('private lists (choice: lists)', () => {
  async function withPrivate() {
    const { platform, as, mira: me, jonas: other } = await begin();
    const id = await make(me, { name: 'Secret', private: true });
    await add(me, id, jonas);
    return { platform, as, me, other, id };
  }

  test('exist only for their owner', async () => {
    const { platform, as, me, other, id } = await withPrivate();
    expect((await me.get(`/2/lists/${id}?list.fields=private,member_count`)).json.data).toEqual({
      ...{ id, name: 'Secret', private: true, member_count: 1 },
    });
    expect((await me.get(`/2/lists/${id}/members`)).json.data.map((user) => user.id)).toEqual([jonas]);
    const before = durable(platform);
    const gone = (await other.get('/2/lists/1')).json;
    for (const client of [other, as.bearer()])
      expect((await client.get(`/2/lists/${id}`)).text).toBe(
        JSON.stringify(gone).replaceAll('[1]', `[${id}]`).replaceAll('"1"', `"${id}"`),
      );
    for (const [what, call] of [
      ['members', other.get(`/2/lists/${id}/members`)],
      ['change', put(other, id, { name: 'Mine' })],
      ['delete', other.delete(`/2/lists/${id}`)],
      ['add', add(other, id, aiko)],
      ['take off', other.delete(`/2/lists/${id}/members/${jonas}`)],
      ['unfollow', other.delete(`/2/users/${jonas}/followed_lists/${id}`)],
      ['unpin', other.delete(`/2/users/${jonas}/pinned_lists/${id}`)],
    ] as const)
      expect(of(await call), what).toEqual([404, 144]);
    for (const call of [follow(other, jonas, id), pin(other, jonas, id)])
      expect((await call).json.errors[0]!.message).toBe(
        `The \`list_id\` body field value [${id}] names a list that does not exist`,
      );
    expect(durable(platform)).toBe(before);
  });

  test('show among those owned, pinned and joined to their owner alone, and count for nobody', async () => {
    const { as, me, other, id } = await withPrivate();
    const open = await make(me, { name: 'Open' });
    for (const list of [id, open]) {
      await pin(me, mira, list);
      await add(me, list, mira);
    }
    for (const name of ['owned_lists', 'pinned_lists', 'list_memberships']) {
      const path = `/2/users/${mira}/${name}`;
      expect(idsOf((await me.get(path)).json.data).sort(), name).toEqual([id, open].sort());
      for (const client of [other, as.bearer()])
        expect((await client.get(path)).json, name).toMatchObject({
          data: [{ id: open }],
          meta: { result_count: 1 },
        });
    }
    // The members are not shown, either.
    expect((await other.get(`/2/users/${jonas}/list_memberships`)).json).toEqual({
      meta: { result_count: 0 },
    });
    expect(idsOf((await me.get(`/2/users/${jonas}/list_memberships`)).json.data)).toEqual([id]);
    const listed = async (user: string) =>
      (await me.get(`/2/users/${user}?user.fields=public_metrics`)).json.data['public_metrics'];
    expect(await listed(jonas)).toMatchObject({ listed_count: 0 });
    expect(await listed(mira)).toMatchObject({ listed_count: 1 });
  });

  test('a list that becomes private loses its followers and their pins, and keeps the owner’s', async () => {
    const { as, mira: me, jonas: other } = await begin();
    const id = await make(me);
    await follow(other, jonas, id);
    await pin(other, jonas, id);
    await pin(me, mira, id);
    const followers = async () =>
      (await me.get(`/2/lists/${id}?list.fields=follower_count`)).json.data['follower_count'];
    const pinned = async (client: Client, user: string) =>
      idsOf((await client.get(`/2/users/${user}/pinned_lists`)).json.data);
    expect([await followers(), await pinned(other, jonas)]).toEqual([1, [id]]);
    await put(me, id, { private: true });
    expect([await followers(), await pinned(other, jonas), await pinned(me, mira)]).toEqual([0, [], [id]]);
    await put(me, id, { private: false });
    expect([await followers(), await pinned(other, jonas)], 'they are not followers again').toEqual([0, []]);
    expect(await pinned(as.bearer(), mira)).toEqual([id]);
  });
});

describe('blocks (choice: blocking)', () => {
  test('prevent both from adding the other and from following the other’s lists; members stay', async () => {
    for (const [source, target] of [
      [mira, jonas],
      [jonas, mira],
    ] as const) {
      const scenario = worldOf(0, (write) => {
        for (const [id, owner_id, user_id] of [
          ['7', mira, jonas],
          ['8', jonas, mira],
        ] as const) {
          write.lists.insert({ id, owner_id, name: 'L', description: '', private: false, created_at: 0 });
          write.list_members.insert({ id: `${id}:${user_id}`, list_id: id, user_id, at: 0 });
        }
        block(write, source, target);
      });
      const { platform, as } = await start({ scenario });
      const [me, other] = [as.user(), as.user('jonas_berg')];
      const mine = await make(me);
      const before = durable(platform);
      expect(of(await add(me, mine, jonas))).toEqual([403, 220]);
      expect(of(await follow(me, mira, '8'))).toEqual([403, 220]);
      expect(of(await follow(other, jonas, '7'))).toEqual([403, 220]);
      expect(durable(platform)).toBe(before);
      expect(idsOf((await me.get('/2/lists/7/members')).json.data)).toEqual([jonas]);
      expect((await add(me, '7', aiko)).status).toBe(200);
    }
  });
});

describe('members (choice: relation-order)', () => {
  test('are listed with the latest first; adding twice and removing a non-member change nothing', async () => {
    let commits = 0;
    const commit = () => (commits++, Promise.resolve());
    const { platform, as } = await start({ commit });
    const me = as.user();
    const id = await make(me);
    for (const user of [jonas, mira, aiko]) {
      await platform.clock.advance(1);
      expect((await add(me, id, user)).json).toEqual({ data: { is_member: true } });
    }
    const before = commits;
    expect((await add(me, id, jonas)).json).toEqual({ data: { is_member: true } });
    expect(commits).toBe(before);
    const members = await as.bearer().get(`/2/lists/${id}/members?user.fields=verified`);
    expect(members.json).toMatchObject({
      data: [{ id: aiko, verified: true }, { id: mira }, { id: jonas }],
      meta: { result_count: 3 },
    });
    for (let turn = 0; turn < 2; turn++)
      expect((await me.delete(`/2/lists/${id}/members/${mira}`)).json).toEqual({
        data: { is_member: false },
      });
    expect(commits).toBe(before + 1);
    expect(idsOf((await me.get(`/2/lists/${id}/members`)).json.data)).toEqual([aiko, jonas]);
    await platform.clock.advance(1);
    await add(me, id, mira);
    expect(idsOf((await me.get(`/2/lists/${id}/members`)).json.data)).toEqual([mira, aiko, jonas]);
  });
});

describe('following and pinning (choices: following, list-pins)', () => {
  test('a user follows and unfollows a list only for themselves; repeating it changes nothing', async () => {
    const { platform, mira: me, jonas: other } = await begin();
    const id = await make(me);
    const count = async () =>
      (await me.get(`/2/lists/${id}?list.fields=follower_count`)).json.data['follower_count'];
    for (let turn = 0; turn < 2; turn++) {
      expect((await follow(other, jonas, id)).json).toEqual({ data: { following: true } });
      expect(await count()).toBe(1);
    }
    const before = durable(platform);
    expect(of(await follow(me, mira, id)), 'one’s own').toEqual([400, 214]);
    expect(of(await follow(me, jonas, id)), 'for another').toEqual([403, 220]);
    expect(of(await me.delete(`/2/users/${jonas}/followed_lists/${id}`))).toEqual([403, 220]);
    expect(of(await follow(other, jonas, '1'))).toEqual([400, 214]);
    expect(of(await other.delete(`/2/users/${jonas}/followed_lists/1`))).toEqual([404, 144]);
    expect(durable(platform)).toBe(before);
    for (let turn = 0; turn < 2; turn++) {
      const answer = await other.delete(`/2/users/${jonas}/followed_lists/${id}`);
      expect(answer.json).toEqual({ data: { following: false } });
      expect(await count()).toBe(0);
    }
  });

  test('up to five owned or followed lists are pinned, the latest first', async () => {
    const { platform, as, mira: me, jonas: other } = await begin();
    const foreign = await make(other);
    expect(of(await pin(me, mira, foreign)), 'neither owned nor followed').toEqual([403, 220]);
    expect(of(await pin(me, mira, '1'))).toEqual([400, 214]);
    expect(of(await pin(me, jonas, foreign)), 'for another').toEqual([403, 220]);
    await follow(me, mira, foreign);
    const lists = [foreign];
    for (let each = 0; each < 5; each++) lists.push(await make(me));
    for (const id of lists.slice(0, 5)) {
      await platform.clock.advance(1);
      expect((await pin(me, mira, id)).json).toEqual({ data: { pinned: true } });
    }
    expect((await pin(me, mira, lists[5]!)).json.errors[0]!.message).toBe(
      `The \`list_id\` body field value [${lists[5]!}] names one list more than the 5 that a user may pin`,
    );
    expect((await pin(me, mira, foreign)).status, 'which is there already').toBe(200);
    const pinned = async () => idsOf((await as.bearer().get(`/2/users/${mira}/pinned_lists`)).json.data);
    expect(await pinned()).toEqual(lists.slice(0, 5).reverse());
    // A user who stops following a list no longer has it pinned.
    await me.delete(`/2/users/${mira}/followed_lists/${foreign}`);
    expect(await pinned()).toEqual(lists.slice(1, 5).reverse());
    for (let turn = 0; turn < 2; turn++)
      expect((await me.delete(`/2/users/${mira}/pinned_lists/${lists[1]!}`)).json).toEqual({
        data: { pinned: false },
      });
    expect(of(await me.delete(`/2/users/${mira}/pinned_lists/1`))).toEqual([404, 144]);
    expect(of(await me.delete(`/2/users/${jonas}/pinned_lists/${lists[2]!}`))).toEqual([403, 220]);
    const whole = await me.get(`/2/users/${mira}/pinned_lists?list.fields=owner_id&expansions=owner_id`);
    expect(whole.json).toEqual({
      data: lists
        .slice(2, 5)
        .reverse()
        .map((id) => ({ id, name: 'A list', owner_id: mira })),
      includes: { users: [{ id: mira, name: 'Mira Holm', username: 'mira_holm' }] },
      meta: { result_count: 3 },
    });
    expect((await me.get(`/2/users/${jonas}/pinned_lists`)).json).toEqual({ meta: { result_count: 0 } });
  });
});

test('a deleted list is gone everywhere, and the others survive a snapshot', async () => {
  const { platform, as, mira: me, jonas: other } = await begin();
  const [gone, kept] = [await make(me, { name: 'Gone' }), await make(me, { name: 'Kept', private: true })];
  for (const id of [gone, kept]) {
    await add(me, id, jonas);
    await pin(me, mira, id);
  }
  await follow(other, jonas, gone);
  await pin(other, jonas, gone);
  await me.delete(`/2/lists/${gone}`);
  const { tables } = platform.snapshot();
  for (const name of ['list_members', 'list_follows', 'pinned_lists', 'lists'])
    expect(JSON.stringify(tables[name]), name).not.toContain(gone);
  expect(tables['list_members']).toHaveLength(1);
  const next = createPlatform({ snapshot: JSON.parse(JSON.stringify(platform.snapshot())) as never });
  const again = caller(next, platform.initialCredentials);
  const read = async (client: Client) =>
    (await client.get(`/2/users/${mira}/pinned_lists?${allFields}`)).json.data;
  expect(await read(again.user())).toEqual(await read(as.user()));
  expect(idsOf(await read(again.user()))).toEqual([kept]);
});
