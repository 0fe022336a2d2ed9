/** What may have been computed from key and message instead of HMAC-SHA256. */
import { hex } from '../bytes.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { hmacUnderSha256 } from '../../webhooks/hmac.ts';
import { section } from './mistake.ts';
import type { Known, Made } from './mistake.ts';
import { utf8 } from '../../http/messages.ts';

export interface Digest {
  /** null for the right digest. */
  readonly made: Made | null;
  /** Length in bytes. */
  readonly length: number;
  /** The next call overwrites the returned bytes. */
  readonly under: (key: Uint8Array) => (message: Uint8Array) => Uint8Array;
}

const digest = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'digest',
  wants: 'HMAC-SHA256',
  repair: 'Compute HMAC-SHA256',
  source: section('4.3'),
  ...given,
});

const otherHash = digest({
  id: 'other-hash',
  title: 'Another hash than SHA-256',
  did: 'used HMAC-{}',
  repair: 'Compute the HMAC with SHA-256',
  hints: [
    { find: `(['"])SHA-?(?:1|384|512)\\1`, replace: '$1SHA-256$1' },
    { find: `(['"])(?:sha-?(?:1|384|512)|md5)\\1`, replace: '$1sha256$1' },
  ],
});

const withoutKey = digest({
  id: 'without-key',
  title: 'A hash without a key',
  did: 'hashed {} without HMAC',
  wants: 'an HMAC with SHA-256, the consumer secret as its key',
  repair:
    'Compute an HMAC with the consumer secret as its key: a hash of the two joined is a different value',
  hints: [{ find: `createHash\\(\\s*(['"])[\\w-]+\\1\\s*\\)`, replace: "createHmac('sha256', SECRET)" }],
});

const swapped = digest({
  id: 'swapped',
  title: 'Secret and token swapped',
  did: 'signed the consumer secret with the token as the key',
  wants: 'the token signed with the consumer secret as the key',
  repair:
    'Give the consumer secret as the key and the token as the message: some libraries take them the other way round',
});

const twice = digest({
  id: 'hashed-twice',
  title: 'Hashed twice',
  did: 'hashed {}',
  wants: 'HMAC-SHA256 of the text itself, once',
  repair: 'Give the text itself to the HMAC, and compute it once',
});

type Hash = typeof sha256 | typeof sha1 | typeof sha512;

const hmacOf =
  (hash: Hash): Digest['under'] =>
  (key) =>
  (message) =>
    hmac(hash, key, message);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, each) => length + each.length, 0));
  let at = 0;
  for (const each of parts) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
};

const [colon, ampersand] = [utf8(':'), utf8('&')];

const plain = (
  hash: Hash,
  length: number,
  detail: string,
  message: (key: Uint8Array, message: Uint8Array) => Uint8Array,
): Digest => ({
  made: { known: withoutKey, detail },
  length,
  under: (key) => (text) => hash(message(key, text)),
});

const again = (detail: string, of: (digest: Uint8Array) => Uint8Array): Digest => ({
  made: { known: twice, detail },
  length: 32,
  under: (key) => {
    const sign = hmacUnderSha256(key);
    return (message) => sign(of(sha256(message)));
  },
});

/** The right digest comes first. */
export const digests: readonly Digest[] = [
  { made: null, length: 32, under: hmacUnderSha256 },
  { made: { known: otherHash, detail: 'SHA1' }, length: 20, under: hmacOf(sha1) },
  { made: { known: otherHash, detail: 'SHA512' }, length: 64, under: hmacOf(sha512) },
  { made: { known: otherHash, detail: 'SHA384' }, length: 48, under: hmacOf(sha384) },
  { made: { known: otherHash, detail: 'MD5' }, length: 16, under: hmacOf(md5) },
  plain(sha256, 32, 'the text alone with SHA-256,', (_, text) => text),
  plain(sha256, 32, 'secret and text joined', (key, text) => joined(key, text)),
  plain(sha256, 32, 'text and secret joined', (key, text) => joined(text, key)),
  plain(sha256, 32, 'secret and text joined by a colon', (key, text) => joined(key, colon, text)),
  plain(sha256, 32, 'text and secret joined by a colon', (key, text) => joined(text, colon, key)),
  plain(sha256, 32, 'secret and text joined by &', (key, text) => joined(key, ampersand, text)),
  plain(sha256, 32, 'the secret alone', (key) => key),
  plain(sha1, 20, 'the text alone with SHA-1,', (_, text) => text),
  plain(sha512, 64, 'the text alone with SHA-512,', (_, text) => text),
  plain(md5, 16, 'the text alone with MD5,', (_, text) => text),
  {
    made: { known: swapped },
    length: 32,
    under: (key) => (message) => hmacUnderSha256(message)(key),
  },
  again('the text before its HMAC', (hash) => hash),
  again('the text before its HMAC, in hex', (hash) => utf8(hex(hash))),
  {
    made: { known: twice, detail: 'the HMAC once more' },
    length: 32,
    under: (key) => {
      const sign = hmacUnderSha256(key);
      return (message) => sha256(sign(message));
    },
  },
];
