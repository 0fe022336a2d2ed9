import { sha256 } from '@noble/hashes/sha2.js';
import { base64url } from '../http/base64.ts';
import { utf8 } from '../http/messages.ts';

/** RFC 7636 4.1. */
export const longestVerifier = 128;

/** 43 to 256 unreserved characters: RFC 7636 4.1 allows 128, but some clients send more (choice: pkce-token). */
export const isVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,256}$/.test(text);

/** What is wrong with the form of a verifier, before it is compared (RFC 7636 4.1). */
export function verifierObjection(verifier: string): string | null {
  if (isVerifier(verifier)) return null;
  return verifier.length < 43 || verifier.length > 256
    ? `\`code_verifier\` has ${verifier.length} characters; RFC 7636 4.1 asks for 43 to 128`
    : '`code_verifier` has characters beyond letters, digits, hyphen, period, underscore and tilde (RFC 7636 4.1)';
}

/** BASE64URL(SHA256(ASCII(code_verifier))), RFC 7636 4.2. */
export const s256 = (verifier: string): string => base64url(sha256(utf8(verifier)));

/** RFC 7636 4.6. */
export const provesChallenge = (verifier: string, challenge: string, method: 'S256' | 'plain'): boolean =>
  isVerifier(verifier) && (method === 'plain' ? verifier : s256(verifier)) === challenge;
