/** What somebody gave that the server cannot start with, as one sentence. Nothing was written, and nothing listens. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
