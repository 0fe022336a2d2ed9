/** Invalid input with which the server cannot start, as one sentence. Nothing was written, and nothing listens. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
