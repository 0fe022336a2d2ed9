import { hmac } from '@noble/hashes/hmac.js';
import { sha1 as nobleSha1 } from '@noble/hashes/legacy.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../tests/support/rounds.ts';
import { text, utf8 } from '../../http/messages.ts';
import { HmacSha1, sha1, wordsOf } from './sha1.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('the digests of FIPS 180 and RFC 2202', () => {
  expect(hex(sha1(utf8('abc')))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  expect(hex(sha1(utf8('')))).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
  const key = new Uint8Array(80).fill(0xaa);
  const given = utf8('Test Using Larger Than Block-Size Key - Hash Key First');
  expect(hex(new HmacSha1(key).digest(given))).toBe('aa4ae5e15272d00e95705637ce8a3b55ed402112');
});

test('a text that shares a beginning with another has the same digest as when it is computed alone', () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(
    fc.property(bytes, bytes, bytes, bytes, bytes, (key, head, shared, model, rest) => {
      const beginning = new HmacSha1(key).beginning(head, new Uint8Array([...shared, ...model]));
      const whole = new Uint8Array([...shared, ...rest]);
      const right = hmac(nobleSha1, key, new Uint8Array([...head, ...whole]));
      expect(beginning.digest(whole, shared.length)).toEqual(right);
      expect(beginning.digest(whole, 0)).toEqual(right);
      expect(beginning.leadsTo(wordsOf(right), whole, shared.length)).toBe(true);
      expect(beginning.leadsTo(wordsOf(right.map((each) => each ^ 1)), whole, 0)).toBe(false);
    }),
    rounds(300, 20_000),
  );
});

test('a text longer than any earlier one is hashed completely', () => {
  const long = new Uint8Array(100_000).fill(97);
  expect(sha1(long)).toEqual(nobleSha1(long));
  expect(text(long.subarray(0, 3))).toBe('aaa');
});
