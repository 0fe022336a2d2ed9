/** What comes of a call to the platform. It crosses once, as its entry in the log; a stream's body comes beside it. */
import type {
  ClosedOutcome,
  Exchange,
  RecordedOutcome,
  RecordedStream,
  ResponseOutcome,
} from '../../engine/inside.ts';

/** A call that was made, now or earlier. */
export interface Sent {
  readonly outcome: RecordedOutcome | OpenStream;
  readonly exchange: Exchange;
}

/** A call that was made just now: a stream comes with its body. */
export interface JustSent extends Sent {
  readonly outcome: ResponseOutcome | OpenStream | ClosedOutcome;
}

export interface OpenStream extends RecordedStream {
  /**
   * Closes when the stream is complete; fails with `StreamEnded` and the reason when it was ended: by the platform, when
   * this is not read, or with the tab that ran the engine. To be cancelled when it is not wanted.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/** null for anything else, and for a stream that the log alone remembers. */
export const openStream = ({ outcome }: Sent): OpenStream | null =>
  outcome.kind === 'stream' && 'body' in outcome ? outcome : null;
