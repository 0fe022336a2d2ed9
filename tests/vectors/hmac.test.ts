import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { hmacSha1 } from '../../engine/auth/signature.ts';
import { base64, text } from '../../engine/inside.ts';

interface Vector {
  readonly name: string;
  readonly key: Uint8Array;
  readonly data: Uint8Array;
  /** Hex. */
  readonly digest: string;
}

const ascii = (value: string) => new TextEncoder().encode(value);
const repeated = (byte: number, count: number) => new Uint8Array(count).fill(byte);
const counting = hexToBytes('0102030405060708090a0b0c0d0e0f10111213141516171819');
const larger = ascii('Test Using Larger Than Block-Size Key - Hash Key First');
const both =
  'This is a test using a larger than block-size key and a larger than block-size data. ' +
  'The key needs to be hashed before being used by the HMAC algorithm.';

/** RFC 2202 3. */
const rfc2202: readonly Vector[] = [
  {
    name: '1',
    key: repeated(0x0b, 20),
    data: ascii('Hi There'),
    digest: 'b617318655057264e28bc0b6fb378c8ef146be00',
  },
  {
    name: '2',
    key: ascii('Jefe'),
    data: ascii('what do ya want for nothing?'),
    digest: 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
  },
  {
    name: '3',
    key: repeated(0xaa, 20),
    data: repeated(0xdd, 50),
    digest: '125d7342b9ac11cd91a39af48aa17b4f63f175d3',
  },
  {
    name: '4',
    key: counting,
    data: repeated(0xcd, 50),
    digest: '4c9007f4026250c6bc8414f9bf50c86c2d7235da',
  },
  {
    name: '5',
    key: repeated(0x0c, 20),
    data: ascii('Test With Truncation'),
    digest: '4c1a03424b55e07fe7f27be1d58bb9324a9a5a04',
  },
  { name: '6', key: repeated(0xaa, 80), data: larger, digest: 'aa4ae5e15272d00e95705637ce8a3b55ed402112' },
  {
    name: '7',
    key: repeated(0xaa, 80),
    data: ascii('Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data'),
    digest: 'e8e99d0f45237d786d6bbaa7965c7808bbff1a91',
  },
];

/** RFC 4231 4; case 5 is truncated to 128 bits. */
const rfc4231: readonly Vector[] = [
  {
    name: '1',
    key: repeated(0x0b, 20),
    data: ascii('Hi There'),
    digest: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    name: '2',
    key: ascii('Jefe'),
    data: ascii('what do ya want for nothing?'),
    digest: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    name: '3',
    key: repeated(0xaa, 20),
    data: repeated(0xdd, 50),
    digest: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    name: '4',
    key: counting,
    data: repeated(0xcd, 50),
    digest: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  {
    name: '5',
    key: repeated(0x0c, 20),
    data: ascii('Test With Truncation'),
    digest: 'a3b6167473100ee06e0c796c2955552b',
  },
  {
    name: '6',
    key: repeated(0xaa, 131),
    data: larger,
    digest: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    name: '7',
    key: repeated(0xaa, 131),
    data: ascii(both),
    digest: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
];

describe('RFC 2202: HMAC-SHA1', () => {
  test.each(rfc2202)('case $name', ({ key, data, digest }) => {
    expect(bytesToHex(hmac(sha1, key, data))).toBe(digest);
  });

  const isText = ({ key, data }: Vector) => [...key, ...data].every((byte) => byte < 0x80);
  test.each(rfc2202.filter(isText))('case $name through hmacSha1', ({ key, data, digest }) => {
    expect(hmacSha1(text(key), text(data))).toBe(base64(hexToBytes(digest)));
  });
});

describe('RFC 4231: HMAC-SHA256', () => {
  test.each(rfc4231)('case $name', ({ key, data, digest }) => {
    expect(bytesToHex(hmac(sha256, key, data)).slice(0, digest.length)).toBe(digest);
  });
});
