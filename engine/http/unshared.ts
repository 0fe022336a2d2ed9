/** Bytes as Blob and streams need them: not in a shared buffer. Copies shared ones. */
export const unshared = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  isUnshared(bytes) ? bytes : new Uint8Array(bytes);

const isUnshared = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer;
