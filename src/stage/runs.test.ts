import { expect, test } from 'vitest';
import { utf8 } from '../../worker/api.ts';
import type { Exchange } from '../../worker/api.ts';
import { digestOf } from './digest.ts';
import type { CallDigest } from './digest.ts';
import { runWords } from './runs.ts';

const call = (name: string, request = 'a', response = 'b'): CallDigest => ({ call: name, request, response });
const [post, timeline] = [call('POST /2/posts'), call('GET /2/users/1/posts', 'c', 'd')];

test.each([
  ['the first run', [[]], 'no call yet'],
  ['the first run', [[post, timeline]], '2 calls'],
  ['a run without calls', [[post], []], 'no call yet'],
  ['the same so far', [[post, timeline], [post]], '1 call, the same bytes as run 1'],
  ['the same three times', [[post], [post], [post]], '1 call, the same bytes as runs 1 and 2'],
  ['the same four times', [[post], [post], [post], [post]], '1 call, the same bytes as runs 1, 2 and 3'],
  ['another one in between', [[timeline], [post], [post]], '1 call, the same bytes as run 2'],
  [
    'a shorter one in between',
    [[post], [post, timeline], [post, timeline]],
    '2 calls, the same bytes as run 2',
  ],
  [
    'further calls',
    [[post], [post, timeline]],
    '2 calls, the same bytes as run 1 as far as it went (1 call)',
  ],
  [
    'another call',
    [
      [post, timeline],
      [post, post],
    ],
    'call 2, POST /2/posts, differs from run 1: there it was GET /2/users/1/posts',
  ],
  [
    'another request',
    [[post], [call('POST /2/posts', 'x', 'y')]],
    'call 1, POST /2/posts, differs from run 1: the request has other bytes',
  ],
  [
    'another response',
    [[post], [call('POST /2/posts', 'a', 'y'), timeline]],
    'call 1, POST /2/posts, differs from run 1: the same request got another response',
  ],
] as const)('stage: %s: %j', (_, runs, words) => {
  expect(runWords(runs)).toBe(words);
});

const body = utf8('{"text":"High water at 19:25."}');
const request: Exchange['request'] = {
  method: 'POST',
  url: 'https://api.svc.example/2/posts?a=1',
  headers: [['content-type', 'application/json']],
  body,
};
const outcome = { kind: 'response', status: 201, headers: [], body } satisfies Exchange['outcome'];
const exchange: Exchange = {
  sequence: 1,
  at: 0,
  durationMs: 3,
  direction: 'in',
  endpointId: 'createPost',
  appId: null,
  userId: null,
  trace: [],
  windows: [],
  request,
  outcome,
};

test('stage: a digest covers every byte of both messages, and nothing that was measured', async () => {
  const of = await digestOf(exchange);
  expect(of.call).toBe('POST /2/posts');
  expect(await digestOf({ ...exchange, durationMs: 7, sequence: 2 })).toEqual(of);
  const others: Exchange[] = [
    { ...exchange, request: { ...request, method: 'PUT' } },
    { ...exchange, request: { ...request, url: `${request.url}&b` } },
    { ...exchange, request: { ...request, headers: [['content-type', 'text/plain']] } },
    { ...exchange, request: { ...request, body: body.slice(1) } },
  ];
  for (const other of others) expect((await digestOf(other)).request).not.toBe(of.request);
  const answers: Exchange['outcome'][] = [
    { ...outcome, status: 200 },
    { ...outcome, headers: [['date', 'now']] },
    { ...outcome, body: body.slice(1) },
    { kind: 'stream', status: 201, headers: [], ended: null },
    { kind: 'closed', reason: 'abuse' },
  ];
  const found = await Promise.all(answers.map((each) => digestOf({ ...exchange, outcome: each })));
  expect(new Set([of, ...found].map(({ response }) => response)).size).toBe(6);
  expect(found.every(({ request: same }) => same === of.request)).toBe(true);
});
