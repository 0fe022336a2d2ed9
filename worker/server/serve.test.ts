import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signRequest } from '../../engine/inside.ts';
import type { Credential } from '../../engine/inside.ts';
import { call } from '../../tests/support/calling.ts';
import { makeFeed } from '../../tests/support/feed-calls.ts';
import type { Caller } from '../../tests/support/feed-calls.ts';
import { serve } from './serve.ts';
import type { LocalServer, ServeOptions } from './serve.ts';

const json = { 'content-type': 'application/json' };

async function open(options: ServeOptions = {}): Promise<LocalServer> {
  const server = await serve({ port: 0, scenario: 'small', ...options });
  onTestFinished(() => server.close());
  return server;
}

const keyOf = <K extends Credential['kind']>(
  { credentials }: Pick<LocalServer, 'credentials'>,
  kind: K,
  appName = 'Northwind Reader',
) =>
  credentials.find(
    (each): each is Extract<Credential, { kind: K }> => each.kind === kind && each.appName === appName,
  )!;

const bearer = (server: LocalServer, appName?: string) => ({
  authorization: `Bearer ${keyOf(server, 'app', appName).bearer_token}`,
});

/** Signed for a user of an App. */
function post(server: LocalServer, at: string, body: object | null, appName?: string) {
  const url = server.url + at;
  const timestamp = Math.floor(server.platform.clock.now() / 1000);
  const message = { method: 'POST', url, headers: [] };
  const { authorization } = signRequest(message, keyOf(server, 'oauth1', appName), {
    nonce: randomUUID(),
    timestamp,
  });
  return call(url, {
    method: 'POST',
    headers: { ...(body && json), authorization },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const control = async (server: LocalServer, at: string, body?: object): Promise<unknown> => {
  const answer = await call(
    server.control + at,
    body && { method: 'POST', headers: json, body: JSON.stringify(body) },
  );
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body);
};

describe('calls', () => {
  let server: LocalServer;
  beforeAll(async () => {
    server = await serve({ port: 0, scenario: 'small' });
  });
  afterAll(() => server.close());

  test('an App reads, and a user who signs over the address of the server writes', async () => {
    const user = await call(`${server.url}/2/users/by/username/mira_holm`, { headers: bearer(server) });
    expect([user.status, user.headers['svc-rate-limit-limit']]).toEqual([
      200,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await post(server, '/2/posts', { text: 'From a terminal' })).status).toBe(201);
  });

  test('both APIs have the one address', async () => {
    await call(`${server.url}/5/accounts`);
    expect(server.platform.exchanges.list().at(-1)!.endpointId).toBe('getAdAccounts');
  });

  test('the bytes of the path are those on the wire', async () => {
    await call(`${server.url}/2/users/%7Eme`);
    expect(server.platform.exchanges.list().at(-1)!.request.url).toBe(`${server.url}/2/users/%7Eme`);
  });

  test('the icon that a browser asks for by itself is no call; a call of its path is', async () => {
    const last = () => server.platform.exchanges.list().at(-1)?.request.url;
    const icon = `${server.url}/favicon.ico`;
    const before = last();
    expect(await call(icon, { headers: { 'sec-fetch-mode': 'no-cors' } })).toMatchObject({
      status: 204,
      body: '',
    });
    expect(last()).toBe(before);
    expect((await call(icon)).status).toBe(404);
    expect(last()).toBe(icon);
  });

  test('a HEAD has no body, and the platform refuses a body that is too long', async () => {
    const url = `${server.url}/2/users/by/username/mira_holm`;
    expect(await call(url, { method: 'HEAD', headers: bearer(server) })).toMatchObject({
      status: 200,
      body: '',
    });
    const long = { method: 'POST', headers: json, body: 'x'.repeat(8 * 1024 * 1024 + 10) };
    expect((await call(`${server.url}/2/posts`, long)).status).toBe(413);
  });

  test('a stream sends posts as they are written, and ends with its reader', async () => {
    await call(`${server.url}/2/posts/search/stream/rules`, {
      method: 'POST',
      headers: { ...json, ...bearer(server) },
      body: JSON.stringify({ add: [{ value: 'harbour' }] }),
    });
    const leaving = new AbortController();
    const { body } = await fetch(`${server.url}/2/posts/search/stream`, {
      headers: bearer(server),
      signal: leaving.signal,
    });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    await post(server, '/2/posts', { text: 'At the harbour' });
    const { value } = await reader.read();
    expect(JSON.parse(value!)).toMatchObject({ data: { text: 'At the harbour' } });
    leaving.abort();
    await reader.read().catch(() => undefined);
    await expect
      .poll(() => server.platform.exchanges.list().find(({ outcome }) => outcome.kind === 'stream')?.outcome)
      .toMatchObject({ ended: { reason: null } });
  });
});

describe('control', () => {
  test('moves the clock, which is frozen at a known moment', async () => {
    const server = await open({ frozen: true });
    expect(await control(server, '/clock')).toEqual({ now: '2026-03-02T09:41:12.000Z', frozen: true });
    expect(await control(server, '/clock', { advance: 60_000 })).toMatchObject({
      now: '2026-03-02T09:42:12.000Z',
    });
    expect(await control(server, '/clock', { frozen: false })).toMatchObject({ frozen: false });
    for (const body of ['{"advance":-1}', '{"advance":"1"}', '{"frozen":1}', '{}', '[', '1']) {
      const answer = await call(`${server.control}/clock`, { method: 'POST', headers: json, body });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toHaveProperty('error');
    }
  });

  test('sets a plan, and the limits follow', async () => {
    const server = await open();
    const limit = async () => {
      const { headers } = await call(`${server.url}/2/users/by/username/mira_holm`, {
        headers: bearer(server),
      });
      return headers['svc-rate-limit-limit'];
    };
    const before = await limit();
    await control(server, '/plan', { plan: 'free' });
    expect(await limit()).not.toBe(before);
    expect(await control(server, '/plan')).toContainEqual({
      project: '1700',
      name: 'Northwind',
      plan: 'free',
    });
    const unknown = { method: 'POST', headers: json, body: JSON.stringify({ plan: 'free', project: '1' }) };
    expect((await call(`${server.control}/plan`, unknown)).status).toBe(404);
    expect((await call(`${server.control}/nothing`)).status).toBe(404);
  });

  test('starts again with the same keys, and ends streams', async () => {
    const server = await open({ seed: 'one' });
    const before = await control(server, '/credentials');
    await post(server, '/2/posts', { text: 'Forgotten' });
    const stream = await fetch(`${server.url}/2/posts/search/stream`, { headers: bearer(server) });
    await control(server, '/reset', {});
    expect(await stream.text()).toBe('');
    expect(await control(server, '/credentials')).toEqual(before);
    expect(await control(server, '/exchanges')).toEqual([]);
  });

  test('shows what the platform saw, also as it happens', async () => {
    const server = await open();
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const live = await fetch(`${server.control}/exchanges/live`, { signal: leaving.signal });
    const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader();
    await post(server, '/2/posts', { text: 'Seen' });
    const { value } = await reader.read();
    expect(value).toMatch(/^id: 1\ndata: \{/);
    const [exchange] = (await control(server, '/exchanges')) as [
      { endpointId: string; request: { body: string } },
    ];
    expect(exchange.endpointId).toBe('createPost');
    expect(exchange.request.body).toBe('{"text":"Seen"}');
  });

  test('gives a snapshot from which another server continues, with the keys', async () => {
    const server = await open();
    await post(server, '/2/posts', { text: 'Kept' });
    const folder = await mkdtemp(path.join(tmpdir(), 'served-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'world.json');
    await writeFile(file, (await call(`${server.control}/snapshot`)).body);
    const other = await serve({ port: 0, snapshot: file });
    onTestFinished(() => other.close());
    expect(other.credentials).toEqual(server.credentials);
    expect((await post(other, '/2/posts', { text: 'After' })).status).toBe(201);
    const posts = async ({ platform }: LocalServer) => platform.snapshot().tables['posts']!.length;
    expect(await posts(other)).toBe((await posts(server)) + 1);
    await other.reset();
    expect(await posts(other)).toBe(await posts(server));
  });
});

describe('the outside', () => {
  test('a webhook is registered under its name, and its receiver listens on this machine', async () => {
    const seen: string[] = [];
    let secret = '';
    const receiver = createServer((request, response) => {
      seen.push(`${request.method!} ${request.headers.host!} ${request.url!.replace(/=.*/, '=…')}`);
      const { searchParams } = new URL(request.url!, 'http://receiver');
      const digest = createHmac('sha256', secret)
        .update(searchParams.get('crc_token') ?? '')
        .digest('base64');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ response_token: `sha256=${digest}` }));
    });
    await new Promise<void>((listening) => void receiver.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const server = await open({ receivers: { 'hooks.myapp.example': `http://127.0.0.1:${port}/dev` } });
    secret = keyOf(server, 'basic').consumer_secret;
    const register = (url: string) =>
      call(`${server.url}/2/webhooks`, {
        method: 'POST',
        headers: { ...json, ...bearer(server) },
        body: JSON.stringify({ url }),
      });
    const registered = await register('https://hooks.myapp.example/events');
    expect(JSON.parse(registered.body)).toMatchObject({
      url: 'https://hooks.myapp.example/events',
      valid: true,
    });
    expect(seen).toEqual(['GET hooks.myapp.example /dev/events?crc_token=…']);
    expect((await register('https://another.example/events')).status).toBe(400);
    expect(seen).toHaveLength(1);
  });

  test('a feed is fetched only from the file to which its URL is mapped', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'served-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'products.csv');
    const [url, other] = ['https://shop.example/products.csv', 'https://shop.example/other.csv'];
    const header = 'id,title,description,availability,condition,price,link,image_link,brand';
    const row =
      'lamp,Lamp,Shines,in stock,new,20.00 USD,https://shop.example/l,https://shop.example/l.jpg,Northwind';
    await writeFile(file, `${header}\n${row}\n`);
    const fetched = async (feedUrl: string) => {
      const { url: adsBaseUrl, platform, credentials } = await open({ feeds: { [url]: file } });
      const caller: Caller = {
        ...{ adsBaseUrl, credentials },
        now: () => Promise.resolve(platform.clock.now()),
        send: async (request) => ({ outcome: await platform.handle(request) }),
        open: (id, userId) => platform.do(id, userId, true),
      };
      expect((await platform.do('feeds.run', await makeFeed(caller, feedUrl))).ok).toBe(true);
      const status = () => String(platform.snapshot().tables['feed_runs']![0]!['status']);
      await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
      return [status(), platform.snapshot().tables['products']!.length];
    };
    expect(await fetched(url)).toEqual(['SUCCEEDED', 1]);
    expect(await fetched(other)).toEqual(['FAILED', 0]);
  });

  test('a redirect of a receiver is not followed', async () => {
    let asked = 0;
    const receiver = createServer((_, response) => {
      asked++;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((listening) => void receiver.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const server = await open({ receivers: { 'hooks.myapp.example': `http://127.0.0.1:${port}` } });
    const body = JSON.stringify({ url: 'https://hooks.myapp.example/events' });
    const headers = { ...json, ...bearer(server) };
    expect((await call(`${server.url}/2/webhooks`, { method: 'POST', headers, body })).status).toBe(400);
    expect(asked).toBe(1);
  });
});

describe('a page of another site', () => {
  let server: LocalServer;
  const evil = 'https://evil.example';
  beforeAll(async () => {
    server = await serve({ port: 0, scenario: 'small', frozen: true, allowOrigins: ['https://app.example'] });
  });
  afterAll(() => server.close());
  const heard = () => server.platform.exchanges.list().length;
  const clock = () => `${server.control}/clock`;
  const jump = '{"advance":60000}';

  test('under a name that resolves to this machine learns nothing', async () => {
    const before = heard();
    const { port } = new URL(server.url);
    for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, '0.0.0.0'])
      for (const url of [`${server.url}/2/users/me`, clock()])
        expect((await call(url, { headers: { host } })).status, `${host} ${url}`).toBe(403);
    const alias = await call(`${server.url}/2/users/me`, { headers: { host: `localhost:${port}` } });
    expect([alias.status, alias.body]).toEqual([
      421,
      `This server is ${server.url}: call it by that address.\n`,
    ]);
    expect(heard()).toBe(before);
  });

  test('cannot call or read anything', async () => {
    const before = heard();
    for (const origin of [
      evil,
      'null',
      'http://localhost.evil.example',
      'https://app.example.evil.example',
      'file://',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const headers = { origin, 'access-control-request-method': 'POST', 'sec-fetch-mode': 'cors' };
        const answer = await call(`${server.url}/2/posts`, { method, headers });
        expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
      }
    }
    expect(heard()).toBe(before);
  });

  test('may only lead a person to a page of the platform', async () => {
    const headers = { origin: evil, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
    expect((await call(`${server.url}/oauth/authorize`, { headers })).headers['content-type']).toContain(
      'html',
    );
    expect((await call(`${server.url}/2/users/me`, { headers })).status).toBe(403);
    expect((await call(`${server.url}/oauth/authorize`, { method: 'POST', headers })).status).toBe(403);
    expect((await call(clock(), { headers })).status).toBe(403);
    // The page's own form, as browsers send it.
    const own = { origin: 'null', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
    const before = heard();
    await call(`${server.url}/oauth/authorize`, { method: 'POST', headers: own });
    expect(heard()).toBe(before + 1);
    expect((await call(`${server.url}/2/posts`, { method: 'POST', headers: own })).status).toBe(403);
  });

  test('cannot control the server: neither from another origin, nor from one that may call the platform, nor without one', async () => {
    const before = server.platform.clock.now();
    const refusals: readonly Readonly<Record<string, string>>[] = [
      ...[
        evil,
        'null',
        'https://app.example',
        'http://127.0.0.1:1',
        server.url.replace('http:', 'https:'),
      ].map((origin) => ({ origin })),
      ...['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site })),
    ];
    for (const headers of refusals) {
      const answer = await call(clock(), { method: 'POST', headers: { ...json, ...headers }, body: jump });
      expect([answer.status, answer.headers['access-control-allow-origin']], JSON.stringify(headers)).toEqual(
        [403, undefined],
      );
      expect((await call(clock(), { headers })).status).toBe(403);
      expect((await call(`${server.control}/exchanges/live`, { headers })).status).toBe(403);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expect(
        (await call(clock(), { method: 'POST', headers: { 'content-type': type }, body: jump })).status,
      ).toBe(415);
    expect(server.platform.clock.now()).toBe(before);
  });

  test('opens no WebSocket', async () => {
    const before = heard();
    const upgrade = (origin: string) =>
      new Promise<string>((resolve) => {
        const { host, hostname, port } = new URL(server.url);
        const socket = connect(Number(port), hostname);
        socket.once('data', (bytes) => {
          resolve(bytes.toString().split('\r\n')[0]!);
          socket.destroy();
        });
        const lines = [
          'GET /2/users/me HTTP/1.1',
          `Host: ${host}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          `Origin: ${origin}`,
        ];
        socket.write(
          [...lines, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', '', ''].join(
            '\r\n',
          ),
        );
      });
    expect(await upgrade(evil)).toBe('HTTP/1.1 403 Forbidden');
    expect(heard()).toBe(before);
    expect(await upgrade('http://localhost:5173')).not.toContain('101');
  });

  test('on the loopback, or on an allowed origin, can call and read', async () => {
    for (const origin of [
      'http://localhost:5173',
      'http://127.0.0.1:8080',
      'http://[::1]:3000',
      'https://app.example',
    ]) {
      const preflight = await call(`${server.url}/2/posts`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, origin]);
      const answer = await call(`${server.url}/2/users/by/username/mira_holm`, {
        headers: { origin, ...bearer(server) },
      });
      expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([
        200,
        origin,
        'origin',
      ]);
    }
  });
});

test('several servers share nothing', async () => {
  const [one, other] = await Promise.all([open({ seed: 'one' }), open({ seed: 'other' })]);
  expect(keyOf(one, 'app').bearer_token).not.toBe(keyOf(other, 'app').bearer_token);
  await post(one, '/2/posts', { text: 'Here' });
  expect(other.platform.exchanges.list()).toEqual([]);
});

test('closing a server ends its streams and releases its port', async () => {
  const server = await serve({ port: 0, scenario: 'small' });
  const stream = await fetch(`${server.url}/2/posts/search/stream`, { headers: bearer(server) });
  await server.close();
  expect(await stream.text()).toBe('');
  const again = await open({ port: Number(new URL(server.url).port) });
  expect(again.url).toBe(server.url);
});
