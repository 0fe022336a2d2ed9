import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signRequest, text, utf8 } from '../../engine/inside.ts';
import type { Credential } from '../../engine/inside.ts';
import { call } from '../../tests/support/calling.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { attach } from '../page/attached.ts';
import type { NextTry } from '../page/attached.ts';
import type { Playground } from '../page/client.ts';
import type { RunReceiver } from '../page-link.ts';
import { serve } from './serve.ts';
import type { LocalServer, ServeOptions } from './serve.ts';

let folder: string;

beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'svc-playground-site-')), 'site');
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'served.html'), '<!doctype html><title>served</title>');
  await writeFile(path.join(folder, 'assets/page-1234567.js'), 'export {};');
  await writeFile(path.join(path.dirname(folder), 'svc-playground-secret.txt'), 'not of the page');
});
afterAll(async () => {
  await rm(path.dirname(folder), { recursive: true });
});

async function open(options: ServeOptions = {}): Promise<LocalServer> {
  const server = await serve({ port: 0, scenario: 'small', site: folder, ...options });
  onTestFinished(() => server.close());
  return server;
}

const noReceivers: RunReceiver = (_, port) => port.postMessage({ type: 'cannot', why: 'this is a test' });

/** No page looks again by itself, unless it is told to. */
const never = () => new Promise<void>(() => undefined);

const lineOf = ({ control }: LocalServer): URL => new URL(`${control}/line`);

interface Attached {
  readonly page: Playground;
  readonly heard: PlaygroundEvent[];
}

async function attached(server: LocalServer, run = noReceivers, nextTry: NextTry = never): Promise<Attached> {
  const page = await attach(lineOf(server), run, nextTry);
  const heard: PlaygroundEvent[] = [];
  page.subscribe((event) => heard.push(event));
  return { page, heard };
}

const bearerOf = ({ credentials }: Pick<LocalServer, 'credentials'>): string =>
  credentials.find((each): each is Extract<Credential, { kind: 'app' }> => each.kind === 'app')!.bearer_token;

const readMira = (server: LocalServer) => ({
  ...{ method: 'GET', url: `${server.url}/2/users/by/username/mira_holm` },
  headers: [['authorization', `Bearer ${bearerOf(server)}`]] as const,
});

test('Issue 20: what a client sends is seen in the page, and what the page sends on the server', async () => {
  const server = await open();
  const { page, heard } = await attached(server);
  const { baseUrl, storage, world } = await page.greet();
  expect([baseUrl, storage.kind, world.users.length]).toEqual([server.url, 'served', 4]);

  const { url, headers } = readMira(server);
  expect((await call(url, { headers: Object.fromEntries(headers) })).status).toBe(200);
  await expect.poll(() => heard.find(({ type }) => type === 'exchange')).toMatchObject({ status: 200 });
  const [seen] = await page.exchanges();
  expect(seen?.trace.length).toBeGreaterThan(3);

  const { outcome } = await page.send(readMira(server));
  if (outcome.kind !== 'response') throw new Error('No response');
  expect(JSON.parse(text(outcome.body))).toMatchObject({ data: { username: 'mira_holm' } });
  expect(server.platform.exchanges.list()).toHaveLength(2);
  // What a call changed is heard before its answer.
  expect(heard.filter(({ type }) => type === 'exchange')).toHaveLength(2);
});

test('Issue 20: with --names a client keeps its names, and the page beside it those of the platform', async () => {
  const server = await open({ names: 'docs/examples/names/twitter-api-v2.yaml' });
  const { page, heard } = await attached(server);
  const headers = { authorization: `Bearer ${bearerOf(server)}` };
  const search = (posts: string) => `${server.url}/2/${posts}/search/recent?query=from%3Amira_holm`;
  const ofClient = await call(`${search('tweets')}&expansions=referenced_tweets.id`, { headers });
  expect([ofClient.status, ofClient.headers['x-rate-limit-limit']]).toEqual([200, expect.any(String)]);
  await expect.poll(() => heard.find(({ type }) => type === 'exchange')).toMatchObject({ status: 200 });
  const [seen] = await page.exchanges();
  expect(seen).toMatchObject({ endpointId: 'searchRecentPosts' });
  expect(seen?.request.url).toBe(`${search('posts')}&expansions=referenced_posts.id`);

  const { outcome } = await page.send({
    ...{ method: 'GET', url: search('posts') },
    headers: Object.entries(headers),
  });
  if (outcome.kind !== 'response') throw new Error('No response');
  expect(outcome.status).toBe(200);
  expect(outcome.headers.map(([name]) => name)).toContain('svc-rate-limit-limit');
  expect((await call(`${server.control}/site/`)).body).toContain('served');
});

test('Issue 20: the clock, the plan and a reset of the control path are told to every page', async () => {
  const server = await open({ frozen: true });
  const [one, other] = [await attached(server), await attached(server)];
  await server.platform.clock.advance(60_000);
  const { clock } = await one.page.greet();
  const seen = (type: PlaygroundEvent['type']) => () => other.heard.findLast((each) => each.type === type);
  await expect.poll(seen('clock')).toMatchObject({ clock: { platformNow: clock.platformNow, frozen: true } });

  const [project] = server.platform.portal.projects();
  await one.page.do('portal.setPlan', project!.id, 'free');
  expect(one.heard.findLast(({ type }) => type === 'world')).toMatchObject({
    world: { projects: expect.arrayContaining([expect.objectContaining({ plan: 'free' })]) as unknown },
  });
  await expect.poll(seen('portal')).toBeTruthy();

  await server.reset();
  await expect.poll(seen('restarted')).toMatchObject({ by: 'reset' });
  expect(await other.page.exchanges()).toEqual([]);
  expect(await one.page.reset('starter')).toEqual({ kind: 'replaced', canUndo: false });
  await expect.poll(() => other.heard.filter(({ type }) => type === 'restarted')).toHaveLength(2);
});

test('Issue 20: a stream that the page opens has its bytes, and ends with a reset', async () => {
  const server = await open();
  const { page, heard } = await attached(server);
  const headers = [
    ['authorization', `Bearer ${bearerOf(server)}`],
    ['content-type', 'application/json'],
  ] as const;
  const at = `${server.url}/2/posts/search/stream`;
  const body = utf8(JSON.stringify({ add: [{ value: 'harbour' }] }));
  await page.send({ method: 'POST', url: `${at}/rules`, headers, body });
  const { outcome } = await page.send({ method: 'GET', url: at, headers: headers.slice(0, 1) });
  if (!('body' in outcome) || outcome.kind !== 'stream') throw new Error('No stream');
  const reader = outcome.body.getReader();
  const user = server.credentials.find((each) => each.kind === 'oauth1')!;
  const message = { method: 'POST', url: `${server.url}/2/posts`, headers: headers.slice(1) };
  const { authorization } = signRequest(message, user, {
    nonce: 'a-post-of-the-harbour',
    timestamp: Math.floor(server.platform.clock.now() / 1000),
  });
  const posted = await page.send({
    ...{ ...message, headers: [...message.headers, ['authorization', authorization]] },
    body: utf8('{"text":"At the harbour"}'),
  });
  expect(posted.outcome).toMatchObject({ status: 201 });
  const { value } = await reader.read();
  expect(JSON.parse(text(value!))).toMatchObject({ data: { text: 'At the harbour' } });
  await server.reset();
  await expect(reader.read()).rejects.toThrow('Everything was started again.');
  expect(heard.some(({ type }) => type === 'streams')).toBe(true);
});

test('Issue 20: an export comes through the line as it is on the server', async () => {
  const server = await open();
  const { page } = await attached(server);
  const { body, form } = await page.exportFile({ token: 'export', packed: false, files: false });
  const exported = await new Response(body).text();
  expect(form).toBe('object');
  expect(JSON.parse(exported)).toMatchObject({ format: 'svc-playground' });
  await expect(page.importFile(new Blob([exported]), 'import')).rejects.toThrow('serve --snapshot');
});

test('Issue 20: a receiver runs in the page while one is open', async () => {
  const server = await open();
  const host = 'hooks.myapp.example';
  const request = { method: 'POST', url: `https://${host}/in`, headers: [], body: utf8('{}') };
  const { page } = await attached(server, (run, port) => {
    port.postMessage({ type: 'began' });
    port.postMessage({
      type: 'ran',
      ran: { result: { status: 204, headers: [], body: utf8(run.host) }, lines: [], changes: [] },
    });
  });
  expect(await page.do('receivers.save', host, 'export default () => new Response()')).toMatchObject({
    ok: true,
  });
  expect(await page.tryReceiver(host, request)).toEqual({ status: 204, headers: [], body: utf8(host) });
  expect(await page.receiverLog(host)).toMatchObject([{ isTest: true, outcome: { status: 204 } }]);
});

test('Issue 20: a file of the page is a feed of the server', async () => {
  const server = await open();
  const { page } = await attached(server);
  const bytes = new Uint8Array(utf8('id,title\n1,Kettle\n'));
  await page.putFile('shop.csv', new Blob([bytes]));
  expect(await page.fileHead('shop.csv')).toEqual({ bytes, isWhole: true });
  await expect(page.putFile('large.csv', new Blob([new Uint8Array(8_000_001)]))).rejects.toThrow('--feed');
});

test('Issue 20: a token that the page keeps is there after it is loaded again, and in a folder that keeps the world', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'svc-playground-kept-'));
  onTestFinished(() => rm(data, { recursive: true }));
  const server = await serve({ port: 0, scenario: 'small', site: folder, data });
  const { page } = await attached(server);
  const [first] = server.credentials;
  await page.keep({ ...first!, id: 'kept-by-the-page' });
  expect((await (await attached(server)).page.greet()).world.vault.map(({ id }) => id)).toContain(
    'kept-by-the-page',
  );
  await server.close();
  const again = await serve({ port: 0, site: folder, data });
  onTestFinished(() => again.close());
  expect(again.credentials.map(({ id }) => id)).toContain('kept-by-the-page');
});

test('Issue 20: a page whose server stops says so, in what waits and in the status line', async () => {
  const server = await serve({ port: 0, scenario: 'small', site: folder });
  const { page, heard } = await attached(server);
  const why = `The server at ${server.url} stopped. This page attaches again when the server is back.`;
  await server.close();
  await expect
    .poll(() => heard.findLast(({ type }) => type === 'storage'))
    .toMatchObject({
      storage: { kind: 'served', reason: why },
    });
  await expect(page.greet()).rejects.toThrow(why);
  await expect(attach(lineOf(server), noReceivers, never)).rejects.toThrow(
    `The server at ${server.url} stopped. Start it again, and reload this page.`,
  );
});

test('Issue 20: a page looks for its server until that is back, says each reason once, and goes on with the world', async () => {
  const data = await mkdtemp(path.join(folder, 'data-'));
  const server = await serve({ port: 0, scenario: 'small', site: folder, data });
  const tries: number[] = [];
  let tryNow = (): void => undefined;
  const nextTry: NextTry = (tried) => {
    tries.push(tried);
    return new Promise((resolve) => (tryNow = resolve));
  };
  const { page, heard } = await attached(server, noReceivers, nextTry);
  const { url, headers } = readMira(server);
  await page.send({ method: 'GET', url, headers });
  await server.close();
  await expect.poll(() => tries).toEqual([0]);
  tryNow();
  await expect.poll(() => tries).toEqual([0, 1]);
  expect(heard.filter(({ type }) => type === 'storage')).toHaveLength(1);

  const again = await serve({ port: Number(new URL(server.url).port), site: folder, data });
  onTestFinished(() => again.close());
  tryNow();
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'restarted' });
  expect((await page.greet()).storage.reason).toBeNull();
  const { outcome } = await page.send({ method: 'GET', url, headers });
  expect(outcome).toMatchObject({ kind: 'response', status: 200 });
  await expect.poll(() => heard.filter(({ type }) => type === 'exchange')).toHaveLength(2);
  expect(tries).toEqual([0, 1]);
});

test('Issue 20: a fifth page is told that there are four', async () => {
  const server = await open();
  for (let at = 0; at < 4; at++) await attached(server);
  await expect(attached(server)).rejects.toThrow(
    'At most 4 pages are attached at a time: close one of them.',
  );
});

test('Issue 20: the page has its files under its one path, and no others', async () => {
  const server = await open();
  const page = server.page ?? '';
  const found = await call(page);
  expect([found.status, found.headers['content-type'], found.body]).toEqual([
    ...[200, 'text/html; charset=utf-8', '<!doctype html><title>served</title>'],
  ]);
  expect(found.headers['content-security-policy']).toBe("frame-ancestors 'self'");
  const script = await call(`${page}assets/page-1234567.js`);
  expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  for (const name of [
    'none.js',
    'assets',
    '../svc-playground-secret.txt',
    '%2e%2e/svc-playground-secret.txt',
    '..%2fsvc-playground-secret.txt',
    '.hidden',
    'assets%2f..%2fserved.html',
  ])
    expect((await call(page + name)).status, name).toBe(404);
  expect((await call(page.slice(0, -1))).status).toBe(308);
});

test('Issue 20: no page but the server’s own opens the line, says anything on it, or shows the page', async () => {
  const server = await open({ allowOrigins: ['https://app.example'] });
  const json = { 'content-type': 'application/json' };
  const foreign = [
    { origin: 'https://app.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:9' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: 'evil.example' },
  ];
  for (const headers of foreign) {
    expect((await call(lineOf(server).href, { headers })).status, JSON.stringify(headers)).toBe(403);
    expect((await call(server.page!, { headers })).status, JSON.stringify(headers)).toBe(403);
    const said = { method: 'POST', headers: { ...json, ...headers }, body: '{"line":"x","messages":[]}' };
    expect((await call(lineOf(server).href, said)).status, JSON.stringify(headers)).toBe(403);
  }
  const said = (type: string, body: string) =>
    call(lineOf(server).href, { method: 'POST', headers: { 'content-type': type }, body });
  expect((await said('text/plain', '{}')).status).toBe(415);
  expect((await said('application/json', 'no JSON')).status).toBe(400);
  expect((await said('application/json', '{"line":"x","messages":[{"type":"open"}]}')).status).toBe(400);
  expect((await said('application/json', '{"line":"x","messages":[]}')).status).toBe(410);
});

test('Issue 20: a server without --site has neither the page nor a line', async () => {
  const server = await open({ site: false });
  expect(server.page).toBeNull();
  for (const name of ['/site/', '/line']) expect((await call(server.control + name)).status).toBe(404);
});

test('Issue 20: a package without its page is refused in a sentence', async () => {
  await expect(serve({ port: 0, site: path.dirname(folder) })).rejects.toThrow('The page is not here');
});
