/** The client's writes, read back where they should appear; and its three ways to sign in. */
import { TwitterApi } from 'twitter-api-v2';
import type { TwitterApiv2 } from 'twitter-api-v2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { header } from '../../../engine/index.ts';
import { Browser } from '../../../testing/browser.ts';
import { overHttp } from '../over-http.ts';
import { openWorld } from './client.ts';
import type { World } from './client.ts';

const [mira, jonas] = ['2244994945', '2244994946'];
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.platform.do('portal.setAbuse', false);
});
afterAll(() => world[Symbol.asyncDispose]());

type Sent = Awaited<ReturnType<TwitterApiv2['sendDmToParticipant']>>;

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('posts and relations', () => {
  test('a post, its reply, its quote and its repost', async () => {
    const [author, other] = [world.user().v2, world.user('jonas_berg').v2];
    const posted = await author.post<{ data: { id: string } }>(
      'tweets',
      { text: 'Fresh from the oven' },
      {
        fullResponse: true,
      },
    );
    expect(posted.rateLimit).toMatchObject({
      limit: 100,
      remaining: 99,
      day: { limit: 10_000, remaining: 9_999 },
    });
    const { id } = posted.data.data;
    const reply = (await other.reply('Keep one for me', id)).data.id;
    const quote = (await other.quote('They always sell out', id)).data.id;
    expect((await other.retweet(jonas, id)).data.retweeted).toBe(true);
    expect((await other.like(jonas, id)).data.liked).toBe(true);
    expect(idsOf((await author.tweetLikedBy(id)).data)).toEqual([jonas]);
    expect(idsOf((await author.tweetRetweetedBy(id)).data)).toEqual([jonas]);
    expect(idsOf((await author.quotes(id)).tweets)).toEqual([quote]);
    const answered = await author.singleTweet(reply, { 'tweet.fields': ['referenced_tweets'] });
    expect(answered.data.referenced_tweets).toEqual([{ type: 'replied_to', id }]);
    const { data } = await author.singleTweet(id, { 'tweet.fields': ['public_metrics'] });
    expect(data.public_metrics).toMatchObject({
      retweet_count: 1,
      reply_count: 1,
      like_count: 1,
      quote_count: 1,
    });
    expect((await author.hideReply(reply, true)).data.hidden).toBe(true);
    expect((await other.unlike(jonas, id)).data.liked).toBe(false);
    expect((await other.unretweet(jonas, id)).data.retweeted).toBe(false);
    expect((await author.tweetLikedBy(id)).meta.result_count).toBe(0);
    expect((await author.deleteTweet(id)).data.deleted).toBe(true);
  });

  test('following, muting and lists', async () => {
    const { v2 } = world.user();
    expect((await v2.follow(mira, jonas)).data.following).toBe(true);
    expect((await v2.unfollow(mira, jonas)).data.following).toBe(false);
    expect((await v2.mute(mira, jonas)).data.muting).toBe(true);
    expect(idsOf((await v2.userMutingUsers(mira)).users)).toContain(jonas);
    expect((await v2.unmute(mira, jonas)).data.muting).toBe(false);
    const { id } = (await v2.createList({ name: 'Bakers', private: true })).data;
    expect((await v2.addListMember(id, jonas)).data.is_member).toBe(true);
    expect(idsOf((await v2.listMembers(id)).users)).toEqual([jonas]);
    expect((await v2.removeListMember(id, jonas)).data.is_member).toBe(false);
    expect((await v2.pinList(mira, id)).data.pinned).toBe(true);
    expect((await v2.updateList(id, { name: 'Bread' })).data.updated).toBe(true);
    expect((await v2.list(id)).data.name).toBe('Bread');
    expect((await v2.removeList(id)).data.deleted).toBe(true);
  });

  test('Direct Messages', async () => {
    const { v2 } = world.user('mira_holm', 'Northwind Courier');
    /** The client's types lack the envelope that this platform has here. */
    const made = (answer: object) => (answer as { readonly data: Sent }).data;
    const sent = made(await v2.sendDmToParticipant(jonas, { text: 'Two loaves tomorrow?' }));
    const read = await v2.listDmEventsWithParticipant(jonas, { max_results: 2 });
    expect(read.events[0]).toMatchObject({
      id: sent.dm_event_id,
      event_type: 'MessageCreate',
      text: 'Two loaves tomorrow?',
    });
    const again = made(await v2.sendDmInConversation(sent.dm_conversation_id, { text: 'Three' }));
    const there = await v2.listDmEventsOfConversation(sent.dm_conversation_id);
    expect(idsOf(there.events).slice(0, 2)).toEqual([again.dm_event_id, sent.dm_event_id]);
  });
});

describe('signing in', () => {
  const callback = 'http://127.0.0.1:8080/callback';
  /** The page that the client sends people to, on this machine. */
  const page = (address: string) => {
    const { pathname, search } = new URL(address);
    return pathname + search;
  };

  test('OAuth 1.0a from the request token to the call', async () => {
    const begun = await world.consumer().generateAuthLink(callback);
    const browser = new Browser(world.url, overHttp);
    const back = await browser.decide(page(begun.url), 'jonas_berg', 'allow');
    const { appKey, appSecret } = world.keys();
    const tokens = { accessToken: begun.oauth_token, accessSecret: begun.oauth_token_secret };
    const half = new TwitterApi({ appKey, appSecret, ...tokens }, world.settings);
    const login = await half.login(back.parameter('oauth_verifier')!);
    expect(login).toMatchObject({ userId: jonas, screenName: 'jonas_berg' });
    expect((await login.client.v2.me()).data.id).toBe(jonas);
  });

  /** As a confidential client it sends its secret twice, in Basic and in the body, which RFC 6749 2.3 forbids. */
  test('OAuth 2.0 with PKCE, as a public client: calls, bookmarks, refresh, revocation', async () => {
    const { client_id: clientId } = world.as.credential('client', 'Northwind Viewer');
    const client = new TwitterApi({ clientId }, world.settings);
    const scope = ['tweet.read', 'users.read', 'bookmark.read', 'bookmark.write', 'offline.access'] as const;
    const begun = client.generateOAuth2AuthLink(callback, { scope: [...scope] });
    const back = await new Browser(world.url, overHttp).decide(page(begun.url), 'mira_holm', 'allow');
    expect(back.parameter('state')).toBe(begun.state);
    const { codeVerifier } = begun;
    const login = await client.loginWithOAuth2({
      code: back.parameter('code')!,
      codeVerifier,
      redirectUri: callback,
    });
    expect([...login.scope].sort()).toEqual([...scope].sort());
    const { request, trace } = world.platform.exchanges.list().at(-1)!;
    expect(header(request.headers, 'content-type')).toBe('application/json;charset=UTF-8');
    expect(
      trace.some(({ text }) => text === 'A JSON body is accepted; a form is the standard (RFC 6749 3.2)'),
    ).toBe(true);
    const { v2 } = login.client;
    const [post] = (await v2.userTimeline(jonas, { max_results: 5 })).tweets;
    expect((await v2.bookmark(post!.id)).data.bookmarked).toBe(true);
    expect(idsOf((await v2.bookmarks({ max_results: 1 })).tweets)).toEqual([post!.id]);
    expect((await v2.deleteBookmark(post!.id)).data.bookmarked).toBe(false);
    await expect(v2.like(mira, post!.id)).rejects.toMatchObject({ code: 403, data: { title: 'Forbidden' } });
    const renewed = await client.refreshOAuth2Token(login.refreshToken!);
    expect((await renewed.client.v2.me()).data.id).toBe(mira);
    await client.revokeOAuth2Token(renewed.accessToken, 'access_token');
    await expect(renewed.client.v2.me()).rejects.toMatchObject({ code: 401, isAuthError: true });
  });
});
