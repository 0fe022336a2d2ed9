import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signRequest } from '../../../engine/inside.ts';
import type { Credential } from '../../../engine/inside.ts';
import { call } from '../../../tests/support/calling.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import { BadInput } from '../bad-input.ts';
import { serve } from '../serve.ts';
import type { LocalServer } from '../serve.ts';
import { readNames } from './file.ts';
import { renameJson } from './json.ts';
import { renamePairs } from './pairs.ts';
import { PathNames } from './paths.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'names-'))));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.yaml`);
  await writeFile(file, text);
  return file;
}

const words = { tweet: 'post', tweets: 'posts' } as Readonly<Record<string, string>>;
const renaming = {
  rename: (name: string) => name.replace(/[a-z]+/g, (word) => words[word] ?? word),
  holdsNames: (name: string) => name.endsWith('.fields') || name === 'expansions',
};

describe('messages', () => {
  test.each([
    ['{"tweet_id": "tweet"}', '{"post_id": "tweet"}'],
    [
      '{"expansions": ["tweet.id", {"text": "tweet"}, "tweet"]}',
      '{"expansions": ["post.id", {"text": "tweet"}, "post"]}',
    ],
    [
      '{"text":"{\\"tweet\\":1}","tweet":12345678901234567890}',
      '{"text":"{\\"tweet\\":1}","post":12345678901234567890}',
    ],
    ['{"tweet":', '{"tweet":'],
    ['"tweet"', '"tweet"'],
    ['[{"tweets":[]},\n {"expansions":"tweet"}]', '[{"posts":[]},\n {"expansions":"post"}]'],
    ['{"expansions":"https://a.example/tweet"}', '{"expansions":"https://a.example/tweet"}'],
  ])('JSON %s becomes %s', (before, after) => {
    expect(renameJson(before, renaming)).toBe(after);
  });

  test('a JSON text without a name of the file keeps its bytes', () => {
    const others = fc.jsonValue().filter((value) => !/tweet/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(others, fc.nat(4), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(renameJson(json, renaming)).toBe(json);
      }),
      rounds(200, 20_000),
    );
  });

  test.each([
    ['tweet_id=tweet&a=%20+b', 'post_id=tweet&a=%20+b'],
    ['tweet%2Efields=tweet%2Cid', 'post.fields=post%2Cid'],
    ['expansions&tweet=', 'expansions&post='],
    ['%ff=tweet&=tweet', '%ff=tweet&=tweet'],
    ['expansions=a=tweet', 'expansions=a%3Dpost'],
  ])('pairs %s become %s', (before, after) => {
    expect(renamePairs(before, renaming)).toBe(after);
  });

  test('a path is renamed, and what stands in the place of a parameter is not', () => {
    const paths = new PathNames(
      new Map([['/1.1/show/:id.json', '/2/posts/:id']]),
      ['/2/posts/:id', '/2/posts', '/2/users/by/username/:username', '/2/users/me'],
      (name) => (name === 'posts' ? 'tweets' : name),
    );
    expect(paths.toOurs('/2/tweets/20')).toBe('/2/posts/20');
    expect(paths.toOurs('/2/users/by/username/tweets')).toBe('/2/users/by/username/tweets');
    expect(paths.toOurs('/2/users/me')).toBe('/2/users/me');
    expect(paths.toOurs('/2/tweets/')).toBe('/2/tweets/');
    expect(paths.toOurs('/nowhere/tweets')).toBe('/nowhere/tweets');
  });
});

describe('the file', () => {
  const known = new Set(['/2/posts', '/2/posts/:id']);
  test.each([
    ['', '1:1: the file is empty'],
    ['words: [tweet]', '1:1: words is not a group of names with values'],
    ['word:\n  a: b', '1:1: word is not known here: there are signs, words, fields, paths, headers, values'],
    ['words:\n  tweet: 7', '2:10: words: tweet is not a run of letters'],
    ['words:\n  tweet: post\n  toot: post', '3:9: words: toot is the name of tweet already'],
    ['words: {a-b: c}', '1:14: words: a-b begins with a name that is not a run of letters'],
    [
      'paths:\n  /2/tweets/:tweet: /2/posts/:id',
      '2:21: paths: /2/tweets/:tweet has other parts with a colon than /2/posts/:id',
    ],
    [
      'paths:\n  /2/tweets: /2/pasts',
      '2:14: paths: /2/tweets leads to /2/pasts, where the platform has nothing',
    ],
    [
      'headers:\n  x-: svc',
      '2:7: headers: x- is the beginning of a name on one side only: both end with a hyphen, or neither',
    ],
    ['signs: api.example', '1:8: signs is not an address such as https://api.example.com'],
    ['values: [a, 7]', '1:13: values has an entry that is not a name, with or without a * at its beginning'],
    ['words: &a\n  b: *c', '2:7: nothing above is called &c'],
  ])('%j is refused: %s', async (text, said) => {
    const file = await fileOf(text);
    const error = await readNames(file, known).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(BadInput);
    expect((error as Error).message).toBe(`${file}:${said}`);
  });

  test('one that is not there is refused when the server starts', async () => {
    await expect(serve({ port: 0, names: path.join(folder, 'none.yaml') })).rejects.toThrow(
      /none\.yaml cannot be read/,
    );
  });
});

describe('the server', () => {
  const keyOf = <K extends Credential['kind']>({ credentials }: LocalServer, kind: K) =>
    credentials.find(
      (each): each is Extract<Credential, { kind: K }> =>
        each.kind === kind && each.appName === 'Northwind Courier',
    )!;

  async function open(names: string, receivers = {}): Promise<LocalServer> {
    const server = await serve({ port: 0, scenario: 'small', names: await fileOf(names), receivers });
    onTestFinished(() => server.close());
    return server;
  }

  /** Signed by the client's own address and names, and sent to the server. */
  function send(server: LocalServer, signs: string, target: string, body?: object) {
    const method = body ? 'POST' : 'GET';
    const { authorization } = signRequest(
      { method, url: signs + target, headers: [] },
      keyOf(server, 'oauth1'),
      { nonce: randomUUID(), timestamp: Math.floor(server.platform.clock.now() / 1000) },
    );
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    return call(server.url + target, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  const names = [
    'signs: https://api.elsewhere.example',
    'words: { tweet: post, tweets: posts, retweet: repost }',
    'headers: { x-: svc-, x-elsewhere-signature: svc-webhooks-signature }',
    "values: ['*.fields']",
  ].join('\n');

  test('verifies the signature over what was signed, and answers in the names of the client', async () => {
    const server = await open(names);
    const elsewhere = 'https://api.elsewhere.example';
    const target = '/2/users/2244994945/tweets?max_results=5&tweet.fields=public_metrics';
    const answer = await send(server, elsewhere, target);
    expect(answer.status, answer.body).toBe(200);
    expect(answer.headers['x-rate-limit-limit']).toBeDefined();
    expect(JSON.parse(answer.body)).toHaveProperty('data[0].public_metrics.retweet_count');
    const [exchange] = server.platform.exchanges.list();
    expect(exchange!.request.url).toBe(
      `${server.url}/2/users/2244994945/posts?max_results=5&post.fields=public_metrics`,
    );
    expect(exchange!.request).not.toHaveProperty('asSigned');
    // The same bytes under the server's own address are another signature.
    expect((await send(server, server.url, target)).status).toBe(401);
  });

  test('an event is renamed before it is signed', async () => {
    const seen: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] = [];
    let secret = '';
    const hmac = (message: string) =>
      `sha256=${createHmac('sha256', secret).update(message).digest('base64')}`;
    const receiver = createServer((request, response) => {
      const token = new URL(request.url!, 'http://receiver').searchParams.get('crc_token');
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (token === null) seen.push({ headers: request.headers, body });
        response.end(token === null ? '' : JSON.stringify({ response_token: hmac(token) }));
      });
    });
    await new Promise<void>((listening) => void receiver.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const server = await open(names, { 'hooks.myapp.example': `http://127.0.0.1:${port}` });
    secret = keyOf(server, 'basic').consumer_secret;
    const bearer = { authorization: `Bearer ${keyOf(server, 'app').bearer_token}` };
    const registered = await call(`${server.url}/2/webhooks`, {
      ...{ method: 'POST', headers: { ...bearer, 'content-type': 'application/json' } },
      body: JSON.stringify({ url: 'https://hooks.myapp.example/' }),
    });
    expect(registered.status, registered.body).toBe(200);
    const signs = 'https://api.elsewhere.example';
    const { id } = JSON.parse(registered.body) as { id: string };
    const all = `/2/account_activity/webhooks/${id}/subscriptions/all`;
    expect((await send(server, signs, all, {})).status).toBe(200);
    expect((await send(server, signs, '/2/tweets', { text: 'Rye' })).status).toBe(201);
    await expect.poll(() => seen.length).toBe(1);
    const [{ headers, body }] = seen as [(typeof seen)[number]];
    expect(JSON.parse(body)).toHaveProperty('tweet_create_events');
    expect(headers['x-elsewhere-signature']).toBe(hmac(body));
  });
});
