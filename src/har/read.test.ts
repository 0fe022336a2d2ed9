import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { looksLikeHar, readHar } from './read.ts';
import { isSigned } from './signed.ts';

const har = (...entries: readonly unknown[]) =>
  JSON.stringify({ log: { version: '1.2', creator: {}, entries } });
const entry = (request: object, more: object = {}) => ({
  startedDateTime: '2026-03-02T10:08:22.120Z',
  request: { method: 'GET', url: 'https://a.example/b?c=d', headers: [], ...request },
  response: { status: 401 },
  ...more,
});

function only(text: string) {
  const read = readHar(text);
  if ('problem' in read) throw new Error(read.problem);
  return { ...read.entries[0]!, problems: read.problems };
}

describe('HAR 1.2 is read as tools write it', () => {
  it('with a byte order mark, a fragment, and the pseudo-header fields of HTTP/2', () => {
    const headers = [
      { name: ':method', value: 'GET' },
      { name: 'accept', value: '*/*' },
      { name: 'x-empty' },
      { value: 'nameless' },
    ];
    expect(only(`\uFEFF${har(entry({ url: 'https://a.example/b#c', headers }))}`)).toMatchObject({
      at: 0,
      call: {
        method: 'GET',
        url: 'https://a.example/b',
        headers: [
          ['accept', '*/*'],
          ['x-empty', ''],
        ],
        body: null,
      },
      sentAt: Date.UTC(2026, 2, 2, 10, 8, 22, 120),
      status: 401,
      notes: [],
      problems: [],
    });
  });

  it.each([
    ['text', { mimeType: 'a/b', text: 'c=d' }, 'c=d', 0],
    [
      'parameters alone',
      { mimeType: 'a/b', params: [{ name: 'c', value: 'd e' }, { name: 'f' }] },
      'c=d%20e&f=',
      1,
    ],
    ['both: the text is what was sent', { text: 'c=d+e', params: [{ name: 'c', value: 'd e' }] }, 'c=d+e', 0],
    ['neither', { mimeType: 'a/b' }, null, 0],
    ['nothing', undefined, null, 0],
    ['empty text beside parameters', { text: '', params: [{ name: 'c', value: 'd' }] }, 'c=d', 1],
    ['Base64', { text: 'Y2Fmw6k=', encoding: 'base64' }, 'café', 1],
    ['what is said to be Base64 and is not', { text: 'c=d', encoding: 'base64' }, 'c=d', 1],
    ['Base64 of bytes that are no text', { text: '/w==', encoding: 'base64' }, '/w==', 1],
    ['Base64 that nobody said', { text: 'Y2Fmw6k=' }, 'Y2Fmw6k=', 0],
  ])('with a body as %s', (_, postData, body, notes) => {
    const read = only(har(entry({ method: 'POST', postData })));
    expect([read.call.body, read.notes.length]).toEqual([body, notes]);
  });

  it('takes a body’s type from the entry if no header has one; an absent body has none', () => {
    const types = (request: object) => only(har(entry(request))).call.headers;
    expect(types({ postData: { mimeType: 'a/b', text: 'c' } })).toEqual([['Content-Type', 'a/b']]);
    expect(types({ postData: { mimeType: 'a/b' } })).toEqual([]);
    const headers = [{ name: 'content-type', value: 'c/d' }];
    expect(types({ headers, postData: { mimeType: 'a/b', text: 'c' } })).toEqual([['content-type', 'c/d']]);
  });

  it('keeps the other entries if one cannot be read', () => {
    const read = readHar(
      har(null, entry({ method: 1 }), entry({ url: 'chrome://a' }), entry({}), { request: null }),
    );
    if ('problem' in read) throw new Error(read.problem);
    expect(read.entries.map(({ at }) => at)).toEqual([3]);
    expect(read.problems.map(({ at }) => at)).toEqual([0, 1, 2, 4]);
  });

  it('reads a single entry, without an answer or a time', () => {
    const { call, sentAt, status } = only(
      JSON.stringify(entry({}, { startedDateTime: 'soon', response: { status: 0 } })),
    );
    expect([call.url, sentAt, status]).toEqual(['https://a.example/b?c=d', null, null]);
  });

  it.each(['', '{', '[]', '"a"', '{"log":{}}', '{"log":{"entries":{}}}', 'null'])('refuses %s', (text) => {
    const read = readHar(text);
    expect('problem' in read && read.problem).toMatch(/^This is .*\.$/);
  });

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, value) => {
        readHar(text);
        const read = readHar(
          har(value, { request: value }, { request: { method: value, url: value, headers: value } }),
        );
        if ('problem' in read) throw new Error(read.problem);
        expect(read.entries.length + read.problems.length).toBe(3);
      }),
      rounds(200, 10_000),
    );
  });
});

test('a HAR file is recognised by its beginning', () => {
  expect(looksLikeHar(`\uFEFF\n${har()}`)).toBe(true);
  expect(looksLikeHar(JSON.stringify(entry({})))).toBe(true);
  expect(looksLikeHar('{"log": 1}')).toBe(false);
  expect(looksLikeHar('fetch("a", {"log":{}})')).toBe(false);
});

test.each([
  ['a header', { headers: [['authorization', 'OAuth oauth_signature="a"']] }, true],
  ['the query, however it is encoded', { url: 'https://a.example/?b=c&oauth%5Fsignature=a' }, true],
  ['the query', { url: 'https://a.example/?b=c&oauth_signature=a' }, true],
  [
    'a form',
    { headers: [['Content-Type', 'application/x-www-form-urlencoded']], body: 'oauth_signature=a' },
    true,
  ],
  ['any other body', { headers: [['Content-Type', 'text/plain']], body: 'oauth_signature=a' }, false],
  ['nothing', { headers: [['authorization', 'Bearer a']] }, false],
] as const)('a request is signed in %s', (_, change, signed) => {
  expect(isSigned({ method: 'GET', url: 'https://a.example/', headers: [], body: null, ...change })).toBe(
    signed,
  );
});

/** Written by hand; see tests/support/har/README.md. */
test.each([
  ['firefox', [['POST', '/orders', 'text=a+b', '2026-11-22T21:46:11.004Z', 200, 0]], []],
  [
    'safari',
    [
      ['POST', '/orders', 'text=a%2Bb&empty=', '2026-11-22T21:46:12.120Z', 200, 1],
      ['GET', '/stream', null, '2026-11-22T21:46:12.300Z', null, 0],
    ],
    [[1, 'Its address is neither http nor https.']],
  ],
  ['mitmproxy', [['PUT', '/orders/7', '{"count": 1}', '2026-11-22T21:46:13.000Z', 201, 1]], []],
  [
    'http-toolkit',
    [
      ['POST', '/pictures', null, '2026-11-22T21:46:14.500Z', 200, 1],
      ['GET', '/orders', null, '2026-11-22T21:46:15.500Z', null, 0],
    ],
    [],
  ],
  [
    'chrome',
    [['GET', '/orders', null, '2026-11-22T21:46:16.500Z', 200, 0]],
    [[1, 'It is incomplete: the file ends in the middle of it.']],
  ],
])('issue 21: a file as %s writes it is read, and changes are reported', (name, entries, problems) => {
  const whole = readFileSync(`tests/support/har/${name}.har`, 'utf8');
  const read = readHar(name === 'chrome' ? `\uFEFF${whole.slice(0, whole.lastIndexOf('"timings"'))}` : whole);
  if ('problem' in read) throw new Error(read.problem);
  expect(read.problems.map(({ at, problem }) => [at, problem])).toEqual(problems);
  expect(read.entries.every(({ call }) => isSigned(call))).toBe(true);
  expect(
    read.entries.map(({ call, sentAt, status, notes }) => [
      call.method,
      new URL(call.url).pathname,
      call.body,
      sentAt === null ? null : new Date(sentAt).toISOString(),
      status,
      notes.length,
    ]),
  ).toEqual(entries);
});

test('a file that ends too early loses only its last entry, wherever it ends', () => {
  const whole = har(entry({ url: 'https://a.example/"]}\\' }), entry({}));
  const second = whole.lastIndexOf('{"startedDateTime"');
  for (let end = second + 1; end < whole.length - 3; end++) {
    const read = readHar(whole.slice(0, end));
    if ('problem' in read) throw new Error(read.problem);
    expect([read.entries.length, read.problems.map(({ at }) => at)]).toEqual([1, [1]]);
  }
  const all = readHar(whole.slice(0, -1));
  expect('entries' in all && [all.entries.length, all.problems]).toEqual([2, []]);
});

/** Written by Chromium, driven by Playwright (`recordHar`); see tests/support/har/README.md. */
test('a file that a browser wrote is read completely', () => {
  const read = readHar(readFileSync('tests/support/har/chromium.har', 'utf8'));
  if ('problem' in read) throw new Error(read.problem);
  expect(read.problems).toEqual([]);
  const signed = read.entries.filter(({ call }) => isSigned(call));
  expect(signed.map(({ call }) => `${call.method} ${new URL(call.url).pathname}`)).toEqual([
    'GET /2/users/me',
    'POST /2/posts',
    'GET /wp-json/wc/v3/orders',
    'POST /lti/launch',
  ]);
});
