/** What ends a run as FAILED (choices: catalog-feeds, feed-fetch). */
export type FailureReason =
  | 'SOURCE_UNREACHABLE'
  | 'SOURCE_STALLED'
  | 'SOURCE_ENDED_EARLY'
  | 'REDIRECT_REFUSED'
  | 'FEED_TOO_LARGE'
  | 'UNPACKS_TOO_FAR'
  | 'NOT_GZIP'
  | 'ENCODING_UNKNOWN'
  | 'COLUMNS_MISSING'
  | 'MALFORMED_XML'
  | 'STORAGE_FULL';

export class FeedFailed extends Error {
  override readonly name = 'FeedFailed';

  /** `line` is where in the file, when it was there. */
  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}
