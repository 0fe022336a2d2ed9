import { expect, test } from 'vitest';
import type { Exchange } from '../../../../worker/api.ts';
import { answerHead, piecesOf, requestHead } from './message.ts';

const request = (
  headers: Exchange['request']['headers'],
  url = 'https://api.svc.example:8443/2/posts?a=b',
) => ({
  request: { method: 'GET', url, headers },
});

test('a request is written as HTTP/1.1 writes it', () => {
  const { first, fields } = requestHead(request([['Accept', '*/*']]), false);
  expect([first, ...fields.map(({ name, value }) => `${name}: ${value}`)]).toEqual([
    'GET /2/posts?a=b HTTP/1.1',
    'Host: api.svc.example:8443',
    'Accept: */*',
  ]);
  expect(requestHead(request([['host', 'x']]), false).fields).toHaveLength(1);
  expect(requestHead(request([], 'nowhere'), false).first).toBe('GET nowhere HTTP/1.1');
});

test('values that would let anyone act are masked until a person asks for them', () => {
  const secret = 'AAAAAAAAAAAAAAAAAAAAAMLheAAAAAAA0%2BuSeid';
  const read = (shows: boolean) =>
    requestHead(request([['Authorization', `Bearer ${secret}`]]), shows).fields[1];
  expect(read(false)?.value).not.toContain(secret);
  expect(read(true)).toEqual({ name: 'Authorization', value: `Bearer ${secret}`, isMasked: true });
});

test('an OAuth header has a line for each parameter', () => {
  const value = 'OAuth oauth_nonce="a", oauth_token="b"';
  expect(piecesOf({ name: 'authorization', value, isMasked: false })).toEqual([
    'OAuth',
    'oauth_nonce="a",',
    'oauth_token="b"',
  ]);
});

test('no response has no head', () => {
  expect(answerHead({ outcome: { kind: 'closed', reason: 'silenced' } })).toBeNull();
  expect(
    answerHead({ outcome: { kind: 'response', status: 200, headers: [], body: new Uint8Array() } })?.first,
  ).toBe('HTTP/1.1 200 OK');
});
