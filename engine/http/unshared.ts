/** Bytes as a Blob and a stream take them: in a buffer that no other thread can change. Copies them where they are not. */
export const unshared = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  isUnshared(bytes) ? bytes : new Uint8Array(bytes);

const isUnshared = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer;
