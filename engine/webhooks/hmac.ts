import { sha256 } from '@noble/hashes/sha2.js';
import { hmacWith } from '../auth/hmac.ts';
import { base64 } from '../http/base64.ts';
import { utf8 } from '../http/messages.ts';

export const hmacUnderSha256 = hmacWith(sha256);

/** Before a signature, in the answer to a challenge as in the header of a delivery. */
export const prefix = 'sha256=';

/** "sha256=" and the Base64 of the HMAC-SHA256 under a consumer secret (platform.md 4.3). */
export const signed = (message: Uint8Array, secret: string): string =>
  `${prefix}${base64(hmacUnderSha256(utf8(secret))(message))}`;
