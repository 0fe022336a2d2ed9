/** Mistakes of what is done with key and base string (RFC 5849 3.4.2). Each is tried with one more at most. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { encodeRfc3986 } from '../../http/encoding.ts';
import { text, utf8 } from '../../http/messages.ts';
import type { Mistake } from './mistake.ts';
import { HmacSha1, sha1 } from './sha1.ts';

export interface DigestMistake extends Omit<Mistake, 'ways'> {
  /** Of the digest, in bytes; null for any. */
  readonly length: number | null;
  readonly ways: readonly ((key: Uint8Array, baseString: Uint8Array) => Uint8Array)[];
}

const clause = 'RFC 5849 3.4.2';
const hmacSha1 = (key: Uint8Array, message: Uint8Array): Uint8Array => new HmacSha1(key).digest(message);

const over =
  (change: (baseString: string) => string): DigestMistake['ways'][number] =>
  (key, baseString) =>
    hmacSha1(key, utf8(change(text(baseString))));

export const digestMistakes: readonly DigestMistake[] = [
  {
    id: 'sha-256',
    title: 'SHA-256 in place of SHA-1',
    clause: 'RFC 5849 3.4.2; choice: o1-method',
    cause: 'The signature was made with HMAC-SHA256',
    repair: 'sign with HMAC-SHA1 and name it in `oauth_signature_method`',
    length: 32,
    ways: [(key, baseString) => hmac(sha256, key, baseString)],
  },
  {
    id: 'sha-512',
    title: 'SHA-512 in place of SHA-1',
    clause: 'RFC 5849 3.4.2; choice: o1-method',
    cause: 'The signature was made with HMAC-SHA512',
    repair: 'sign with HMAC-SHA1 and name it in `oauth_signature_method`',
    length: 64,
    ways: [(key, baseString) => hmac(sha512, key, baseString)],
  },
  {
    id: 'plaintext',
    title: 'PLAINTEXT in place of a signature',
    clause: 'RFC 5849 3.4.4; choice: o1-method',
    cause:
      'The key itself was sent for a signature, as the method PLAINTEXT does: both secrets are in the header',
    repair: 'sign with HMAC-SHA1, and regenerate the secrets if the request left your machine',
    length: null,
    ways: [(key) => key],
  },
  {
    id: 'key-and-text-swapped',
    title: 'Key and base string swapped',
    clause,
    cause: 'The base string was taken for the key of the HMAC and the key for its text',
    repair: 'look up the order of the arguments: some libraries take the key first, some the text',
    length: 20,
    ways: [(key, baseString) => hmacSha1(baseString, key)],
  },
  {
    id: 'unkeyed',
    title: 'SHA-1 without a key',
    clause,
    cause: 'The base string was hashed with SHA-1 alone, without the secrets',
    repair: 'use HMAC-SHA1 with the key made of both secrets',
    length: 20,
    ways: [(_, baseString) => sha1(baseString)],
  },
  {
    id: 'base-string-encoded',
    title: 'Whole base string encoded',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The finished base string was percent-encoded once more as a whole',
    repair: 'encode its three parts, then join them with & and sign that as it is',
    length: 20,
    ways: [over(encodeRfc3986)],
  },
  {
    id: 'base-string-line-break',
    title: 'Line break after the base string',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The base string was signed with a line break at its end, as `echo` appends one',
    repair: 'sign the base string alone: in a shell, with `printf %s` or `echo -n`',
    length: 20,
    ways: [over((baseString) => `${baseString}\n`), over((baseString) => `${baseString}\r\n`)],
  },
];
