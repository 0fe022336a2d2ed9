import { afterAll, beforeAll, expect, test } from 'vitest';
import { families, signRequest, text, utf8 } from '../../engine/inside.ts';
import type { Credential, HttpRequest, ResponseOutcome } from '../../engine/inside.ts';
import { surroundings } from '../../tests/support/surroundings.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { ReceiverRun } from '../contract/receiver-run.ts';
import { Streaming } from '../contract/streaming.ts';
import { startHost } from './host.ts';
import type { Host } from './host.ts';
import { StorageInMemory } from './in-memory.ts';
import { inBlocks } from '../../tests/support/snapshot-blocks.ts';

/** Globals of a browser that a Node running a local server may lack. */
const powers = ['indexedDB', 'BroadcastChannel', 'MessageChannel', 'navigator', 'self'] as const;
const before = powers.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

beforeAll(() => {
  for (const name of powers)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new Error(`The host uses ${name}`);
      },
    });
});
afterAll(() => {
  for (const [name, descriptor] of before) {
    Reflect.deleteProperty(globalThis, name);
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  }
});

let serial = 0;

async function open(storage = new StorageInMemory()) {
  const events: PlaygroundEvent[] = [];
  const runs: ReceiverRun[] = [];
  const host = await startHost(
    surroundings({
      storage,
      families,
      emit: (event) => void events.push(event),
      sandbox: (run) => {
        runs.push(run);
        const result = { status: 200, headers: [], body: utf8(`${run.host} heard ${run.request.method}`) };
        return Promise.resolve({ result, lines: [], changes: [['last', run.request.url]] });
      },
    }),
  );
  return { host, events, runs };
}

async function credentialOf<K extends Credential['kind']>(host: Host, kind: K) {
  const { world } = await host.greet();
  return world.vault.find((each): each is Extract<Credential, { kind: K }> => each.kind === kind)!;
}

async function send(host: Host, request: HttpRequest): Promise<ResponseOutcome> {
  const exchange = await host.send(`call ${++serial}`, request);
  if (exchange instanceof Streaming || exchange.outcome.kind !== 'response') throw new Error('No response');
  return exchange.outcome;
}

async function post(host: Host, words: string): Promise<number> {
  const { baseUrl, clock } = await host.greet();
  const plain = {
    ...{ method: 'POST', url: `${baseUrl}/2/posts`, body: utf8(JSON.stringify({ text: words })) },
    headers: [['content-type', 'application/json']] as [string, string][],
  };
  const timestamp = Math.floor(clock.platformNow / 1000);
  const nonce = `nonce${++serial}`;
  const { authorization } = signRequest(plain, await credentialOf(host, 'oauth1'), { nonce, timestamp });
  const { status } = await send(host, {
    ...plain,
    headers: [...plain.headers, ['authorization', authorization]],
  });
  return status;
}

const textsOf = async (host: Host) =>
  (await host.exportSnapshot()).tables['posts']!.map((row) => String(row['text'])).filter((words) =>
    words.startsWith('*'),
  );

/** All bytes of a stream, read as fast as they come. */
const gathered = ({ open }: Streaming<unknown>): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    open({
      write: (chunk) => parts.push(chunk.slice()) > 0,
      drained: () => Promise.resolve(),
      end: (reason) => (reason === undefined ? resolve(new Blob(parts)) : reject(new Error(reason))),
    });
  });

test('answers calls, and asks and does what a page would', async () => {
  const { host, events } = await open();
  expect(await post(host, '*hello')).toBe(201);
  expect((await host.do('plan', 'portal.setPlan', ['1700', 'free'])).ok).toBe(true);
  expect(await host.ask('receivers.get', ['nobody.example'])).toBeNull();
  const { world, storage } = await host.greet();
  expect(world.projects).toContainEqual(expect.objectContaining({ id: '1700', plan: 'free' }));
  expect(storage).toMatchObject({ kind: 'memory' });
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['exchange', 'portal', 'world']));
  host.retire();
});

test('jumps, and undoes it', async () => {
  const { host } = await open();
  await host.freeze();
  const { clock } = await host.greet();
  const jumped = await host.advance('jump', 86_400_000);
  expect(jumped.platformNow - clock.platformNow).toBe(86_400_000);
  expect(await host.undoJump('undo', false)).toEqual({ kind: 'undone' });
  expect((await host.greet()).clock.platformNow).toBe(clock.platformNow);
  host.retire();
});

test('resets, and undoes it', async () => {
  const { host } = await open();
  await post(host, '*mine');
  expect(await host.reset('reset', 'empty')).toEqual({ kind: 'replaced', canUndo: true });
  expect((await host.greet()).world.apps).toEqual([]);
  expect(await host.undoReplacement('undo', false)).toEqual({ kind: 'undone' });
  expect(await textsOf(host)).toEqual(['*mine']);
  host.retire();
});

test('exports, compressed and with files, and another host continues from that', async () => {
  const { host } = await open();
  await post(host, '*mine');
  await host.putFile('file', 'shop.csv', new Blob(['id,title\n1,Lamp\n']));
  const exporting = await host.exportFile('export', { token: 'one', packed: true, files: true });
  if (!(exporting instanceof Streaming)) throw new Error('No file');
  const file = await gathered(exporting);
  const { host: other } = await open();
  expect((await other.inspectFile(file, 'look')).feedFiles).toEqual([{ name: 'shop.csv', bytes: 16 }]);
  expect(await other.importFile('import', file, 'look')).toMatchObject({
    kind: 'replaced',
    filesRefused: [],
  });
  expect(await textsOf(other)).toEqual(['*mine']);
  expect(text((await other.fileHead('shop.csv'))!.bytes)).toContain('Lamp');
  host.retire();
  other.retire();
});

test('opens a given world', async () => {
  const { host } = await open();
  await post(host, '*mine');
  const { vault = [], ...snapshot } = await host.exportSnapshot();
  const stored = { snapshot: inBlocks(snapshot), late: null, vault, reset: null };
  const { host: other } = await open(new StorageInMemory(stored));
  expect(await textsOf(other)).toEqual(['*mine']);
  expect(await post(other, '*after')).toBe(201);
  host.retire();
  other.retire();
});

test('says what is wrong with a world that it cannot open', async () => {
  const { host } = await open();
  const { vault = [], ...snapshot } = await host.exportSnapshot();
  const broken = inBlocks({ ...snapshot, tables: { ...snapshot.tables, posts: [{ id: 'none' }] } });
  const stored = { snapshot: broken, late: null, vault, reset: null };
  await expect(open(new StorageInMemory(stored))).rejects.toThrow('posts');
  host.retire();
});

test('streams posts as they are written', async () => {
  const { host } = await open();
  const { baseUrl } = await host.greet();
  const { bearer_token } = await credentialOf(host, 'app');
  const authorized = [['authorization', `Bearer ${bearer_token}`]] as const;
  const rules = await send(host, {
    ...{ method: 'POST', url: `${baseUrl}/2/posts/search/stream/rules` },
    headers: [...authorized, ['content-type', 'application/json']],
    body: utf8(JSON.stringify({ add: [{ value: 'lamp' }] })),
  });
  expect(rules.status).toBe(200);
  const opened = await host.send('stream', {
    ...{ method: 'GET', url: `${baseUrl}/2/posts/search/stream`, headers: authorized },
  });
  if (!(opened instanceof Streaming)) throw new Error('No stream');
  const read = new Promise<string>((resolve) => {
    opened.open({
      write: (chunk) => {
        const line = text(chunk);
        if (line.includes('*a lamp')) resolve(line);
        return true;
      },
      drained: () => Promise.resolve(),
      end: () => {},
    });
  });
  await post(host, '*a chair');
  await post(host, '*a lamp');
  expect(JSON.parse(await read)).toMatchObject({ data: { text: '*a lamp' } });
  host.retire();
});

test('runs a receiver in the given sandbox, and keeps what it stores', async () => {
  const { host, runs } = await open();
  await host.do('receiver', 'receivers.save', ['hooks.example', 'export default () => {}']);
  const url = 'https://hooks.example/in';
  const answer = await host.tryReceiver('hooks.example', { method: 'GET', url, headers: [] });
  expect('status' in answer && text(answer.body)).toBe('hooks.example heard GET');
  expect(await host.receiverLog('hooks.example')).toMatchObject([{ url, isTest: true }]);
  await host.tryReceiver('hooks.example', { method: 'GET', url, headers: [] });
  expect(runs.map(({ items }) => items)).toEqual([[], [['last', url]]]);
  host.retire();
});
