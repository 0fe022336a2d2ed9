/** What comes of a call to the platform. It crosses once, as its entry in the log; a stream's body comes beside it. */
import type { ClosedOutcome, Exchange, RecordedStream, ResponseOutcome } from '../../engine/inside.ts';

export interface Sent {
  readonly outcome: ResponseOutcome | OpenStream | ClosedOutcome;
  readonly exchange: Exchange;
}

export interface OpenStream extends RecordedStream {
  /**
   * Closes when the stream is complete; fails with `StreamEnded` and the reason when it was ended: by the platform, when
   * this is not read, or with the tab that ran the engine. To be cancelled when it is not wanted.
   */
  readonly body: ReadableStream<Uint8Array>;
}
