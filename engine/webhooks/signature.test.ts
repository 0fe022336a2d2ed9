import { expect, test } from 'vitest';
import { utf8 } from '../http/messages.ts';
import { deliverySignature, isSignatureOf } from './signature.ts';

const body = utf8('{"event_id":"1","text":"Ask\u00f8y"}');

test('a delivery carries the HMAC-SHA256 of its bytes', () => {
  expect(deliverySignature(utf8('what do ya want for nothing?'), 'Jefe')).toBe(
    'sha256=W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=', // RFC 4231, test case 2
  );
  expect(isSignatureOf(deliverySignature(body, 'secret'), body, 'secret')).toBe(true);
});

test('other bytes, another secret and a missing header do not verify', () => {
  const value = deliverySignature(body, 'secret');
  expect(isSignatureOf(value, utf8('{"event_id": "1","text":"Ask\u00f8y"}'), 'secret')).toBe(false);
  expect(isSignatureOf(value, body, 'Secret')).toBe(false);
  expect(isSignatureOf(value.slice(7), body, 'secret')).toBe(false);
  expect(isSignatureOf('', body, 'secret')).toBe(false);
  expect(isSignatureOf(undefined, body, 'secret')).toBe(false);
});
