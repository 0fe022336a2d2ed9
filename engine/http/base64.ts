/** Base64 (RFC 4648 4) without `Buffer`, which browsers do not have. */

const fromBytes = (bytes: Uint8Array): string => {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return binary;
};

export const base64 = (bytes: Uint8Array): string => btoa(fromBytes(bytes));

/** RFC 4648 5, without padding. */
export const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** null for text that is not Base64. */
export function decodeBase64(encoded: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(encoded);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return null;
  }
}

export const decodeBase64url = (encoded: string): Uint8Array | null =>
  /^[A-Za-z0-9_-]*$/.test(encoded) ? decodeBase64(encoded.replaceAll('-', '+').replaceAll('_', '/')) : null;
