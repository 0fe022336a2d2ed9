/** Ways to change a text that keys and messages share. */
/** As `decodeURIComponent`, with what it cannot read left as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const bytesOfHex = (digits: string): Uint8Array | null =>
  /^(?:[0-9a-f]{2})+$/i.test(digits)
    ? Uint8Array.from(digits.match(/../g)!, (pair) => Number.parseInt(pair, 16))
    : null;

/** Little-endian, without a mark. */
export function utf16(text: string): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), true);
  return new Uint8Array(bytes.buffer);
}

/** One byte a character, null beyond them. */
export const latin1 = (text: string): Uint8Array | null =>
  /^[\0-\xff]*$/.test(text) ? Uint8Array.from(text, (each) => each.charCodeAt(0)) : null;

/** The bytes as characters, one each. */
export const characters = (bytes: Uint8Array): string => {
  let made = '';
  for (const byte of bytes) made += String.fromCharCode(byte);
  return made;
};

export const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
