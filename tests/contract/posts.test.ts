import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../support/clause.ts';
import { idsOf, walk } from '../support/pages.ts';
import { start } from '../../testing/platform.ts';
import type { Client, Entity } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';

const user = '/2/users/2244994945';

describe('posts', () => {
  test('a post with everything is shown with its fields and its references', async () => {
    const { platform, as } = await start();
    const text = 'Æ 🤝 @jonas_berg and @nobody_here: #naïve https://a.example/b?c=d.';
    const poll = { options: ['yes', 'no'], duration_minutes: 60 };
    const quoted = '2020777185899446272';
    const made = await as
      .user()
      .post('/2/posts', { text, poll, quote_post_id: quoted, reply: { in_reply_to_post_id: quoted } });
    const { id } = made.json.data;
    expect(made.status).toBe(201);
    expect(made.json).toEqual({ data: { id, text, edit_history_post_ids: [id] } });
    const fields =
      'attachments,author_id,conversation_id,created_at,entities,in_reply_to_user_id,lang,possibly_sensitive,public_metrics,referenced_posts,reply_settings,source,community_id';
    const expansions =
      'author_id,referenced_posts.id,attachments.poll_ids,entities.mentions.username,in_reply_to_user_id';
    const shown = (await as.bearer().get(`/2/posts/${id}?post.fields=${fields}&expansions=${expansions}`))
      .json;
    expect(shown.data).toMatchObject({
      author_id: '2244994945',
      conversation_id: quoted,
      created_at: new Date(platform.clock.now()).toISOString(),
      lang: 'en',
      possibly_sensitive: false,
      reply_settings: 'everyone',
      referenced_posts: [
        { type: 'quoted', id: quoted },
        { type: 'replied_to', id: quoted },
      ],
      public_metrics: {
        repost_count: 0,
        reply_count: 0,
        like_count: 0,
        quote_count: 0,
        bookmark_count: 0,
        impression_count: 0,
      },
    });
    const entities = shown.data['entities'] as Record<
      string,
      { start: number; end: number; [more: string]: unknown }[]
    >;
    expect(entities).toMatchObject({
      mentions: [{ username: 'jonas_berg', id: '2244994946' }],
      hashtags: [{ tag: 'naïve' }],
      urls: [{ url: 'https://a.example/b?c=d' }],
    });
    const cut = ({ start: from, end }: { start: number; end: number }) => [...text].slice(from, end).join('');
    expect([
      cut(entities['mentions']![0]!),
      cut(entities['hashtags']![0]!),
      cut(entities['urls']![0]!),
    ]).toEqual(['@jonas_berg', '#naïve', 'https://a.example/b?c=d']);
    expect(shown.includes['users']!.map((each) => each['username'])).toEqual(['mira_holm', 'jonas_berg']);
    expect(shown.includes['posts']!.map((each) => each.id)).toEqual([quoted]);
    expect(shown.includes['polls']).toMatchObject([
      {
        voting_status: 'open',
        options: [
          { position: 1, label: 'yes', votes: 0 },
          { position: 2, label: 'no', votes: 0 },
        ],
      },
    ]);
    const target = (await as.bearer().get(`/2/posts/${quoted}?post.fields=public_metrics`)).json.data[
      'public_metrics'
    ];
    expect(target).toMatchObject({ reply_count: 2, quote_count: 1 });
    await platform.clock.advance(3_600_000);
    const closed = (await as.bearer().get(`/2/posts/${id}?expansions=attachments.poll_ids`)).json;
    expect(closed.includes['polls']).toMatchObject([{ voting_status: 'closed' }]);
  });

  test('by default a post shows id, text and its edit history, a user id, name and username', async () => {
    const { as } = await start();
    const post = (await as.bearer().get('/2/posts/2020777185899446272')).json.data;
    expect(Object.keys(post).sort()).toEqual(['edit_history_post_ids', 'id', 'text']);
    expect(Object.keys((await as.bearer().get(user)).json.data).sort()).toEqual(['id', 'name', 'username']);
  });

  test('280 characters are counted in code points; the text is returned unchanged', async () => {
    const { as } = await start();
    for (const text of ['🤝'.repeat(280), 'Café naïve Ångström', '<b>&amp;</b> "\\"', 'a\nb\tc', '%00%ff+']) {
      const made = await as.user().post('/2/posts', { text });
      expect(made.json.data.text).toBe(text);
      expect((await as.bearer().get(`/2/posts/${made.json.data.id}`)).json.data.text).toBe(text);
    }
    expect((await as.user().post('/2/posts', { text: 'lone \ud800' })).json.data.text).toBe('lone \ufffd');
  });

  test('the same text again is refused for 24 hours, to the same user alone', async () => {
    const { platform, as } = await start();
    const say = async (client: Client) => (await client.post('/2/posts', { text: 'Again' })).status;
    expect([await say(as.user()), await say(as.user()), await say(as.user('sam_ode'))]).toEqual([
      201, 403, 201,
    ]);
    await platform.clock.advance(86_400_000 - 1);
    expect(await say(as.user())).toBe(403);
    await platform.clock.advance(1);
    expect(await say(as.user())).toBe(201);
  });

  test('a world that is opened again remembers what was said in the last 24 hours, by its own clock', async () => {
    const { platform, as } = await start();
    await as.user().post('/2/posts', { text: 'Once' });
    await platform.clock.freeze();
    await platform.clock.advance(3_600_000);
    await as.user().post('/2/posts', { text: 'Again' });
    await platform.clock.advance(86_400_000 - 3_600_000);
    const next = await start({
      snapshot: platform.snapshot(),
      credentials: platform.initialCredentials,
    });
    const say = async (text: string) => (await next.as.user().post('/2/posts', { text })).status;
    expect([await say('Once'), await say('Again')]).toEqual([201, 403]);
    expect(await say('Once')).toBe(403);
  });

  test('the same text under another post is no repetition, but under the same one it is', async () => {
    const { as } = await start();
    const [one, two] = ['2020777185899446272', '2020852683371446272'];
    const { id: repost } = (await as.user('sam_ode').post('/2/users/2244994948/reposts', { post_id: one }))
      .json.data;
    const thank = async (parent: object) => {
      const { status, code } = await as.user('jonas_berg').post('/2/posts', { text: 'Thanks!', ...parent });
      return status === 403 ? code : status;
    };
    const reply = (id: string) => ({ reply: { in_reply_to_post_id: id } });
    const quote = (id: string) => ({ quote_post_id: id });
    const parents = [{}, reply(one), reply(two), quote(one), quote(two), { ...reply(one), ...quote(two) }];
    for (const parent of parents) expect(await thank(parent), JSON.stringify(parent)).toBe(201);
    for (const parent of parents) expect(await thank(parent), JSON.stringify(parent)).toBe(187);
    // A reply to a repost is a reply to the original post.
    expect([await thank(reply(repost)), await thank(quote(repost))]).toEqual([187, 187]);
  });

  test('the author decides who may reply', async () => {
    const { as } = await start();
    const ask = async (reply_settings: string, text: string) =>
      (await as.user().post('/2/posts', { text, reply_settings })).json.data.id;
    const reply = async (id: string, who: string) =>
      (await as.user(who).post('/2/posts', { text: `Re ${id}`, reply: { in_reply_to_post_id: id } })).status;
    const followed = await ask('following', 'To those whom I follow, and @jonas_berg');
    expect([
      await reply(followed, 'aiko_tan'),
      await reply(followed, 'jonas_berg'),
      await reply(followed, 'mira_holm'),
    ]).toEqual([201, 201, 201]);
    const mentioned = await ask('mentionedUsers', 'For @jonas_berg');
    expect([await reply(mentioned, 'aiko_tan'), await reply(mentioned, 'jonas_berg')]).toEqual([403, 201]);
    const plain = await ask('following', 'To those whom I follow');
    expect(await reply(plain, 'jonas_berg')).toBe(403);
  });

  test('deleting removes the post, its poll and the pin; references to it point to nothing', async () => {
    const { as } = await start();
    const pinned = (await as.bearer().get(`${user}?user.fields=pinned_post_id&expansions=pinned_post_id`))
      .json;
    const id = pinned.data['pinned_post_id'] as string;
    expect(pinned.includes['posts']).toMatchObject([{ id }]);
    expect((await as.user().delete(`/2/posts/${id}`)).json).toEqual({ data: { deleted: true } });
    expect((await as.user().delete(`/2/posts/${id}`)).status).toBe(404);
    expect((await as.bearer().get(`${user}?user.fields=pinned_post_id`)).json.data).not.toHaveProperty(
      'pinned_post_id',
    );
    const replies = (await as.bearer().get('/2/users/2244994946/posts?expansions=referenced_posts.id')).json;
    expect(replies.errors).toMatchObject([{ code: 144, resource_id: id, parameter: 'referenced_posts.id' }]);
  });

  test('multi lookups return what exists and a partial error for what does not', async () => {
    const { as } = await start();
    const posts = (await as.bearer().get('/2/posts?ids=1,2020777185899446272,1')).json;
    expect(posts.data.map(({ id }) => id)).toEqual(['2020777185899446272']);
    expect(posts.errors).toMatchObject([
      { code: 144, title: 'Not Found Error', value: '1', resource_type: 'post', parameter: 'ids' },
    ]);
    expect(posts.meta).toEqual({ result_count: 1 });
    const none = await as.bearer().get('/2/users/by?usernames=nobody');
    expect([none.status, 'data' in none.json, none.json.errors.length]).toEqual([200, false, 1]);
    const twice = await as.bearer().get('/2/users/by?usernames=MIRA_holm,mira_holm,jonas_berg,Mira_Holm');
    expect(twice.json.data.map(({ username }) => username)).toEqual(['mira_holm', 'jonas_berg']);
    expect(twice.json.errors).toBeUndefined();
  });

  test('confirmed_email is shown only for the acting user, to an App with the toggle (2.5)', async () => {
    const { as } = await start();
    const ask = async (client: Client, path: string) =>
      (await client.get(`${path}?user.fields=confirmed_email`)).json.data['confirmed_email'];
    expect(await ask(as.user(), '/2/users/me')).toBe('mira_holm@mail.example');
    expect(await ask(as.user('mira_holm', 'Northwind Viewer'), '/2/users/me')).toBeUndefined();
    expect(await ask(as.user('sam_ode'), user)).toBeUndefined();
  });
});

describe('paging posts of a user', () => {
  test(
    proves(
      '9-cursor-may-change',
      'next covers all once, newest first; previous leads back over the same pages',
    ),
    async () => {
      const { platform, as } = await start();
      await platform.do('portal.setAbuse', false);
      for (let each = 0; each < 15; each++) await as.user().post('/2/posts', { text: `Number ${each}` });
      const path = `${user}/posts?max_results=5`;
      const all = (await as.bearer().get(`${user}/posts`)).json;
      const pages = await walk(as.bearer(), path, 'next_token');
      expect(pages.flat()).toEqual(all.data.map(({ id }) => id));
      expect(pages.length).toBeGreaterThan(3);
      expect(all.meta).toEqual({
        result_count: pages.flat().length,
        newest_id: pages[0]![0],
        oldest_id: pages.at(-1)!.at(-1),
      });
      expect((await as.bearer().get(path)).json.meta).not.toHaveProperty('previous_token');
      let token: string | undefined;
      for (let page = 1; page < pages.length; page++)
        token = (await as.bearer().get(token ? `${path}&pagination_token=${token}` : path)).json.meta[
          'next_token'
        ];
      const last = (await as.bearer().get(`${path}&pagination_token=${token!}`)).json.meta['previous_token']!;
      expect(await walk(as.bearer(), path, 'previous_token', last)).toEqual(pages.slice(0, -1).reverse());
    },
  );

  test('filters hold, and a cursor belongs to its list and its filters', async () => {
    const { as } = await start();
    const all = (await as.bearer().get(`${user}/posts?post.fields=created_at,referenced_posts`)).json.data;
    const ids = async (query: string) => idsOf((await as.bearer().get(`${user}/posts?${query}`)).json.data);
    const of = (keep: (post: Entity) => boolean) => all.filter(keep).map(({ id }) => id);
    const middle = all[3]!;
    const at = middle['created_at'] as string;
    expect(await ids(`since_id=${middle.id}`)).toEqual(of(({ id }) => BigInt(id) > BigInt(middle.id)));
    expect(await ids(`until_id=${middle.id}`)).toEqual(of(({ id }) => BigInt(id) < BigInt(middle.id)));
    expect(await ids(`start_time=${at}`)).toEqual(of((post) => (post['created_at'] as string) >= at));
    expect(await ids(`end_time=${at}`)).toEqual(of((post) => (post['created_at'] as string) < at));
    expect(await ids('exclude=replies')).toEqual(of((post) => !JSON.stringify(post).includes('replied_to')));
    expect(await ids(`since_id=${all[0]!.id}`)).toEqual([]);
    const empty = (await as.bearer().get(`${user}/posts?since_id=${all[0]!.id}`)).json;
    expect(empty).toEqual({ meta: { result_count: 0 } });

    const token = (await as.bearer().get(`${user}/posts?max_results=5`)).json.meta['next_token']!;
    for (const path of [
      `/2/users/2244994946/posts?max_results=5`,
      `${user}/posts?exclude=replies`,
      `${user}/posts?since_id=1`,
    ]) {
      const foreign = await as.bearer().get(`${path}&pagination_token=${token}`);
      expect([foreign.status, foreign.code], path).toEqual([400, 214]);
      expect(foreign.json.errors[0]).toMatchObject({ parameters: { pagination_token: [token] } });
    }
    expect((await as.bearer().get(`${user}/posts?max_results=50&pagination_token=${token}`)).status).toBe(
      200,
    );
  });

  test('while posts are added and deleted, those that stay appear once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('add', 'drop first', 'drop last'), { maxLength: 8 }),
        async (planned) => {
          const { platform, as } = await start();
          const events = [...planned];
          await platform.do('portal.setPlan', '1700', 'enterprise');
          const path = `${user}/posts?max_results=5`;
          const stay = new Set((await as.bearer().get(`${user}/posts`)).json.data.map(({ id }) => id));
          const met: string[] = [];
          let token: string | undefined;
          let count = 0;
          do {
            const { data, meta } = (await as.bearer().get(token ? `${path}&pagination_token=${token}` : path))
              .json;
            met.push(...idsOf(data));
            token = meta['next_token'];
            const event = events.shift();
            if (event === 'add') await as.user().post('/2/posts', { text: `New ${count++}` });
            const dropped =
              event === 'drop first' ? [...stay][0] : event === 'drop last' ? [...stay].at(-1) : undefined;
            if (dropped && (await as.user().delete(`/2/posts/${dropped}`)).status === 200)
              stay.delete(dropped);
          } while (token);
          expect(new Set(met).size).toBe(met.length);
          for (const id of stay) expect(met).toContain(id);
        },
      ),
      rounds(30, 600),
    );
  });

  test('a token with any one character changed is refused', async () => {
    const { platform, as } = await start();
    const path = `${user}/posts?max_results=5`;
    const token = (await as.bearer().get(path)).json.meta['next_token']!;
    await platform.do('portal.setPlan', '1700', 'pro');
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect((await as.bearer().get(`${path}&pagination_token=${changed}`)).status, String(at)).toBe(400);
    }
    for (const bad of ['', 'x', `${token}A`, token.slice(0, -1), `${token}=`, 'é', 'a'.repeat(201)])
      expect((await as.bearer().get(`${path}&pagination_token=${encodeURIComponent(bad)}`)).status, bad).toBe(
        400,
      );
  });
});
