/** Converts bytes to texts and back. */

export const hex = (bytes: Uint8Array): string => {
  let digits = '';
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0');
  return digits;
};

export const bytesOfHex = (digits: string): Uint8Array | null =>
  /^(?:[0-9a-f]{2})+$/i.test(digits)
    ? Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : null;

/** One byte per character; null if a character does not fit into a byte. */
export const latin1 = (text: string): Uint8Array | null =>
  /^[\0-\xff]*$/.test(text) ? Uint8Array.from(text, (each) => each.charCodeAt(0)) : null;

/** One character per byte. */
export const characters = (bytes: Uint8Array): string => {
  let made = '';
  for (const byte of bytes) made += String.fromCharCode(byte);
  return made;
};

export const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
