import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import { proves } from '../support/clause.ts';
import { openLegs } from '../../testing/legs.ts';
import { caller, durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';

/** A post by mira_holm, jonas_berg's reply to it, and her reply to that. */
const [post, reply, further] = ['2020777185899446272', '2020792285393846272', '2020799835141046272'] as const;

const hide = (client: Client, id: string, hidden: unknown = true) =>
  client.send({ method: 'PUT', path: `/2/posts/${id}/hidden`, json: { hidden } });
const of = (answer: Answer) => [answer.status, answer.code];

async function repliesTo(id: string, client: Client): Promise<unknown> {
  const { data } = (await client.get(`/2/posts/${id}?post.fields=public_metrics`)).json;
  return (data['public_metrics'] as Record<string, number>)['reply_count'];
}

describe('hiding replies (8.3; choice: hidden-replies)', () => {
  test(
    proves(
      '5-r3-read-write-hiding',
      'a read-write token hides a reply to an own post and shows it again, a read-only one may not',
    ),
    async () => {
      const { platform, as } = await start();
      expect(as.credential('oauth1', 'Northwind Reader', 'mira_holm').permission).toBe('read-write');
      const before = durable(platform);
      expect(of(await hide(as.user('mira_holm', 'Northwind Viewer'), reply))).toEqual([403, 261]);
      expect(durable(platform)).toBe(before);
      expect(await repliesTo(post, as.bearer())).toBe(1);

      const hidden = await hide(as.user(), reply);
      expect([hidden.status, hidden.json]).toEqual([200, { data: { hidden: true } }]);
      expect(await repliesTo(post, as.bearer())).toBe(0);
      expect((await hide(as.user(), reply, false)).json).toEqual({ data: { hidden: false } });
      expect(await repliesTo(post, as.bearer())).toBe(1);
    },
  );

  test('a hidden reply still exists for anyone who asks for it, and can be replied to and deleted', async () => {
    const { as } = await start();
    const shown = (await as.bearer().get(`/2/posts/${reply}?post.fields=text,referenced_posts`)).json;
    await hide(as.user(), reply);
    expect((await as.bearer().get(`/2/posts/${reply}?post.fields=text,referenced_posts`)).json).toEqual(
      shown,
    );
    const posts = (await as.bearer().get('/2/users/2244994946/posts')).json.data;
    expect(posts.map(({ id }) => id)).toContain(reply);
    expect(await repliesTo(reply, as.bearer())).toBe(1);
    const answer = { text: 'Seen all the same', reply: { in_reply_to_post_id: reply } };
    expect((await as.user('sam_ode').post('/2/posts', answer)).status).toBe(201);
    expect(await repliesTo(reply, as.bearer())).toBe(2);
    expect((await as.user('jonas_berg').delete(`/2/posts/${reply}`)).status).toBe(200);
    expect(await repliesTo(post, as.bearer())).toBe(0);
    expect(of(await hide(as.user(), reply, false))).toEqual([404, 144]);
  });

  test('hiding twice changes nothing the second time', async () => {
    let commits = 0;
    const commit = () => {
      commits++;
      return Promise.resolve();
    };
    const { as } = await start({ commit });
    const before = commits;
    for (let turn = 0; turn < 2; turn++)
      expect((await hide(as.user(), reply)).json.data).toEqual({ hidden: true });
    expect(commits - before).toBe(1);
  });

  test('only the author of the parent post may hide, and only a reply', async () => {
    const { platform, as } = await start();
    const before = durable(platform);
    const calls: readonly (readonly [Promise<Answer>, number, number])[] = [
      [hide(as.user('jonas_berg'), reply), 403, 220], // his own reply
      [hide(as.user('sam_ode'), reply), 403, 220],
      [hide(as.user('mira_holm'), further), 403, 220], // to jonas_berg's, in her own conversation
      [hide(as.user(), post), 400, 214],
      [hide(as.user('sam_ode'), post), 400, 214],
      [hide(as.user(), '1'), 404, 144],
      [hide(as.user(), 'abc'), 400, 214],
      [hide(as.user(), reply, 'true'), 400, 214],
      [hide(as.user(), reply, null), 400, 214],
      [as.user().send({ method: 'PUT', path: `/2/posts/${reply}/hidden`, json: {} }), 400, 214],
      [hide(as.bearer(), reply), 403, 220],
    ];
    for (const [index, [call, status, code]] of calls.entries())
      expect(of(await call), `call ${index}`).toEqual([status, code]);
    expect((await hide(as.user(), '1')).json.errors[0]).toMatchObject({
      ...{ resource_type: 'post', parameter: 'post_id', resource_id: '1' },
    });
    expect(durable(platform)).toBe(before);
    expect((await hide(as.user('jonas_berg'), further)).status).toBe(200);
  });

  test('a reply to a deleted post can be hidden by the author of that post', async () => {
    const { as } = await start();
    await as.user().delete(`/2/posts/${post}`);
    expect((await hide(as.user(), reply)).status).toBe(200);
    expect(of(await hide(as.user('sam_ode'), reply, false))).toEqual([403, 220]);
  });

  test('an OAuth 2.0 token needs post.moderate.write', async () => {
    const { as, pkce } = await openLegs();
    const scopes = 'users.read post.read';
    const writing = as.withBearer((await pkce(`${scopes} post.write`)).access_token);
    expect(of(await hide(writing, further))).toEqual([403, 220]);
    const moderating = as.withBearer((await pkce(`${scopes} post.moderate.write`)).access_token);
    expect((await hide(moderating, further)).json.data).toEqual({ hidden: true });
  });

  test('hidden replies are in the snapshot', async () => {
    const { platform, as } = await start();
    await hide(as.user(), reply);
    const again = caller(createPlatform({ snapshot: platform.snapshot() }), platform.initialCredentials);
    expect(await repliesTo(post, again.bearer())).toBe(0);
    await hide(again.user(), reply, false);
    expect(await repliesTo(post, again.bearer())).toBe(1);
  });
});
