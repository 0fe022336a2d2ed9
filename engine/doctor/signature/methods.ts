/** The signature methods that need only the two secrets: those of RFC 5849 3.4, and its HMAC with later hashes. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { hmacWith } from '../../auth/hmac.ts';
import { base64 } from '../../http/base64.ts';
import { text, utf8 } from '../../http/messages.ts';
import { HmacSha1, sha1 } from './sha1.ts';

const signatureMethods = ['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'PLAINTEXT'] as const;
export type SignatureMethod = (typeof signatureMethods)[number];

export const isSignatureMethod = (name: string): name is SignatureMethod =>
  signatureMethods.some((each) => each === name);

/** Signs base strings with a key. The bytes it returns may be overwritten by the next call. */
export type Signer = (key: Uint8Array) => (baseString: Uint8Array) => Uint8Array;

export interface Hash {
  readonly id: string;
  readonly name: string;
  /** Length of a digest in bytes. */
  readonly length: number;
  readonly digest: (bytes: Uint8Array) => Uint8Array;
  readonly hmac: Signer;
}

const sha1Hash: Hash = {
  id: 'sha-1',
  name: 'SHA-1',
  length: 20,
  digest: sha1,
  hmac: (key) => {
    const keyed = new HmacSha1(key);
    return (baseString) => keyed.digest(baseString);
  },
};

/** The hashes by signature method. */
export const hashes: Readonly<Record<Exclude<SignatureMethod, 'PLAINTEXT'>, Hash>> = {
  'HMAC-SHA1': sha1Hash,
  'HMAC-SHA256': { id: 'sha-256', name: 'SHA-256', length: 32, digest: sha256, hmac: hmacWith(sha256) },
  'HMAC-SHA512': {
    id: 'sha-512',
    name: 'SHA-512',
    length: 64,
    digest: sha512,
    hmac: (key) => (baseString) => hmac(sha512, key, baseString),
  },
};

/** The value of `oauth_signature`, not yet percent-encoded (RFC 5849 3.4.2 and 3.4.4). */
export const signatureBy = (method: SignatureMethod, key: string, baseString: string): string =>
  method === 'PLAINTEXT' ? key : base64(hashes[method].hmac(utf8(key))(utf8(baseString)));

/** PLAINTEXT sends the key unchanged. */
export const plaintext: Signer = (key) => () => key;

export const over =
  (signer: Signer, change: (baseString: string) => string): Signer =>
  (key) => {
    const keyed = signer(key);
    return (baseString) => keyed(utf8(change(text(baseString))));
  };
