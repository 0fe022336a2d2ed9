/** Signatures that are wrong in one known way. */
import { base64 } from '../../../../worker/api.ts';

const prefix = 'sha256=';

const bytesOf = (signature: string): Uint8Array =>
  Uint8Array.from(atob(signature.slice(prefix.length)), (character) => character.charCodeAt(0));

/** The same form, with one bit of the value changed. */
export function withOneBitChanged(signature: string): string {
  const [first = 0, ...rest] = bytesOf(signature);
  return prefix + base64(Uint8Array.of(first ^ 1, ...rest));
}

export const inHex = (signature: string): string =>
  prefix + Array.from(bytesOf(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
