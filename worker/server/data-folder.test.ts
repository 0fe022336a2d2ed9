import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signRequest } from '../../engine/inside.ts';
import type { Credential } from '../../engine/inside.ts';
import { call } from '../../tests/support/calling.ts';
import type { Called } from '../../tests/support/calling.ts';
import { proved, times } from '../../tests/support/prove.ts';
import { DataFolder } from './data-folder.ts';
import { Journal } from './journal.ts';
import { serve } from './serve.ts';
import type { LocalServer, ServeOptions } from './serve.ts';
import { ServedWorld } from './served-world.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'world');
}

const begin = (data: string, options: ServeOptions = {}) =>
  serve({ port: 0, scenario: 'small', data, ...options });
const goOn = (data: string) => serve({ port: 0, data });

type Post = (text: string) => Promise<Called>;

/** Posts as the owner of Northwind Reader. */
function posting(url: string, credentials: readonly Credential[], now: () => number): Post {
  const keys = credentials.find((each) => each.kind === 'oauth1')!;
  return (text) => {
    const message = { method: 'POST', url: `${url}/2/posts`, headers: [] };
    const fresh = { nonce: randomUUID(), timestamp: Math.floor(now() / 1000) };
    const { authorization } = signRequest(message, keys, fresh);
    const headers = { authorization, 'content-type': 'application/json' };
    return call(message.url, { method: 'POST', headers, body: JSON.stringify({ text }) });
  };
}

const post = ({ url, credentials, platform }: LocalServer, text: string) =>
  posting(url, credentials, () => platform.clock.now())(text);

const postsOf = ({ platform }: LocalServer) => platform.snapshot().tables['posts']!;
const textsOf = (server: LocalServer) => postsOf(server).map((row) => String(row['text']));

const refusalOf = (starting: Promise<LocalServer>): Promise<string> =>
  starting.then(
    async (server) => {
      await server.close();
      return 'started';
    },
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  );

test('a world goes on, with its keys, its clock, its limits and its log', async () => {
  const folder = await newFolder();
  const first = await begin(folder, { seed: 'kept' });
  await post(first, 'Kept');
  await first.platform.clock.advance(86_400_000);
  const [limits, log, now] = [
    first.platform.snapshot().tables['windows']!,
    first.platform.exchanges.list().length,
    first.platform.clock.now(),
  ];
  await first.close();
  const second = await goOn(folder);
  expect(textsOf(second)).toContain('Kept');
  expect(second.credentials).toEqual(first.credentials);
  expect(second.platform.clock.now()).toBeGreaterThanOrEqual(now);
  expect(limits.length).toBeGreaterThan(0);
  expect(second.platform.snapshot().tables['windows']).toEqual(limits);
  expect(second.platform.exchanges.list()).toHaveLength(log);
  expect((await post(second, 'After')).status).toBe(201);
  await second.close();
  expect((await readdir(folder)).sort()).toEqual(['beginning.jsonl', 'journal-2.jsonl', 'world-2.jsonl']);
  const third = await serve({ port: 0, snapshot: path.join(folder, 'world-2.jsonl') });
  expect(textsOf(third), 'it has the form of an export').toContain('Kept');
  await third.close();
});

test('a reset goes back to the beginning, and that is kept too', async () => {
  const folder = await newFolder();
  const first = await begin(folder);
  const before = textsOf(first);
  await post(first, 'Forgotten');
  await first.close();
  const second = await goOn(folder);
  await second.reset();
  expect(textsOf(second)).toEqual(before);
  await post(second, 'After');
  await second.close();
  const third = await goOn(folder);
  expect(textsOf(third).sort()).toEqual([...before, 'After'].sort());
  await third.close();
});

test('one server has a folder at a time', async () => {
  const folder = await newFolder();
  const first = await begin(folder);
  expect(await refusalOf(goOn(folder))).toMatch(/^BadInput: .* is in use by process \d+/);
  await first.close();
  await writeFile(path.join(folder, 'lock'), '999999999\n'); // of one that was killed
  expect(await refusalOf(goOn(folder))).toBe('started');
});

test('a folder that cannot be used is refused, and nothing is written', async () => {
  const folder = await newFolder();
  await mkdir(folder);
  await writeFile(path.join(folder, 'thesis.txt'), 'Mine');
  expect(await refusalOf(begin(folder))).toMatch(/^BadInput: .* contains thesis\.txt/);
  expect(await readdir(folder)).toEqual(['thesis.txt']);
  expect(await refusalOf(begin(path.join(folder, 'thesis.txt')))).toMatch(/^BadInput: .* cannot be used: /);
  await rm(path.join(folder, 'thesis.txt'));
  expect(await refusalOf(begin(folder))).toBe('started');
  expect(await refusalOf(begin(folder))).toMatch(/^BadInput: .* already has a world: leave out/);
  expect(await refusalOf(goOn(folder))).toBe('started');
});

test('a line that a kill cut off was promised to nobody; a broken one among others is refused by its number', async () => {
  const folder = await newFolder();
  const first = await begin(folder);
  await post(first, 'Kept');
  await first.close();
  const journal = path.join(folder, 'journal-1.jsonl');
  const whole = await readFile(journal, 'utf8');
  await appendFile(journal, '{"posts":{"added":[{"id":"1","te');
  const second = await goOn(folder);
  expect(textsOf(second)).toContain('Kept');
  await second.close();
  await writeFile(path.join(folder, 'journal-2.jsonl'), `{"posts":\n${whole}`);
  expect(await refusalOf(goOn(folder))).toMatch(/^BadInput: .*journal-2\.jsonl:1: the line is broken/);
  await writeFile(
    path.join(folder, 'world-2.jsonl'),
    '{"format":"svc-playground","version":13,"form":"lines"}\n{"ta',
  );
  expect(await refusalOf(goOn(folder))).toMatch(/^BadInput: .*world-2\.jsonl:2: the line is cut off/);
});

const nowhere = { receivers: new Map(), feeds: new Map(), wording: null };
const small = { scenario: 'small', seed: undefined, read: null, frozen: false } as const;
const url = 'http://127.0.0.1:4010';

async function postIn({ platform, credentials }: ServedWorld, text: string): Promise<number> {
  const keys = credentials.find((each) => each.kind === 'oauth1')!;
  const message = { method: 'POST', url: `${url}/2/posts`, headers: [] };
  const timestamp = Math.floor(platform.clock.now() / 1000);
  const { authorization } = signRequest(message, keys, { nonce: randomUUID(), timestamp });
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ text });
  return (await platform.fetch(new Request(message.url, { method: 'POST', headers, body }))).status;
}

test('a journal that got long becomes a new world, and calls go on meanwhile', async () => {
  const folder = await newFolder();
  const data = await DataFolder.open(folder, 10_000);
  const world = await ServedWorld.open(url, small, nowhere, data);
  const texts = Array.from({ length: 40 }, (_, at) => `Post ${at}`);
  for (let at = 0; at < texts.length; at += 4)
    expect(await Promise.all(texts.slice(at, at + 4).map((text) => postIn(world, text)))).toEqual([
      201, 201, 201, 201,
    ]);
  world.stop();
  await world.close();
  const [last] = (await readdir(folder)).filter((name) => name.startsWith('world-'));
  expect(Number(/\d+/.exec(last!)![0])).toBeGreaterThan(1);
  const again = await goOn(folder);
  expect(textsOf(again)).toEqual(expect.arrayContaining(texts));
  await again.close();
});

test('what the disk does not take is answered with 500; the whole is written as soon as it does', async () => {
  const folder = await newFolder();
  const disk = await DataFolder.open(folder);
  let isFull = false;
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    isFull ? Promise.reject(new Error('No room')) : work();
  const world = await ServedWorld.open(url, small, nowhere, {
    found: disk.found,
    isLong: false,
    beginning: () => disk.beginning(),
    commit: (changes) => guarded(() => disk.commit(changes)),
    write: (platform, vault) => guarded(() => disk.write(platform, vault)),
    close: () => disk.close(),
  });
  isFull = true;
  expect(await postIn(world, 'Lost')).toBe(500);
  isFull = false;
  expect(await postIn(world, 'Kept')).toBe(201);
  world.stop();
  await world.close();
  const again = await goOn(folder);
  expect(textsOf(again)).toContain('Kept');
  await again.close();
});

test('a journal takes nothing behind what it could not write', async () => {
  const file = path.join(await newFolder(), '..', 'journal');
  await writeFile(file, '');
  const handle = await open(file, 'r');
  const journal = new Journal(handle);
  const commits = [journal.append({}), journal.append({})];
  expect((await Promise.allSettled(commits)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(journal.append({})).rejects.toThrow('EBADF');
  await journal.close();
});

/** Serves the folder in a process of its own. */
async function processOf(folder: string) {
  const args = ['--import', 'tsx', 'worker/server/cli.ts', 'serve', '--port', '0', '--data', folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    output += chunk;
    if (output.includes('curl -H')) break;
  }
  const url = /is at (\S+):/.exec(output)![1]!;
  const control = async (at: string, body?: object) => {
    const sent = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return JSON.parse((await call(`${url}/__playground${at}`, sent)).body) as unknown;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url, control, kill };
}

test(
  'a kill loses nothing that was answered',
  async () => {
    const folder = await newFolder();
    await (await begin(folder)).close();
    const kept = new Set<string>();
    const refused: string[] = [];
    let latest = 0;
    const kills = times(2, 1000);
    for (let round = 0; round < kills; round++) {
      const { url, control, kill } = await processOf(folder);
      // The windows of the limits begin again.
      const { now } = (await control('/clock', { advance: 900_000 })) as { now: string };
      expect(Date.parse(now)).toBeGreaterThanOrEqual(latest + 900_000);
      latest = Date.parse(now);
      const credentials = (await control('/credentials')) as Credential[];
      const send = posting(url, credentials, () => Date.parse(now));
      const wanted = kept.size + 1 + ((round * 7) % 23);
      const write = async (writer: number): Promise<void> => {
        for (let turn = 0; kept.size < wanted; turn++) {
          const { status, body } = await send(`Round ${round}, ${writer}, ${turn}`);
          if (status !== 201) return void refused.push(body);
          kept.add((JSON.parse(body) as { data: { id: string } }).data.id);
        }
      };
      const writers = Promise.allSettled(Array.from({ length: 4 }, (_, writer) => write(writer)));
      await expect.poll(() => kept.size >= wanted || refused.length > 0).toBe(true);
      expect(refused).toEqual([]);
      await kill();
      await writers;
      const server = await goOn(folder);
      const there = new Set(postsOf(server).map((row) => String(row['id'])));
      expect([...kept].filter((id) => !there.has(id))).toEqual([]);
      await server.close();
    }
    proved(`${kills} kills of a server under writes lost none of ${kept.size} answers`);
  },
  12 * 3_600_000,
); // a thousand starts of a process in the long form
