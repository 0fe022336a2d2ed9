import { describe, expect, test, vi } from 'vitest';
import { createPlatform, text, utf8 } from '../../../engine/index.ts';
import { addressOf, filesHost } from '../../contract/file.ts';
import { FilesInMemory } from '../files/in-memory.ts';
import { FileStore } from '../files/store.ts';
import { Internet } from './internet.ts';
import { ReceiverLog } from './log.ts';
import type { ReceiverRan, ReceiverRun } from '../../contract/receiver-run.ts';
import { eventually } from '../../../tests/support/eventually.ts';

const host = 'hooks.example';
const url = `https://${host}/in`;
const request = { method: 'GET', url, headers: [] } as const;
const limits = { timeoutMs: 3000, maxBytes: 100 };
const answered = (body = 'ok'): ReceiverRan => ({
  result: { status: 200, headers: [], body: utf8(body) },
  lines: [],
  changes: [],
});

/** An internet with one receiver, whose runs the test answers. */
async function open(page: (run: ReceiverRun) => Promise<ReceiverRan> | ReceiverRan = () => answered()) {
  const platform = createPlatform();
  await platform.do('receivers.save', host, 'code');
  const runs: ReceiverRun[] = [];
  const times: number[] = [];
  const changed = vi.fn();
  const files = new FileStore(new FilesInMemory(), { changed: () => {}, progress: () => {} }, () =>
    Promise.resolve(null),
  );
  const internet = new Internet(
    async (run, timeoutMs) => {
      runs.push(run);
      times.push(timeoutMs);
      return page(run);
    },
    changed,
    () => Promise.resolve(files),
  );
  return {
    platform,
    internet,
    runs,
    times,
    changed,
    files,
    fetch: (at: string) =>
      internet.open(platform, {
        request: { ...request, url: at },
        signal: new AbortController().signal,
      }),
    send: (at: string) => internet.send(platform, { ...request, url: at }, limits),
  };
}

describe('the simulated internet', () => {
  test('a defined host answers, whatever the case of its name', async () => {
    const { internet, platform, runs } = await open();
    for (const at of [url, `https://HOOKS.example:443/in`, `https://${host}./in`]) {
      const result = await internet.send(platform, { ...request, url: at }, limits);
      expect('status' in result && text(result.body)).toBe('ok');
    }
    expect(runs[0]).toMatchObject({
      host,
      code: 'code',
      request: { method: 'GET', url },
      items: [],
      maxBytes: 100,
    });
    expect(runs[0]!.now).toBe(platform.clock.now());
  });

  test.each([
    ['https://elsewhere.example/', 'dns'],
    ['not an address', 'dns'],
    [`https://${host}:8443/`, 'refused'],
    [`http://${host}:443/`, 'refused'],
  ])('%s fails as %s would', async (at, reason) => {
    const { send, runs } = await open();
    expect(await send(at)).toMatchObject({ kind: 'failure', reason });
    expect(runs).toEqual([]);
  });

  test('a request of more than 1 MiB is refused', async () => {
    const { internet, platform, runs } = await open();
    const body = new Uint8Array(1024 * 1024 + 1);
    const result = await internet.send(platform, { ...request, method: 'POST', body }, limits);
    expect(result).toMatchObject({ kind: 'failure', reason: 'closed' });
    expect(runs).toEqual([]);
  });

  test('four run at a time; the others follow, with the code at that time', async () => {
    const open4: (() => void)[] = [];
    const { internet, platform, runs } = await open(
      () => new Promise((resolve) => open4.push(() => resolve(answered()))),
    );
    const all = Array.from({ length: 6 }, () => internet.send(platform, request, limits));
    await eventually(() => expect(runs).toHaveLength(4));
    await platform.do('receivers.save', host, 'new code');
    open4[0]!();
    await eventually(() => expect(runs).toHaveLength(5));
    expect(runs[4]!.code).toBe('new code');
    await platform.do('receivers.remove', host);
    open4[1]!();
    for (const answer of open4.slice(2)) answer();
    await eventually(() => expect(open4.length).toBe(5));
    open4[4]!();
    expect((await Promise.all(all)).map((each) => ('status' in each ? each.status : each.reason))).toEqual([
      200,
      200,
      200,
      200,
      200,
      'dns',
    ]);
  });

  test('what a receiver stored is kept before its answer counts, and comes with the next request', async () => {
    const { internet, platform, runs } = await open(() => ({ ...answered(), changes: [['a', '1']] }));
    await internet.send(platform, request, limits);
    await internet.send(platform, request, limits);
    expect(runs.map(({ items }) => items)).toEqual([[], [['a', '1']]]);
  });

  test('items that it may not store are reported in its log, and its answer is valid', async () => {
    const { internet, platform } = await open(() => ({ ...answered(), changes: [['k'.repeat(201), '1']] }));
    expect(await internet.send(platform, request, limits)).toMatchObject({ status: 200 });
    expect(internet.log.of(host)[0]!.lines).toMatchObject([
      { level: 'error', text: expect.stringContaining('Nothing was stored.') as unknown },
    ]);
  });

  test('a page that cannot run it: refused, with the reason', async () => {
    const platform = createPlatform();
    await platform.do('receivers.save', host, 'code');
    const internet = new Internet(
      () => Promise.resolve({ cannot: 'No worker starts here.' }),
      () => {},
      () => Promise.reject(new Error('There are no files')),
    );
    expect(await internet.send(platform, request, limits)).toEqual({
      kind: 'failure',
      reason: 'refused',
      message: `${host} does not run here: No worker starts here.`,
    });
  });

  test('a trial is logged as one, and only reaches its own receiver', async () => {
    const { internet, platform, changed, runs } = await open(() => ({
      ...answered(),
      lines: [{ level: 'log', text: 'x', at: 1, line: 2 }],
    }));
    expect(await internet.try(platform, host, request)).toMatchObject({ status: 200 });
    expect(internet.log.of(host)).toMatchObject([
      { id: 1, isTest: true, method: 'GET', url, outcome: { status: 200 }, lines: [{ text: 'x' }] },
    ]);
    expect(changed).toHaveBeenCalledTimes(2);
    expect(await internet.try(platform, 'other.example', request)).toMatchObject({ reason: 'dns' });
    expect(runs).toHaveLength(1);
  });
});

test('a watched run gives what was recorded, and leaves nothing: no item, no line in the log', async () => {
  const noted = { headers: [], reads: [], macs: [] };
  const { internet, platform, runs, changed } = await open(() => ({
    ...answered(),
    changes: [['seen', '1']],
    noted,
  }));
  await platform.do('receivers.keepItems', host, [['before', '1']]);
  expect(await internet.watch(platform, host, request)).toMatchObject({ result: { status: 200 }, noted });
  expect(runs).toMatchObject([{ isWatched: true, jump: null, items: [['before', '1']] }]);
  expect(await platform.ask('receivers.items', host)).toEqual([['before', '1']]);
  expect(internet.log.of(host)).toEqual([]);
  expect(changed).not.toHaveBeenCalled();
  expect(await internet.watch(platform, 'other.example', request)).toMatchObject({
    result: { reason: 'dns' },
  });
});

test.each([
  ['check', `${url}?crc_token=x`, 3000],
  ['delivery', url, 10_000],
])('a %s of a person’s own has the time of the platform’s', async (_, at, ms) => {
  const { internet, platform, times } = await open();
  expect(await internet.try(platform, host, { ...request, url: at })).toMatchObject({ status: 200 });
  expect(times).toEqual([ms]);
});

describe('what comes in pieces', () => {
  const said = async (opened: Awaited<ReturnType<Internet['open']>>) =>
    'kind' in opened ? opened.reason : [opened.status, await new Response(opened.body as BodyInit).text()];

  test('a file has its own address; an unknown one is 404', async () => {
    const { files, fetch } = await open();
    await files.put({
      ...{ id: '1', name: 'a.csv', origin: { type: 'given' }, length: 2 },
      body: () => new Blob(['id']).stream(),
    });
    expect(await said(await fetch(addressOf('a.csv')))).toEqual([200, 'id']);
    expect(await said(await fetch(`${addressOf('a.csv')}?again=1`))).toEqual([200, 'id']);
    expect(await said(await fetch(addressOf('b.csv')))).toEqual([404, 'There is no file b.csv here.\n']);
  });

  test('a receiver may answer with a feed, with status and headers; another host does not exist', async () => {
    const redirect: ReceiverRan = {
      result: { status: 302, headers: [['Location', addressOf('a.csv')]], body: utf8('moved') },
      ...{ lines: [], changes: [] },
    };
    const { fetch } = await open(() => redirect);
    const opened = await fetch(url);
    expect(opened).toMatchObject({ status: 302, headers: [['Location', addressOf('a.csv')]] });
    expect(await said(opened)).toEqual([302, 'moved']);
    expect(await said(await fetch('https://elsewhere.example/a.csv'))).toBe('dns');
  });

  test('the host of files accepts no delivery', async () => {
    const { send } = await open();
    expect(await send(addressOf('a.csv'))).toMatchObject({ status: 405, headers: [['Allow', 'GET']] });
  });

  test('a receiver at the host of files answers what is not a file', async () => {
    const { platform, files, fetch } = await open();
    await platform.do('receivers.save', filesHost, 'code');
    await files.put({
      ...{ id: '1', name: 'a.csv', origin: { type: 'given' }, length: 2 },
      body: () => new Blob(['id']).stream(),
    });
    expect(await said(await fetch(addressOf('a.csv')))).toEqual([200, 'id']);
    expect(await said(await fetch(addressOf('b.csv')))).toEqual([200, 'ok']);
  });
});

describe('the log of receivers', () => {
  const call = { at: 1, isTest: false, method: 'GET', url };
  const lines = (count: number) =>
    Array.from({ length: count }, () => ({ level: 'log', text: '', at: 1, line: null }) as const);

  test('keeps the last 200 lines, whole calls of them, and the last 200 calls', () => {
    const log = new ReceiverLog();
    for (let at = 0; at < 5; at++)
      log.end(host, log.begin(host, call), { outcome: null, ms: 1, lines: lines(60) });
    expect(log.of(host).map(({ id }) => id)).toEqual([3, 4, 5]);
    for (let at = 0; at < 300; at++) log.begin(host, call);
    expect(log.of(host)).toHaveLength(200);
    expect(log.of(host).at(-1)!.id).toBe(305);
    log.clear(host);
    expect(log.of(host)).toEqual([]);
  });

  test('remembers 40 hosts at most', () => {
    const log = new ReceiverLog();
    for (let at = 0; at <= 40; at++) log.begin(`h${at}.example`, call);
    expect(log.of('h0.example')).toEqual([]);
    expect(log.of('h40.example')).toHaveLength(1);
  });
});
