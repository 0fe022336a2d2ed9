import { sha256 } from '@noble/hashes/sha2.js';
import { hmacWith } from '../auth/hmac.ts';
import type { Hmac } from '../auth/hmac.ts';
import { base64 } from '../http/base64.ts';
import { utf8 } from '../http/messages.ts';

export const hmacUnderSha256 = hmacWith(sha256);

/** The prefix of a signature, both in the answer to a challenge and in the header of a delivery. */
export const prefix = 'sha256=';

/** "sha256=" and the Base64 of the HMAC-SHA256 under a consumer secret (specification 4.3). */
export const signed = (message: Uint8Array, secret: string): string =>
  `${prefix}${base64(keyedBy(secret)(message))}`;

/** For signing many events with the same secret. */
let latest: { readonly secret: string; readonly hmac: Hmac } | null = null;

function keyedBy(secret: string): Hmac {
  if (latest?.secret !== secret) latest = { secret, hmac: hmacUnderSha256(utf8(secret)) };
  return latest.hmac;
}
