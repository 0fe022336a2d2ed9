import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { base64, utf8 } from '../../engine/inside.ts';

/** Base64 of HMAC-SHA1 without caching the key: the baseline for signatures. */
export const bareHmac = (key: string, message: string): string =>
  base64(hmac(sha1, utf8(key), utf8(message)));
