import { expect, test } from 'vitest';
import type { LogContents } from '../../../../worker/api.ts';
import { suggestions, typedAt } from './suggest.ts';
import { has, valueOf, withoutPart, withoutTerm, withTerm } from './terms.ts';

const contents: LogContents = {
  ...{ total: 9, in: 8, out: 1, size: 500, bytes: 9000, mostBytes: 16_000_000 },
  fields: {
    code: { looks: 'a code', example: 'code:89' },
    cause: { looks: 'why', example: 'cause:nonce' },
    op: { looks: 'the endpoint', example: 'op:getMe' },
  },
  refusals: [
    {
      ...{ problem: 'signatureRejected', reason: null, message: 'Could not authenticate you.', code: 32 },
      ...{ count: 3, last: 'the nonce was used before' },
    },
    { ...{ problem: 'noResponse', reason: null, message: null, code: null }, count: 1, last: 'silenced' },
  ],
  values: {
    status: [
      ['200', 5],
      ['401', 3],
    ],
    op: [
      ['getMe', 6],
      ['getPost', 1],
      ['createPost', 1],
    ],
    method: [['GET', 8]],
    user: [['1', 8]],
    app: [['a', 8]],
  },
};
const world = {
  users: [{ id: '1', username: 'mira_holm' }],
  apps: [{ id: 'a', name: 'Northwind Reader' }],
} as unknown as Parameters<typeof suggestions>[2];
const texts = (typed: string) => suggestions(typed, contents, world).map(({ text }) => text);

test('words first, then the values that the log has, the most frequent first', () => {
  expect(texts('c')).toEqual(['code:', 'cause:']);
  expect(texts('op:')).toEqual(['op:getMe', 'op:getPost', 'op:createPost']);
  expect(texts('op:getP')).toEqual(['op:getPost']);
  expect(texts('-status:4')).toEqual(['-status:4xx', '-status:401']);
  expect(texts('user:')).toEqual(['user:@mira_holm']);
  expect(texts('app:')).toEqual(['app:"Northwind Reader"']);
  expect(texts('cause:s')).toEqual(['cause:signatureRejected/']);
  expect(texts('code:')).toEqual(['code:32']);
  expect(texts('dir:')).toEqual(['dir:in', 'dir:out']);
});

test('no suggestions for a complete term or for free text', () => {
  expect(texts('op:getMe')).toEqual([]);
  expect(texts('body:x')).toEqual([]);
  expect(texts('zzz')).toEqual([]);
});

test.each([
  ['status:4xx op:g', 15, 11, 'op:g'],
  ['status:4xx op:g', 5, 0, 'statu'],
  ['body:"a b', 9, 0, 'body:"a b'],
  ['a ', 2, 2, ''],
])('the term at the caret: %s', (filter, caret, at, text) => {
  expect(typedAt(filter, caret)).toEqual({ at, text });
});

test('terms are added once, and removed whole', () => {
  expect(withTerm('op:getMe', 'dir:in')).toBe('op:getMe dir:in');
  expect(withTerm('op:getMe dir:in', 'dir:in')).toBe('op:getMe dir:in');
  expect(withoutTerm('op:getMe dir:in a', 'dir:in')).toBe('op:getMe a');
  expect(withoutPart('a cause:x b', 2, 9)).toBe('a b');
  expect(has('dir:input', 'dir:in')).toBe(false);
  expect(valueOf('Northwind Reader')).toBe('"Northwind Reader"');
});
