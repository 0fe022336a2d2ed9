import { describe, expect, test } from 'vitest';
import { idsOf } from '../support/pages.ts';
import { durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import { aiko, block, changed, jonas, mira, protect, sam } from '../../testing/worlds.ts';

/** Aiko's first post. Mira follows her, Sam and Jonas do not. */
const hers = '2020852683371446272';
const poll = '2021230170731446272';
/** Aiko's reply to Jonas' poll. */
const answer = '2021245270225846272';
const of = (response: Answer) => [response.status, response.code];
const follow = (client: Client, source: string, target: string) =>
  client.post(`/2/users/${source}/following`, { target_user_id: target });

const shy = () => start({ scenario: changed((write) => void protect(aiko, write)) });

describe('who may see what (choices: protected-posts, blocking)', () => {
  test('posts of a protected user are for followers: 403 alone, a partial error among others', async () => {
    const { as } = await shy();
    for (const client of [as.bearer(), as.user('sam_ode')]) {
      const refused = await client.get(`/2/posts/${hers}`);
      expect(of(refused)).toEqual([403, 220]);
      expect(refused.json).toMatchObject({
        title: 'Forbidden',
        status: 403,
        errors: [{ code: 220, resource_type: 'post', parameter: 'id', value: hers, resource_id: hers }],
      });
      const several = (await client.get(`/2/posts?ids=${hers},1,${poll}`)).json;
      expect(idsOf(several.data)).toEqual([poll]);
      expect(several.errors.map(({ code, value }) => [code, value])).toEqual([
        [220, hers],
        [144, '1'],
      ]);
      for (const list of [`/2/users/${aiko}/posts`, `/2/users/${aiko}/liked_posts`])
        expect(of(await client.get(list))).toEqual([403, 220]);
      for (const list of ['liking_users', 'reposted_by', 'quote_posts'])
        expect(of(await client.get(`/2/posts/${hers}/${list}`))).toEqual([403, 220]);
      expect((await client.get(`/2/users/${aiko}?user.fields=protected`)).json.data['protected']).toBe(true);
    }
    for (const username of ['mira_holm', 'aiko_tan']) {
      expect((await as.user(username).get(`/2/posts/${hers}`)).status).toBe(200);
      expect(idsOf((await as.user(username).get(`/2/users/${aiko}/posts`)).json.data)).toContain(hers);
    }
  });

  test('expansions lead to nothing that the caller may not see', async () => {
    const { as } = await start({
      scenario: changed((write) => {
        protect(aiko, write);
        write.users.update(aiko, { pinned_post_id: hers });
        write.posts.update(poll, { quoted_post_id: hers });
      }),
    });
    const path = `/2/posts/${poll}?expansions=referenced_posts.id`;
    const seen = (await as.user().get(path)).json;
    expect(idsOf(seen.includes['posts'])).toEqual([hers]);
    const unseen = (await as.bearer().get(path)).json;
    expect(unseen).not.toHaveProperty('includes');
    expect(unseen.errors).toMatchObject([{ code: 220, resource_id: hers, parameter: 'referenced_posts.id' }]);
    const pinned = (await as.bearer().get(`/2/users/${aiko}?expansions=pinned_post_id`)).json;
    expect([pinned.data.id, pinned.errors[0]!.code, pinned.includes]).toEqual([aiko, 220, undefined]);
  });

  test('nobody answers or quotes what they may not see', async () => {
    const { platform, as } = await shy();
    const before = durable(platform);
    const say = (more: object) => as.user('sam_ode').post('/2/posts', { text: 'Hello', ...more });
    expect(of(await say({ reply: { in_reply_to_post_id: hers } }))).toEqual([403, 220]);
    expect(of(await say({ quote_post_id: hers }))).toEqual([403, 220]);
    expect(durable(platform)).toBe(before);
    const told = await as
      .user()
      .post('/2/posts', { text: 'Hello', reply: { in_reply_to_post_id: hers }, quote_post_id: hers });
    expect(told.status).toBe(201);
  });

  test('following a protected user makes one request, which unfollowing withdraws', async () => {
    const { platform, as } = await shy();
    const requests = () => platform.snapshot().tables['follow_requests']!;
    const first = await follow(as.user('sam_ode'), sam, aiko);
    expect(first.json).toEqual({ data: { following: false, pending_follow: true } });
    const [kept] = requests();
    await platform.clock.advance(1000);
    expect((await follow(as.user('sam_ode'), sam, aiko)).json.data).toEqual({
      following: false,
      pending_follow: true,
    });
    expect(requests()).toEqual([kept]);
    expect(of(await as.user('sam_ode').get(`/2/posts/${hers}`))).toEqual([403, 220]);
    // Existing followers stay.
    expect((await follow(as.user(), mira, aiko)).json.data).toEqual({
      following: true,
      pending_follow: false,
    });
    const unfollowed = await as.user('sam_ode').delete(`/2/users/${sam}/following/${aiko}`);
    expect([unfollowed.json, requests()]).toEqual([{ data: { following: false } }, []]);
  });

  test('a follow has the time of the call', async () => {
    const { platform, as } = await start();
    await platform.clock.advance(5000);
    const at = platform.clock.now();
    await follow(as.user(), mira, jonas);
    await platform.clock.advance(5000);
    await follow(as.user(), mira, jonas);
    const row = platform.snapshot().tables['follows']!.find(({ id }) => id === pairId(mira, jonas));
    expect(row).toMatchObject({ at });
  });

  test('a blocked user sees nothing; neither follows, answers or quotes the other', async () => {
    const { platform, as } = await start({ scenario: changed((write) => block(aiko, mira, write)) });
    const before = durable(platform);
    expect(of(await as.user().get(`/2/posts/${hers}`))).toEqual([403, 220]);
    expect(of(await as.user().get(`/2/users/${aiko}/posts`))).toEqual([403, 220]);
    expect((await as.user('aiko_tan').get('/2/posts/2021109374776246272')).status).toBe(200);
    expect((await as.user('jonas_berg').get(`/2/posts/${hers}`)).status).toBe(200);
    expect(of(await follow(as.user(), mira, aiko))).toEqual([403, 220]);
    expect(of(await follow(as.user('aiko_tan'), aiko, mira))).toEqual([403, 220]);
    const mine = '2021109374776246272';
    for (const more of [{ reply: { in_reply_to_post_id: mine } }, { quote_post_id: mine }])
      expect(of(await as.user('aiko_tan').post('/2/posts', { text: 'Hello', ...more }))).toEqual([403, 220]);
    expect(durable(platform)).toBe(before);
    const answers = (await as.user().get(`/2/posts/${answer}`)).status;
    expect(answers).toBe(403);
  });
});

describe('posts of a community (choice: community-posts)', () => {
  test('are made and replied to only by members, and show their community', async () => {
    const community = '2021000000000000101';
    const { platform, as } = await start({
      scenario: changed((write) => {
        write.communities.insert({
          ...{ id: community, name: 'Harbour', description: '', join_policy: 'Open', created_at: 1 },
        });
        write.community_members.insert({
          ...{ id: pairId(community, mira), community_id: community, user_id: mira, at: 1 },
        });
      }),
    });
    const said = await as.user().post('/2/posts', { text: 'Cranes', community_id: community });
    expect(said.status).toBe(201);
    const shown = await as.bearer().get(`/2/posts/${said.json.data.id}?post.fields=community_id`);
    expect(shown.json.data['community_id']).toBe(community);
    const outside = await as.user('sam_ode').post('/2/posts', { text: 'Cranes', community_id: community });
    expect(of(outside)).toEqual([403, 220]);
    expect(of(await as.user().post('/2/posts', { text: 'Cranes', community_id: '1' }))).toEqual([400, 214]);
    const reply = { text: 'Which?', reply: { in_reply_to_post_id: said.json.data.id } };
    const answered = await as
      .user('sam_ode')
      .send({ id: 'reply', method: 'POST', path: '/2/posts', json: reply });
    expect(of(answered)).toEqual([403, 220]);
    expect((await platform.ask('remedies.advise', 'reply', null))!.act).toEqual({
      kind: 'none',
      because: 'Only members of the community post and reply there.',
    });
    expect((await as.user().post('/2/posts', reply)).status).toBe(201);
  });

  test('a reply belongs to the community of its parent, however deep the conversation is', async () => {
    const [community, other] = ['2021000000000000101', '2021000000000000102'];
    const { as } = await start({
      scenario: changed((write) => {
        for (const id of [community, other]) {
          write.communities.insert({ id, name: id, description: '', join_policy: 'Open', created_at: 1 });
          write.community_members.insert({ id: pairId(id, mira), community_id: id, user_id: mira, at: 1 });
        }
        const at = { community_id: community, user_id: jonas, at: 1 };
        write.community_members.insert({ id: pairId(community, jonas), ...at });
      }),
    });
    const [member, second, outsider] = [as.user(), as.user('jonas_berg'), as.user('sam_ode')];
    const reply = (by: typeof member, to: string, more: object = {}) =>
      by.post('/2/posts', { text: `To ${to}`, reply: { in_reply_to_post_id: to }, ...more });
    const { id: opening } = (await member.post('/2/posts', { text: 'Cranes', community_id: community })).json
      .data;
    const { id: answer } = (await reply(second, opening)).json.data;
    const shown = await as.bearer().get(`/2/posts/${answer}?post.fields=community_id`);
    expect(shown.json.data['community_id']).toBe(community);
    expect(of(await reply(outsider, answer))).toEqual([403, 220]);
    // A repost of the reply leads to the same parent.
    const { id: repost } = (await member.post(`/2/users/${mira}/reposts`, { post_id: answer })).json.data;
    expect(of(await reply(outsider, repost))).toEqual([403, 220]);
    expect(of(await reply(member, answer, { community_id: other }))).toEqual([400, 214]);
    expect((await reply(member, answer, { community_id: community })).status).toBe(201);
    const { id: open } = (await member.post('/2/posts', { text: 'For everybody' })).json.data;
    expect(of(await reply(member, open, { community_id: community }))).toEqual([400, 214]);
    expect((await reply(outsider, open)).status).toBe(201);
  });
});
