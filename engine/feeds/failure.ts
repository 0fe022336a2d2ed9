/** Why a run ends as FAILED (choices: catalog-feeds, feed-fetch). */
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

  /** `line` is the line of the file, if the failure has one. */
  constructor(
    readonly reason: FailureReason,
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}
