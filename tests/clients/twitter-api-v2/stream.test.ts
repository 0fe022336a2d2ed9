/** Rules and the filtered stream, as the client's TweetStream reads it. */
import { ApiResponseError, ETwitterStreamEvent } from 'twitter-api-v2';
import type { TweetStream, TweetV2SingleStreamResult } from 'twitter-api-v2';
import { expect, test } from 'vitest';
import { openWorld, refused } from './client.ts';

type Stream = TweetStream<TweetV2SingleStreamResult>;

const next = <T = TweetV2SingleStreamResult>(stream: Stream, event: ETwitterStreamEvent): Promise<T> =>
  new Promise((resolve) => stream.once(event, resolve as (value: unknown) => void));

async function listening() {
  const world = await openWorld();
  await world.platform.do('portal.setAbuse', false);
  const { v2 } = world.app();
  const made = await v2.updateStreamRules({ add: [{ value: 'rye loaf', tag: 'bread' }] });
  const stream = v2.searchStream({ autoConnect: false, expansions: 'author_id' });
  const say = async (text: string) => (await world.user().v2.tweet(text)).data.id;
  return {
    world,
    v2,
    stream,
    say,
    rule: made.data[0]!,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test('rules are added, listed, refused one by one, and deleted', async () => {
  await using site = await listening();
  const { v2, rule } = site;
  const both = await v2.updateStreamRules({ add: [{ value: 'warm bread' }, { value: '(open' }] });
  expect(both.meta.summary).toMatchObject({ created: 1, not_created: 1 });
  expect(both.errors).toMatchObject([{ title: 'Invalid Rule', value: '(open' }]);
  const listed = await v2.streamRules();
  expect(listed.data).toContainEqual({ id: rule.id, value: 'rye loaf', tag: 'bread' });
  const gone = await v2.updateStreamRules({ delete: { ids: [rule.id] } });
  expect(gone.meta.summary).toMatchObject({ deleted: 1 });
  expect((await v2.streamRules({ ids: rule.id })).data).toBeUndefined();
});

test('delivers new posts, through keep-alives, until it is closed', async () => {
  await using site = await listening();
  const { stream, say, rule } = site;
  const failures: unknown[] = [];
  stream.on(ETwitterStreamEvent.Error, (failure) => failures.push(failure));
  await stream.connect({ autoReconnect: true, keepAliveTimeout: 60_000 });
  const first = next(stream, ETwitterStreamEvent.Data);
  const id = await say('A rye loaf, 2 € – ☃');
  const line = await first;
  expect(line.data).toMatchObject({ id, text: 'A rye loaf, 2 € – ☃' });
  expect(line.matching_rules).toContainEqual({ id: rule.id, tag: 'bread' });
  expect(line.includes?.users).toMatchObject([{ username: 'mira_holm' }]);

  for (let times = 0; times < 2; times++) {
    const alive = next(stream, ETwitterStreamEvent.DataKeepAlive);
    await site.world.platform.clock.advance(20_000);
    await alive;
  }
  const second = next(stream, ETwitterStreamEvent.Data);
  await say('Nothing that a rule would find');
  const last = await say('Another rye loaf');
  expect((await second).data.id).toBe(last);

  const closed = next(stream, ETwitterStreamEvent.ConnectionClosed);
  stream.close();
  await closed;
  expect(failures).toEqual([]);
});

test('a second connection is refused, with the reason from the limits', async () => {
  await using site = await listening();
  const { v2, stream } = site;
  await stream.connect();
  const error = await refused(v2.searchStream(), ApiResponseError);
  expect(error.code).toBe(429);
  expect(error.data.detail).toEqual(expect.any(String));
  expect(error.rateLimit).toMatchObject({ limit: 50 });
  stream.close();
});

test('ends when its token does, and reports why it cannot reconnect', async () => {
  await using site = await listening();
  const { stream } = site;
  await stream.connect({ autoReconnect: true, autoReconnectRetries: 1, nextRetryTimeout: () => 0 });
  const lost = next<Error>(stream, ETwitterStreamEvent.ConnectionError);
  const why = next(stream, ETwitterStreamEvent.ReconnectError);
  const failures: { readonly type: string; readonly error: unknown }[] = [];
  stream.on(ETwitterStreamEvent.Error, (failure: never) => failures.push(failure));
  const exceeded = next(stream, ETwitterStreamEvent.ReconnectLimitExceeded);
  await site.world.platform.do('portal.revoke', '26001', 'app');
  // The server closes the connection after the line with the reason (choice: stream-connection).
  expect((await lost).message).toBe('aborted');
  await Promise.all([why, exceeded]);
  expect(failures.at(-1)!.error).toMatchObject({ code: 401, isAuthError: true, errors: [{ code: 89 }] });
});

test('reconnects by itself after its connection was cut', async () => {
  await using site = await listening();
  const { stream, say } = site;
  await stream.connect({ autoReconnect: true });
  const back = next(stream, ETwitterStreamEvent.Reconnected);
  site.world.cut();
  await back;
  const received = next(stream, ETwitterStreamEvent.Data);
  const id = await say('Still a rye loaf');
  expect((await received).data.id).toBe(id);
  stream.close();
});
