/** Ways to change a text, for keys and messages. */
/** Like `decodeURIComponent`, but leaves invalid escapes unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Little-endian, without a byte order mark. */
export function utf16(text: string): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), true);
  return new Uint8Array(bytes.buffer);
}
