import { describe, expect, test } from 'vitest';
import { endpoint, stream } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { tooSlow } from '../../engine/exchanges/stream-record.ts';
import { families, utf8 } from '../../engine/inside.ts';
import type { Outcome, PlatformOptions, StreamOutcome, StreamSink } from '../../engine/index.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { object } from '../../engine/spec/fields.ts';
import { limits } from '../../engine/spec/limits.ts';
import { start as startWith, toRequest } from '../../testing/platform.ts';

/** A platform with a stream that the test writes, like a filtered stream. */
async function start(options: PlatformOptions = {}) {
  const open: { sink: StreamSink; cancelled: boolean }[] = [];
  const begin = (sink: StreamSink) => {
    const mine = { sink, cancelled: false };
    open.push(mine);
    return () => void (mine.cancelled = true);
  };
  const ticker = endpoint({
    id: 'ticker',
    api: v2,
    method: 'GET',
    path: '/2/test/ticker',
    section: '8.3',
    summary: '',
    auth: ['app'],
    limits: limits('50 A'),
    choices: [],
    refuses: [],
    example: {},
    answers: { 200: stream(object({})) },
    handle: () => ({ status: 200, body: begin }),
  });
  const world = await startWith({
    ...options,
    families: [...families, familyOf('here', 'Declared here', [ticker])],
  });
  const { bearer_token } = world.as.credential('app', 'Northwind Reader');
  const headers = [['authorization', `Bearer ${bearer_token}`]] as const;
  const request = toRequest(world.platform, { path: '/2/test/ticker', headers });
  const ended = () => {
    const outcome = world.platform.exchanges.list().at(-1)?.outcome;
    return outcome?.kind === 'stream' ? outcome.ended : undefined;
  };
  return { ...world, open, request, ended };
}

/** What a reader with a buffer of `room` bytes received. */
function reader(room = Infinity) {
  const got = { text: '', ends: [] as (string | undefined)[] };
  const sink: StreamSink = {
    write(chunk) {
      if (got.text.length + chunk.length > room) return false;
      got.text += new TextDecoder().decode(chunk);
      return true;
    },
    end: (reason) => void got.ends.push(reason),
  };
  return { got, sink };
}

const asStream = (outcome: Outcome): StreamOutcome => {
  if (outcome.kind !== 'stream') throw new Error(`Not a stream but a ${outcome.kind}`);
  return outcome;
};

describe('a stream through handle', () => {
  test('has a head with the headers of every answer, and is in the log from its start', async () => {
    const { platform, request, ended } = await start();
    const outcome = asStream(await platform.handle(request));
    expect(outcome.status).toBe(200);
    expect(Object.fromEntries(outcome.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'svc-rate-limit-remaining': '49',
    });
    expect(ended()).toBeNull();
    expect(platform.exchanges.list().at(-1)!.trace.at(-1)).toMatchObject({ text: '200, and goes on' });
  });

  test('gives its chunks in order, and the log says how it ended', async () => {
    const { platform, request, open, ended } = await start();
    const { got, sink } = reader();
    asStream(await platform.handle(request)).open(sink);
    for (const line of ['a\n', 'b\n', 'c\n']) expect(open[0]!.sink.write(utf8(line))).toBe(true);
    await platform.clock.advance(5000);
    open[0]!.sink.end();
    open[0]!.sink.end('again');
    expect(open[0]!.sink.write(utf8('late'))).toBe(false);
    expect(got).toEqual({ text: 'a\nb\nc\n', ends: [undefined] });
    expect(ended()).toEqual({ at: platform.clock.now(), chunks: 3, bytes: 6, reason: null });
  });

  test('ends once when its buffer is full, with the reason, and its writer is told to stop', async () => {
    const { platform, request, open, ended } = await start();
    const { got, sink } = reader(4);
    asStream(await platform.handle(request)).open(sink);
    const written = ['a\n', 'b\n', 'c\n', 'd\n'].map((line) => open[0]!.sink.write(utf8(line)));
    expect(written).toEqual([true, true, false, false]);
    expect(got).toEqual({ text: 'a\nb\n', ends: [tooSlow] });
    expect(open[0]!.cancelled).toBe(true);
    expect(ended()).toMatchObject({ chunks: 2, reason: tooSlow });
  });

  test('stops when its reader goes away, and is opened once', async () => {
    const { platform, request, open, ended } = await start();
    const { got, sink } = reader();
    const outcome = asStream(await platform.handle(request));
    const cancel = outcome.open(sink);
    expect(() => outcome.open(sink)).toThrow('once');
    cancel();
    cancel();
    expect(open[0]!.cancelled).toBe(true);
    expect(open[0]!.sink.write(utf8('late'))).toBe(false);
    expect(got).toEqual({ text: '', ends: [] });
    expect(ended()).toMatchObject({ chunks: 0, reason: null });
  });

  test('is refused as any call is, and HEAD gives its head alone', async () => {
    const { platform, request, open } = await start();
    expect(await platform.handle({ ...request, headers: [] })).toMatchObject({
      kind: 'response',
      status: 400,
    });
    const head = await platform.handle({ ...request, method: 'HEAD' });
    expect(head).toMatchObject({ kind: 'response', status: 200, body: new Uint8Array() });
    expect(open).toHaveLength(0);
  });

  test('with a request id is opened again when it is repeated, because no answer is recorded', async () => {
    const { platform, request } = await start();
    for (let time = 0; time < 2; time++) {
      const { got, sink } = reader();
      asStream(await platform.handle({ ...request, id: 'stream-1' })).open(sink);
      expect(got.ends).toEqual([]);
    }
  });

  test('requested twice at once with one request id is opened for both', async () => {
    const { platform, open, request } = await start();
    const both = await Promise.all([1, 2].map(() => platform.handle({ ...request, id: 'stream-2' })));
    const readers = both.map((outcome) => {
      const { got, sink } = reader();
      asStream(outcome).open(sink);
      return got;
    });
    for (const { sink } of open) sink.write(utf8('a line'));
    expect(readers.map(({ text }) => text)).toEqual(['a line', 'a line']);
  });

  test('that ended after the host collected its entry is collected again', async () => {
    const { platform, request } = await start({ deferred: () => undefined });
    const cancel = asStream(await platform.handle(request)).open(reader().sink);
    const entry = () => platform.takeDeferred()?.['exchanges']?.updated.at(-1);
    expect(entry()).toMatchObject({ outcome: { kind: 'stream', ended: null } });
    cancel();
    expect(entry()).toMatchObject({ outcome: { kind: 'stream', ended: { reason: null } } });
  });
});

describe('a stream through fetch', () => {
  const calling = async () => {
    const world = await start();
    const { url, headers } = world.request;
    const list = headers.map(([name, value]): [string, string] => [name, value]);
    const abort = new AbortController();
    const call = () => world.platform.fetch(new Request(url, { headers: list, signal: abort.signal }));
    return { ...world, abort, call };
  };
  const fetching = async () => {
    const world = await calling();
    return { ...world, response: await world.call() };
  };
  const line = (reader: ReadableStreamDefaultReader<string>) => reader.read().then(({ value }) => value);
  const linesOf = (response: Response) => response.body!.pipeThrough(new TextDecoderStream()).getReader();

  test('is a body that is read in chunks, and ends', async () => {
    const { response, open } = await fetching();
    expect(response.status).toBe(200);
    open[0]!.sink.write(utf8('{"a":1}\n'));
    const bits = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect(await bits.read()).toEqual({ done: false, value: '{"a":1}\n' });
    open[0]!.sink.write(utf8('\n'));
    open[0]!.sink.end();
    expect(await bits.read()).toEqual({ done: false, value: '\n' });
    expect((await bits.read()).done).toBe(true);
  });

  test('is cancelled by its reader', async () => {
    const { response, open } = await fetching();
    await response.body!.cancel();
    expect(open[0]!.cancelled).toBe(true);
    expect(open[0]!.sink.write(utf8('late'))).toBe(false);
  });

  test('that breaks rejects its reader, as a broken connection does', async () => {
    const { response, open } = await fetching();
    open[0]!.sink.end('the token was revoked');
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('that nobody reads holds at most a megabyte', async () => {
    const { response, open, ended } = await fetching();
    const chunk = new Uint8Array(64 * 1024);
    let taken = 0;
    while (open[0]!.sink.write(chunk) && taken < 1000) taken++;
    expect(taken).toBe(15);
    expect(ended()).toMatchObject({ reason: tooSlow });
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  });

  test('that breaks delivers what was written before, and its last line', async () => {
    const { response, open, ended } = await fetching();
    open[0]!.sink.write(utf8('one\n'));
    open[0]!.sink.write(utf8('two\n'));
    open[0]!.sink.end('the token was revoked', utf8('why\n'));
    const reader = linesOf(response);
    expect([await line(reader), await line(reader), await line(reader)]).toEqual(['one\n', 'two\n', 'why\n']);
    await expect(reader.read()).rejects.toMatchObject({
      name: 'TypeError',
      cause: { message: 'the token was revoked' },
    });
    expect(ended()).toMatchObject({ chunks: 3, bytes: 12, reason: 'the token was revoked' });
  });

  test('whose reader fell behind delivers the whole chunks that fit', async () => {
    const { response, open } = await fetching();
    const chunk = utf8(`${'a'.repeat(400_000 - 1)}\n`);
    expect([1, 2, 3].map(() => open[0]!.sink.write(chunk))).toEqual([true, true, false]);
    const reader = linesOf(response);
    expect([await line(reader), await line(reader)].map((each) => each?.length)).toEqual([400_000, 400_000]);
    await expect(reader.read()).rejects.toMatchObject({ cause: { message: tooSlow } });
  });

  test('has its last line even when its buffer is full', async () => {
    const { response, open } = await fetching();
    open[0]!.sink.write(new Uint8Array(1024 * 1024 - 64));
    open[0]!.sink.end('the month is spent', utf8('why\n'));
    const reader = linesOf(response);
    await line(reader);
    expect(await line(reader)).toBe('why\n');
  });

  test('that is aborted rejects every read, and is closed at once', async () => {
    const { response, open, ended, abort } = await fetching();
    open[0]!.sink.write(utf8('queued\n'));
    const reader = linesOf(response);
    expect(await line(reader)).toBe('queued\n');
    const pending = reader.read();
    abort.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' });
    expect(open[0]!.cancelled).toBe(true);
    expect(ended()).toMatchObject({ chunks: 1, reason: null });
  });

  test('whose signal was already aborted is refused before anything happens', async () => {
    const { platform, open, abort, call } = await calling();
    const calls = platform.exchanges.list().length;
    abort.abort();
    await expect(call()).rejects.toMatchObject({ name: 'AbortError' });
    expect(open).toHaveLength(0);
    expect(platform.exchanges.list()).toHaveLength(calls);
  });

  test('that is aborted before it is answered is never opened', async () => {
    const { open, abort, call } = await calling();
    const answer = call();
    abort.abort(new Error('changed my mind'));
    await expect(answer).rejects.toThrow('changed my mind');
    expect(open).toHaveLength(0);
  });
});
