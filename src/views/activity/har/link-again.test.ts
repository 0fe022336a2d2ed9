import { expect, test } from 'vitest';
import { utf8 } from '../../../../worker/api.ts';
import type { EndpointOutline, Exchange } from '../../../../worker/api.ts';
import { linkAgain } from './link-again.ts';

const endpoints = [
  { id: 'createPost', method: 'POST', path: '/2/posts', aliases: [] },
] as unknown as readonly EndpointOutline[];

const call = (request: Partial<Exchange['request']>, more: Partial<Exchange> = {}): Exchange => ({
  ...{ sequence: 1, at: 0, durationMs: 1, direction: 'in', endpointId: 'createPost' },
  ...{ appId: null, userId: null, trace: [], windows: [] },
  outcome: { kind: 'closed', reason: 'none' },
  request: { method: 'POST', url: 'https://a.example/2/posts?a=b', headers: [], ...request },
  ...more,
});

test('issue 21: an entry fills Requests with its query and body, and not with the signature of other keys', () => {
  const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
  expect(linkAgain(endpoints, call({ body: utf8('{"text":"c"}') }))).toEqual({
    href: '#/requests/createPost?query.a=b&body=%7B%22text%22%3A%22c%22%7D',
  });
  const signed = {
    url: 'https://a.example/2/posts?oauth_nonce=x&a=b',
    headers: form,
    body: utf8('text=c&oauth_signature=d'),
  };
  expect(linkAgain(endpoints, call(signed))).toEqual({
    href: '#/requests/createPost?query.a=b&form.text=c',
  });
});

test('what cannot be sent again says why', () => {
  expect(linkAgain(endpoints, call({}, { direction: 'out' }))).toEqual({
    whyNot: 'It was sent by the platform.',
  });
  expect(linkAgain(endpoints, call({}, { endpointId: null }))).toEqual({
    whyNot: 'It calls no endpoint of this platform.',
  });
  expect(linkAgain(endpoints, call({ body: utf8('x'.repeat(20_000)) }))).toEqual({
    whyNot: 'Its body is too long for a draft.',
  });
});
