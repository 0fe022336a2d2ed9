import { beforeEach, expect, test, vi } from 'vitest';
import type { OpenStream, Sent } from '../../worker/api.ts';
import { openSession } from '../../tests/support/session.ts';
import { WebStorage } from '../../tests/support/web-storage.ts';
import { parseStreams } from './cut-streams.ts';
import { Streams } from './streams.svelte.ts';

let held: WebStorage;

beforeEach(() => {
  held = new WebStorage();
  vi.stubGlobal('location', { pathname: '/play/' });
  vi.stubGlobal('sessionStorage', held);
});

/** A call of the App in use, and the stream that it opened, written by the test. */
async function opened() {
  const session = await openSession();
  const streams = new Streams(session);
  const sent = await session.playground.send({
    ...{
      id: crypto.randomUUID(),
      method: 'GET',
      url: `${session.greeting.baseUrl}/2/posts/search/stream/rules`,
    },
    headers: [['authorization', `Bearer ${bearerIn(session)}`]],
  });
  const stream: OpenStream = {
    ...{ kind: 'stream', status: 200, headers: [], ended: null },
    body: new ReadableStream<Uint8Array>(),
  };
  return { session, streams, sent, stream };
}

const bearerIn = (session: Awaited<ReturnType<typeof openSession>>): string => {
  const held = session.credential('app');
  return held?.kind === 'app' ? held.bearer_token : '';
};

const readingOf = ({ streams, sent, stream }: { streams: Streams; sent: Sent; stream: OpenStream }) =>
  streams.read(sent, stream, 'world');

test('Q31: a stream that was open when the page was left is shown after the reload, until it is opened again', async () => {
  const before = await opened();
  readingOf(before);
  const { appId, openedAt } = before.streams.open[0]!;
  // The page is left without notice: nothing ends the reading.
  const after = await opened();
  expect(after.streams.cutOf(appId)).toEqual({ view: 'world', appId, openedAt });
  expect(after.streams.cutOf('other')).toBeNull();
  readingOf(after);
  expect(after.streams.cutOf(appId)).toBeNull();
});

test('Q31: a stopped stream is not shown after a reload, and a reset removes the notes', async () => {
  const { streams, sent, stream, session } = await opened();
  const reading = streams.read(sent, stream, 'requests');
  expect(streams.read(sent, stream, 'requests')).toBe(reading);
  expect(held.length).toBe(1);
  reading.stop();
  expect([held.length, streams.open.length]).toEqual([0, 0]);
  expect(streams.of(session.app!.id)?.reading).toBe(reading);

  held.setItem(
    'svc-playground:streams:1:/play/',
    '{"streams":[{"view":"requests","appId":"1","openedAt":5}]}',
  );
  const next = new Streams(session);
  expect(next.cut).toHaveLength(1);
  next.stateReplaced();
  expect([next.cut, held.length]).toEqual([[], 0]);
});

test('stored values are checked, because anyone could have written them', () => {
  expect(parseStreams(null)).toEqual([]);
  expect(parseStreams('{')).toEqual([]);
  expect(parseStreams('{"streams":7}')).toEqual([]);
  const good = { view: 'world', appId: '26001', openedAt: 1 };
  const bad = [null, 5, { ...good, view: 'portal' }, { ...good, appId: 1 }, { ...good, openedAt: -1 }];
  expect(parseStreams(JSON.stringify({ streams: [...bad, good] }))).toEqual([good]);
});
