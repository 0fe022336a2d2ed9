import { describe, expect, test } from 'vitest';
import { createPlatform, text, utf8 } from '../../engine/index.ts';
import { clientOf, example, readyKinds } from '../../testing/examples.ts';
import { caller, durable, start } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';
import { endpoints } from '../../testing/endpoints.ts';

const user = '/2/users/2244994945';
const of = (answer: Answer) => [answer.status, answer.code];
const mib = 1024 * 1024;

describe('methods and sizes (choices: methods, sizes)', () => {
  test('HEAD answers as GET without a body, and counts', async () => {
    const { as } = await start();
    const get = await as.bearer().get(user);
    const head = await as.bearer().send({ method: 'HEAD', path: user });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.header('content-type')).toBe(get.header('content-type'));
    expect(head.number('svc-rate-limit-remaining')).toBe(298);
    expect((await as.bearer().send({ method: 'HEAD', path: '/2/users/1' })).text).toBe('');
    expect((await as.user().send({ method: 'HEAD', path: '/1.1/oauth/invalidate_token' })).status).toBe(405);
  });

  test('OPTIONS is 204 with Allow and needs no authentication; other methods are 405 with the same', async () => {
    const { as } = await start();
    const allow = {
      '/2/posts/1': 'DELETE, GET, HEAD, OPTIONS',
      '/2/posts': 'GET, HEAD, OPTIONS, POST',
      '/oauth2/token': 'OPTIONS, POST',
    };
    for (const [path, methods] of Object.entries(allow)) {
      const options = await as.anonymous.send({ method: 'OPTIONS', path });
      expect([options.status, options.header('allow'), options.text]).toEqual([204, methods, '']);
      const put = await as.bearer().send({ method: 'PUT', path });
      expect([put.status, put.code, put.header('allow')]).toEqual([405, 86, methods]);
    }
    const overridden = await as
      .bearer()
      .send({ method: 'POST', path: user, headers: [['x-http-method-override', 'GET']] });
    expect(overridden.status).toBe(405);
  });

  test('one trailing slash is ignored, no more', async () => {
    const { as } = await start();
    expect((await as.bearer().get(`${user}/`)).status).toBe(200);
    expect((await as.bearer().get(`${user}/?user.fields=url`)).status).toBe(200);
    for (const path of [`${user}//`, `/2//users/me`, `//2/users/me`])
      expect((await as.user().get(path)).status, path).toBe(404);
  });

  test('a URL of 8192 bytes is accepted, one of 8193 is not', async () => {
    const { platform, as } = await start();
    const base = `${platform.baseUrl}/oauth2/invalidate_token?access_token=`;
    const fit = base + 'x'.repeat(8192 - base.length);
    expect(of(await as.user().post(fit))).toEqual([403, 348]);
    expect(of(await as.user().post(`${fit}x`))).toEqual([414, 25]);
    const long = await as.user().get(`/2/users/me?${'x'.repeat(8192)}`);
    expect(long.json).toMatchObject({ status: 414, title: 'URI Too Long', type: 'about:blank' });
  });

  test('a body of 8 MB is accepted, one byte more is not', async () => {
    const { as } = await start();
    const send = (size: number) => {
      const body = utf8('grant_type=client_credentials&pad='.padEnd(size, 'x'));
      return as.basic().send({
        method: 'POST',
        path: '/oauth2/token',
        body,
        headers: [['content-type', 'application/x-www-form-urlencoded']],
      });
    };
    expect((await send(8 * mib)).status).toBe(200);
    expect(of(await send(8 * mib + 1))).toEqual([413, 25]);
  });

  test('OAuth endpoints over http are refused when the base is https, and change nothing', async () => {
    const { platform, as } = await start();
    const before = durable(platform);
    for (const endpoint of endpoints.filter(({ path }) => path.includes('/oauth'))) {
      const { path, ...message } = example(endpoint, as);
      const answer = await clientOf(as, readyKinds(endpoint)[0] ?? 'none', endpoint).send({
        ...message,
        path: `http://api.svc.example${path}`,
      });
      const isPage = endpoint.auth.includes('session');
      expect([answer.status, answer.code], endpoint.id).toEqual([403, isPage ? undefined : 92]);
      if (isPage) expect(answer.text).toContain('code 92');
    }
    expect(durable(platform)).toBe(before);
  });

  test('every answer under /2/ is JSON', async () => {
    for (const endpoint of endpoints) {
      const { as } = await start();
      const [kind] = readyKinds(endpoint);
      if (!kind || !endpoint.path.startsWith('/2/')) continue;
      const answer = await clientOf(as, kind, endpoint).send(example(endpoint, as));
      // A stream is JSON line by line (stream.test.ts).
      if (answer.outcome.kind === 'stream') continue;
      expect(answer.header('content-type')).toBe('application/json; charset=utf-8');
      expect(() => answer.json).not.toThrow();
    }
  });
});

describe('the base address (choice: hosts)', () => {
  test('another base with a path is served only under that path', async () => {
    const platform = createPlatform({ baseUrl: 'https://API.front.example:8443/svc/' });
    const as = caller(platform);
    expect((await as.bearer().get(user)).status).toBe(200);
    expect((await as.user().get('/2/users/me')).status).toBe(200);
    const found = async (url: string) => (await as.bearer().get(url)).status;
    expect(await found(`https://api.front.example:8443/svc${user}`)).toBe(200);
    expect(await found(`https://api.front.example:8443/svcs${user}`)).toBe(404);
    expect(await found(`https://api.front.example:8443${user}`)).toBe(404);
    expect(await found(`https://api.front.example/svc${user}`)).toBe(404);
    expect((await as.bearer().get('/2/users/1')).json.type).toBe(
      'https://API.front.example:8443/svc/2/problems/resource-not-found',
    );
  });

  test('a base that is not an address is refused at the start', () => {
    for (const baseUrl of ['', 'api.svc.example', 'ftp://x', 'https://x/?a=1'])
      expect(() => createPlatform({ baseUrl }), baseUrl).toThrow(TypeError);
  });

  test('an explicit default port and a host in capitals are the same host', async () => {
    const { as } = await start();
    expect((await as.bearer().get(`https://API.svc.example:443${user}`)).status).toBe(200);
  });
});

describe('fetch', () => {
  test('gives the same answer as handle, with CORS headers for a page', async () => {
    const { platform, as } = await start();
    const authorization = `Bearer ${as.credential('app', 'Northwind Reader').bearer_token}`;
    const response = await platform.fetch(
      new Request(platform.baseUrl + user, { headers: { authorization, origin: 'https://page.example' } }),
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual((await as.bearer().get(user)).json);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('svc-rate-limit-limit')).toBe('300');
    const plain = await platform.fetch(new Request(platform.baseUrl + user, { headers: { authorization } }));
    expect(plain.headers.get('access-control-allow-origin')).toBeNull();
    const options = await platform.fetch(new Request(platform.baseUrl + user, { method: 'OPTIONS' }));
    expect([options.status, await options.text(), options.headers.get('allow')]).toEqual([
      204,
      '',
      'GET, HEAD, OPTIONS',
    ]);
    const head = await platform.fetch(
      new Request(platform.baseUrl + user, { method: 'HEAD', headers: { authorization } }),
    );
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('carries a body in', async () => {
    const { platform, as } = await start();
    const request = as.user().prepare({ method: 'POST', path: '/2/posts', json: { text: 'Über fetch' } });
    const response = await platform.fetch(
      new Request(request.url, {
        method: 'POST',
        headers: request.headers as [string, string][],
        body: text(request.body!),
      }),
    );
    expect(response.status).toBe(201);
    expect(((await response.json()) as { data: { text: string } }).data.text).toBe('Über fetch');
  });
});

const said = (answer: Answer) => answer.json.errors.map(({ message }) => message);

describe('messages (RFC 9110)', () => {
  test('every answer has `date`, by the platform’s clock', async () => {
    const { platform, as } = await start();
    const answers = async () => [
      await as.bearer().get(user),
      await as.anonymous.get('/nothing'),
      await as.anonymous.get('nonsense'),
      await as.anonymous.get('/oauth/authorize'),
      await as.anonymous.send({ method: 'OPTIONS', path: user }),
      await as.anonymous.get(`${user}?x=${'x'.repeat(9000)}`),
      await as
        .basic()
        .send({ method: 'POST', path: '/oauth2/token', form: { grant_type: 'client_credentials' } }),
    ];
    for (const answer of await answers()) expect(answer.header('date')).toBe('Mon, 02 Mar 2026 09:41:12 GMT');
    await platform.clock.advance(86_400_000 + 999);
    for (const answer of await answers()) expect(answer.header('date')).toBe('Tue, 03 Mar 2026 09:41:12 GMT');
  });

  test('a body with a Content-Encoding is 415, not read as if it had none', async () => {
    const { as } = await start();
    for (const [path, client] of [
      ['/2/posts', as.user()],
      ['/oauth2/token', as.basic()],
      ['/2/oauth2/token', as.anonymous],
    ] as const)
      for (const encoding of ['gzip', 'identity', 'br, gzip']) {
        const headers = [['Content-Encoding', encoding]] as const;
        const answer = await client.send({ method: 'POST', path, json: { text: 'x' }, headers });
        expect(of(answer), path).toEqual([415, 25]);
        expect(said(answer)).toEqual([`Unsupported content encoding ${encoding}: a body is sent as it is`]);
      }
    expect((await as.bearer().send({ path: user, headers: [['Content-Encoding', 'gzip']] })).status).toBe(
      200,
    );
  });

  test('white space and parameters of a content type do not count', async () => {
    const { as } = await start();
    const send = (type: string) =>
      as
        .user()
        .send({ method: 'POST', path: '/2/posts', body: utf8('{}'), headers: [['Content-Type', type]] });
    for (const type of [
      'application/json\t; charset=utf-8',
      'application/json ;x=y',
      'Application/JSON;',
      ' application/json',
    ])
      expect((await send(type)).status, type).toBe(400);
    for (const type of ['application/json x', 'application/jsonp', 'text/plain; application/json'])
      expect(said(await send(type)), type).toEqual([
        `Unsupported content type ${type}: application/json is expected`,
      ]);
  });

  test('a CORS preflight for an unknown path succeeds, so that a page sees the 404', async () => {
    const { platform } = await start();
    const preflight = (
      path: string,
      more: Record<string, string> = { 'access-control-request-method': 'GET' },
    ) =>
      platform.fetch(
        new Request(platform.baseUrl + path, {
          method: 'OPTIONS',
          headers: { origin: 'http://localhost:5173', ...more },
        }),
      );
    for (const path of ['/2/nothing', '/', '/2/users/me']) {
      const answer = await preflight(path);
      expect([answer.status, answer.headers.get('access-control-allow-origin')], path).toEqual([204, '*']);
    }
    expect((await preflight('/2/nothing', {})).status).toBe(404);
    const real = await platform.fetch(
      new Request(`${platform.baseUrl}/2/nothing`, { headers: { origin: 'http://localhost:5173' } }),
    );
    expect([real.status, real.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });
});
