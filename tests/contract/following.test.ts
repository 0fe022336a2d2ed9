import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import { proves } from '../support/clause.ts';
import { openLegs } from '../../testing/legs.ts';
import { caller, durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';

const [mira, jonas, aiko] = ['2244994945', '2244994946', '2244994947'] as const;

const follow = (client: Client, source: string, target: unknown) =>
  client.post(`/2/users/${source}/following`, { target_user_id: target });
const unfollow = (client: Client, source: string, target: string) =>
  client.delete(`/2/users/${source}/following/${target}`);
const of = (answer: Answer) => [answer.status, answer.code];

/** The number of users that a user follows, and of followers. */
async function counts(client: Client, id: string): Promise<readonly unknown[]> {
  const { public_metrics } = (await client.get(`/2/users/${id}?user.fields=public_metrics`)).json.data;
  const { following_count, followers_count } = public_metrics as Record<string, number>;
  return [following_count, followers_count];
}

describe('following (8.3; choice: following)', () => {
  test(
    proves('5-r3-read-write-following', 'a read-write token follows a user, a read-only one may not'),
    async () => {
      const { platform, as } = await start();
      expect(as.credential('oauth1', 'Northwind Reader', 'mira_holm').permission).toBe('read-write');
      const before = durable(platform);
      const viewer = as.user('mira_holm', 'Northwind Viewer');
      expect(of(await follow(viewer, mira, jonas))).toEqual([403, 261]);
      expect(of(await unfollow(viewer, mira, aiko))).toEqual([403, 261]);
      expect(durable(platform)).toBe(before);

      expect(await counts(as.bearer(), jonas)).toEqual([1, 1]);
      const followed = await follow(as.user(), mira, jonas);
      expect([followed.status, followed.json]).toEqual([
        200,
        { data: { following: true, pending_follow: false } },
      ]);
      expect(await counts(as.bearer(), jonas)).toEqual([1, 2]);
      expect(await counts(as.bearer(), mira)).toEqual([3, 3]);
    },
  );

  test('following again and unfollowing whom one does not follow change nothing', async () => {
    let commits = 0;
    const commit = () => {
      commits++;
      return Promise.resolve();
    };
    const { as } = await start({ commit });
    const before = commits;
    await follow(as.user(), mira, jonas);
    expect((await follow(as.user(), mira, jonas)).json.data).toEqual({
      following: true,
      pending_follow: false,
    });
    expect(commits - before).toBe(1);
    for (let turn = 0; turn < 2; turn++)
      expect((await unfollow(as.user(), mira, jonas)).json).toEqual({ data: { following: false } });
    expect(commits - before).toBe(2);
    expect(await counts(as.bearer(), jonas)).toEqual([1, 1]);
    expect(await counts(as.bearer(), mira)).toEqual([2, 3]);
  });

  test('following allows a reply to those whom the author follows, and unfollowing ends that', async () => {
    const { as } = await start();
    const said = { text: 'To those whom I follow', reply_settings: 'following' };
    const { id } = (await as.user().post('/2/posts', said)).json.data;
    const reply = async (text: string) =>
      (await as.user('jonas_berg').post('/2/posts', { text, reply: { in_reply_to_post_id: id } })).status;
    expect(await reply('one')).toBe(403);
    await follow(as.user(), mira, jonas);
    expect(await reply('two')).toBe(201);
    await unfollow(as.user(), mira, jonas);
    expect(await reply('three')).toBe(403);
  });

  test('following oneself, for another user or an unknown user is refused and changes nothing', async () => {
    const { platform, as } = await start();
    const before = durable(platform);
    const me = as.user();
    const calls: readonly (readonly [Promise<Answer>, number, number])[] = [
      [follow(me, mira, mira), 400, 214],
      [unfollow(me, mira, mira), 400, 214],
      [follow(me, jonas, mira), 403, 220],
      [follow(me, jonas, jonas), 403, 220],
      [unfollow(me, jonas, mira), 403, 220],
      [follow(me, '1', aiko), 403, 220],
      [follow(me, mira, '1'), 400, 214],
      [unfollow(me, mira, '1'), 404, 144],
      [follow(me, mira, 'jonas_berg'), 400, 214],
      [follow(me, mira, 2244994946), 400, 214],
      [follow(me, mira, undefined), 400, 214],
      [follow(as.bearer(), mira, aiko), 403, 220],
    ];
    for (const [index, [call, status, code]] of calls.entries())
      expect(of(await call), `call ${index}`).toEqual([status, code]);
    expect((await follow(me, mira, mira)).json.errors[0]).toMatchObject({
      message: `The \`target_user_id\` body field value [${mira}] names the acting user`,
      parameters: { target_user_id: [mira] },
    });
    expect((await unfollow(me, mira, '1')).json.errors[0]).toMatchObject({
      ...{ resource_type: 'user', parameter: 'target_user_id', resource_id: '1' },
    });
    expect(durable(platform)).toBe(before);
  });

  test('an OAuth 2.0 token needs follows.write', async () => {
    const { as, pkce } = await openLegs();
    const scopes = 'users.read post.read';
    const reading = as.withBearer((await pkce(`${scopes} follows.read`)).access_token);
    expect(of(await follow(reading, jonas, aiko))).toEqual([403, 220]);
    const writing = as.withBearer((await pkce(`${scopes} follows.write`)).access_token);
    expect((await follow(writing, jonas, aiko)).json.data).toMatchObject({ following: true });
    expect((await unfollow(writing, jonas, aiko)).json.data).toEqual({ following: false });
  });

  test('who follows whom is in the snapshot', async () => {
    const { platform, as } = await start();
    await follow(as.user(), mira, jonas);
    await unfollow(as.user(), mira, aiko);
    const next = createPlatform({ snapshot: platform.snapshot() });
    const again = caller(next, platform.initialCredentials);
    expect(await counts(again.bearer(), jonas)).toEqual([1, 2]);
    expect(await counts(again.bearer(), aiko)).toEqual([1, 0]);
  });
});
