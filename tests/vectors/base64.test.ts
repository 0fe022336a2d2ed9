import { describe, expect, test } from 'vitest';
import { base64url, decodeBase64, decodeBase64url } from '../../engine/http/base64.ts';
import { base64, text, utf8 } from '../../engine/inside.ts';

/** RFC 4648 10. */
const vectors: readonly (readonly [plain: string, encoded: string])[] = [
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
];

describe('RFC 4648 10', () => {
  test.each(vectors)('%j is %j', (plain, encoded) => {
    expect(base64(utf8(plain))).toBe(encoded);
    expect(text(decodeBase64(encoded)!)).toBe(plain);
    expect(base64url(utf8(plain))).toBe(encoded.replaceAll('=', ''));
  });
});

describe('RFC 4648 4 and 5', () => {
  const edge = Uint8Array.of(0xfb, 0xff, 0xbf);

  test('the two characters in which the alphabets differ', () => {
    expect(base64(edge)).toBe('+/+/');
    expect(base64url(edge)).toBe('-_-_');
    expect(decodeBase64('+/+/')).toEqual(edge);
    expect(decodeBase64url('-_-_')).toEqual(edge);
  });

  test('every byte survives', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(decodeBase64(base64(bytes))).toEqual(bytes);
    expect(decodeBase64url(base64url(bytes))).toEqual(bytes);
  });

  test.each(['Z', '*', 'Zg=', 'Z===', 'Zm9v!', 'ü'])('%j is not Base64', (encoded) => {
    expect(decodeBase64(encoded)).toBeNull();
  });

  test.each(['Zg==', '+/+/', 'a b'])('%j is not Base64url', (encoded) => {
    expect(decodeBase64url(encoded)).toBeNull();
  });
});
