/** Lists through the client's paginators, and the includes of their answers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld } from './client.ts';
import type { World } from './client.ts';

const [mira, jonas] = ['2244994945', '2244994946'];
const list = '2021000000000000001';
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.platform.do('portal.setAbuse', false);
});
afterAll(() => world[Symbol.asyncDispose]());

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('pages', () => {
  const timeline = (max_results: number) => world.user().v2.userTimeline(mira, { max_results });

  test('forward and back are the same, without loss or repetition', async () => {
    const first = await timeline(5);
    const second = await first.next();
    const third = await second.next();
    expect(idsOf((await third.previous()).tweets)).toEqual(idsOf(second.tweets));
    expect(idsOf((await second.previous()).tweets)).toEqual(idsOf(first.tweets));
    const whole = await timeline(15);
    expect([first, second, third].flatMap(({ tweets }) => idsOf(tweets))).toEqual(idsOf(whole.tweets));
  });

  test('a whole timeline by iteration equals the one by fetchLast, and ends', async () => {
    const walked = [];
    for await (const { id } of await timeline(20)) walked.push(id);
    const fetched = await timeline(20);
    await fetched.fetchLast(3000);
    expect(fetched.done).toBe(true);
    expect(walked.length).toBeGreaterThan(20);
    expect(new Set(walked).size).toBe(walked.length);
    expect(idsOf(fetched.tweets)).toEqual(walked);
  });

  test('remain complete while posts are created', async () => {
    const first = await timeline(5);
    const before = idsOf((await timeline(10)).tweets).slice(5);
    await world.user().v2.tweet('The oven is warm again, come by before noon');
    expect(idsOf((await first.next()).tweets)).toEqual(before);
  });

  test('fetchNext and fetchPrevious extend one list at both ends', async () => {
    const grown = await (await timeline(5)).next();
    await grown.fetchNext();
    await grown.fetchPrevious();
    expect(idsOf(grown.tweets)).toEqual(idsOf((await timeline(15)).tweets));
  });

  test('of users and lists as well', async () => {
    const { v2 } = world.user();
    const members = await v2.listMembers(list, { max_results: 2 });
    const some = idsOf(members.users);
    await members.fetchLast();
    const all = idsOf((await v2.listMembers(list)).users);
    expect(idsOf(members.users)).toEqual(all);
    expect(all.slice(0, 2)).toEqual(some);
    expect((await v2.list(list, { 'list.fields': ['member_count'] })).data.member_count).toBe(all.length);
    expect(idsOf((await v2.listsOwned(mira)).lists)).toContain(list);
    expect((await v2.listTweets(list, { max_results: 5 })).tweets).toHaveLength(5);
  });

  test('liked posts and liking users agree', async () => {
    const { v2 } = world.user();
    const liked = await v2.userLikedTweets(mira, { max_results: 5 });
    const likers = await v2.tweetLikedBy(liked.tweets[0]!.id, { asPaginator: true });
    await likers.fetchLast();
    expect(idsOf(likers.users)).toContain(mira);
  });
});

describe('search', () => {
  test('follows its pages, with their includes', async () => {
    const found = await world.app().v2.search('(the OR a) is:reply', {
      max_results: 10,
      expansions: ['author_id', 'referenced_tweets.id', 'referenced_tweets.id.author_id'],
      'tweet.fields': ['author_id', 'referenced_tweets', 'public_metrics'],
    });
    await found.fetchNext();
    expect(new Set(idsOf(found.tweets)).size).toBe(20);
    const { includes } = found;
    for (const post of found.tweets) {
      expect(includes.author(post)?.id).toBe(post.author_id);
      expect(post.public_metrics!.retweet_count).toEqual(expect.any(Number));
      const answered = post.referenced_tweets?.find(({ type }) => type === 'replied_to');
      const hidden = found.errors.some((error) => error['resource_id'] === answered?.id);
      if (answered && !hidden) expect(includes.repliedTo(post)?.id).toBe(answered.id);
    }
    expect(found.tweets.some((post) => includes.repliedTo(post))).toBe(true);
  });

  test('finds in the archive as many posts as counts report', async () => {
    const { v2 } = world.app();
    const counts = await v2.tweetCountRecent(`from:${jonas}`, { granularity: 'day' });
    const found = await v2.search(`from:${jonas}`, { max_results: 100 });
    await found.fetchLast(1000);
    expect(counts.meta.total_tweet_count).toBe(found.tweets.length);
    expect(counts.data.reduce((sum, { tweet_count }) => sum + tweet_count, 0)).toBe(found.tweets.length);
    expect((await v2.tweetCountAll('bread')).meta.total_tweet_count).toBeGreaterThan(0);
    expect((await v2.searchAll('bread', { max_results: 10 })).tweets.length).toBeGreaterThan(0);
  });
});
