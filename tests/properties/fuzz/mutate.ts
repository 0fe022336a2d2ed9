/** Ways to spoil a request, from one character to everything. */
import type { HttpRequest } from '../../../engine/index.ts';
import { text, utf8 } from '../../../engine/index.ts';
import type { Dice } from './dice.ts';

type Mutation = (request: HttpRequest, dice: Dice) => HttpRequest;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'get', 'TRACE', '', '__proto__'];
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'APPLICATION/JSON; charset=latin1',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
];
const authorizations = [
  '',
  'OAuth',
  'OAuth ',
  'OAuth ,',
  'oauth oauth_nonce="a", oauth_nonce="b"',
  'OAuth oauth_consumer_key="__proto__", oauth_nonce="é", oauth_signature="", oauth_timestamp="1e3"',
  'Bearer',
  'Bearer __proto__',
  'Basic',
  'Basic Og==',
  'Basic /////',
  'Digest username="x"',
  'Negotiate \u0000',
];
const bases = [
  'http://',
  'HTTPS://U:P@',
  'ftp://',
  '//',
  '',
  'https://[::1]:',
  'https://api.svc.example:99999',
];

/** One character put in, taken out or exchanged. */
function edit(value: string, dice: Dice): string {
  const at = dice.int(value.length + 1);
  const skipped = dice.int(2);
  return value.slice(0, at) + (dice.chance(0.7) ? dice.text(2) : '') + value.slice(at + skipped);
}

const join = (url: string) => (url.includes('?') ? '&' : '?');

const withHeader = (request: HttpRequest, name: string, value: string): HttpRequest => ({
  ...request,
  headers: [...request.headers, [name, value]],
});

const withoutHeader = (request: HttpRequest, name: string): HttpRequest => ({
  ...request,
  headers: request.headers.filter(([each]) => each.toLowerCase() !== name),
});

const json = (request: HttpRequest, body: string): HttpRequest => ({
  ...withHeader(withoutHeader(request, 'content-type'), 'content-type', 'application/json'),
  body: utf8(body),
});

/** JSON nested so deep that recursion would fail. */
function deep(dice: Dice): string {
  const depth = dice.pick([10, 1000, 20_000]);
  const [open, close] = dice.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"poll":', '}'],
    ['{"text":[', ']}'],
  ] as const);
  return (
    open.repeat(depth) + (dice.chance(0.5) ? '1' : '"x"') + (dice.chance(0.8) ? close.repeat(depth) : '')
  );
}

const oddJson = [
  'null',
  '0',
  '"x"',
  '[]',
  '{}',
  '',
  '{"text":null}',
  '{"text":1e999}',
  '{"text":"\\ud800"}',
  '{"text":"a","text":"b"}',
  '{"__proto__":{"text":"x"}}',
  '{"text":"x","constructor":{"prototype":{"y":1}}}',
  '{"text":"x","toString":1}',
  '{"text":"x","reply":{"in_reply_to_post_id":{}}}',
  '{"text":"x","poll":{"options":["a","a"],"duration_minutes":5.5}}',
  '{"poll":{"options":[],"duration_minutes":-0}}',
  '\ufeff{"text":"bom"}',
  '{"text":"x"}garbage',
];

const plain: readonly Mutation[] = [
  (request, dice) => ({ ...request, method: dice.pick(methods) }),
  (request, dice) => ({ ...request, method: edit(request.method, dice) }),
  (request, dice) => ({ ...request, url: edit(request.url, dice) }),
  (request, dice) => ({ ...request, url: edit(request.url, dice) }),
  (request, dice) => ({
    ...request,
    url: `${request.url}${join(request.url)}${dice.text(5)}=${dice.text(8)}`,
  }),
  (request, dice) => ({ ...request, url: request.url.replace(/(?<==)[^&]*$/, () => dice.text(30)) }),
  (request) => ({
    ...request,
    url: `${request.url}${join(request.url)}${request.url.split('?')[1] ?? 'a'}`,
  }),
  (request, dice) => ({ ...request, url: request.url.replace(/\/[^/?]*(?=\?|$)/, () => `/${dice.text(6)}`) }),
  (request, dice) => ({ ...request, url: request.url.replace(/^https?:\/\//, () => dice.pick(bases)) }),
  (request, dice) => ({ ...request, url: dice.text(20) }),
  (request, dice) => ({
    ...request,
    url: `${request.url}${join(request.url)}x=${'%41'.repeat(2600 + dice.int(400))}`,
  }),
  (request, dice) =>
    withHeader(withoutHeader(request, 'authorization'), 'Authorization', dice.pick(authorizations)),
  (request, dice) => withHeader(request, 'authorization', dice.text(30)),
  (request, dice) => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name, dice.chance(0.5) ? edit(value, dice) : value]),
  }),
  (request, dice) => withHeader(request, dice.text(6), dice.text(30)),
  (request, dice) => ({ ...request, headers: dice.some(request.headers, 0.5) }),
  (request, dice) => withHeader(withoutHeader(request, 'content-type'), 'Content-Type', dice.pick(types)),
  (request, dice) => ({ ...request, body: utf8(edit(text(request.body ?? new Uint8Array()), dice)) }),
  (request, dice) => ({ ...request, body: dice.bytes(dice.int(60)) }),
  (request, dice) => ({ ...request, body: utf8(`${dice.text(9)}=${dice.text(9)}&${dice.text(9)}`) }),
  (request, dice) => json(request, dice.pick(oddJson)),
  (request, dice) => json(request, JSON.stringify({ text: dice.text(40), [dice.text(3)]: dice.text() })),
];

/** Dear to make or to answer, so that they come seldom. */
const dear: readonly Mutation[] = [
  (request, dice) => json(request, deep(dice)),
  (request, dice) => withHeader(request, 'X-Huge', dice.text(4).repeat(10_000)),
  (request, dice) =>
    withHeader(
      withoutHeader(request, 'authorization'),
      'Authorization',
      `OAuth ${dice.text(40).repeat(500)}`,
    ),
  (request, dice) =>
    withHeader(
      withoutHeader(request, 'authorization'),
      'Authorization',
      `OAuth ${'a="b",'.repeat(1 + dice.int(5000))}`,
    ),
  (request, dice) => ({
    ...request,
    headers: Array.from({ length: 2000 }, () => [dice.text(2), dice.text(2)] as const),
  }),
  (request, dice) => ({ ...request, body: dice.bytes(100_000) }),
  (request, dice) => json(request, JSON.stringify({ text: dice.text(3).repeat(20_000) })),
];

const tooLarge = (request: HttpRequest): HttpRequest => ({ ...request, body: oversized });
const oversized = new Uint8Array(8 * 1024 * 1024 + 1);

export function mutate(request: HttpRequest, dice: Dice): HttpRequest {
  if (dice.chance(0.0005)) return tooLarge(request);
  return dice.pick(dice.chance(0.02) ? dear : plain)(request, dice);
}
