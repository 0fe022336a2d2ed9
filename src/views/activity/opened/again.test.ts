import { expect, test } from 'vitest';
import { signRequest, utf8 } from '../../../../worker/api.ts';
import type { Credential, Exchange } from '../../../../worker/api.ts';
import { hasUsedNonce, messageAgain, signerOf } from './again.ts';

const keys = {
  ...{ consumer_key: 'ck', consumer_secret: 'cs', oauth_token: 't', oauth_token_secret: 'ts' },
};
const vault = [
  { kind: 'oauth1', id: '1', appId: 'a', appName: 'A', userId: '7', username: 'mira', ...keys },
] as unknown as readonly Credential[];
const bare = {
  ...{ method: 'POST', url: 'https://api.svc.example/2/posts?a=b', body: utf8('{"text":"it’s"}') },
  headers: [['content-type', 'application/json']] as const,
};
const sign = (nonce: string, timestamp: number) =>
  signRequest(bare, keys, { nonce, timestamp }).authorization;
const exchange = {
  sequence: 9,
  request: { ...bare, id: 'r', headers: [...bare.headers, ['Authorization', sign('n', 1000)] as const] },
};

test('the same bytes are sent unchanged, under a new id, and name their origin', () => {
  const { id, ...bytes } = exchange.request;
  expect(id).toBe('r');
  expect(messageAgain(exchange, 'sameBytes', [], { nonce: 'x', timestamp: 1 })).toEqual({
    ...bytes,
    again: { of: 9, how: 'sameBytes' },
  });
});

test('signed again: only nonce, time and signature are new', () => {
  expect(messageAgain(exchange, 'signedAgain', vault, { nonce: 'm', timestamp: 2000 })).toEqual({
    ...bare,
    headers: [...bare.headers, ['authorization', sign('m', 2000)]],
    again: { of: 9, how: 'signedAgain' },
  });
});

test('a call that cannot be signed says why', () => {
  expect(messageAgain(exchange, 'signedAgain', [], { nonce: 'm', timestamp: 1 })).toMatch(
    /vault has no secrets/,
  );
  expect(signerOf({ request: { ...bare, headers: [['authorization', 'Bearer x']] } }, vault)).toMatch(
    /no OAuth 1.0a signature/,
  );
});

test('a nonce counts as used only after the platform found it fresh', () => {
  const line = { at: 1, text: '', sections: [], choices: [] };
  const trace = (verb: 'Fresh' | 'Refused', outcome: 'passed' | 'refused') =>
    [{ ...line, verb, outcome }] satisfies Exchange['trace'];
  expect(hasUsedNonce({ ...exchange, trace: trace('Fresh', 'passed') })).toBe(true);
  expect(hasUsedNonce({ ...exchange, trace: trace('Refused', 'refused') })).toBe(false);
});
