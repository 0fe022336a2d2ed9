/** The result of a call to the platform. It is sent as its entry in the log; the body of a stream comes separately. */
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

/** A call that was just made: a stream comes with its body. */
export interface JustSent extends Sent {
  readonly outcome: ResponseOutcome | OpenStream | ClosedOutcome;
}

export interface OpenStream extends RecordedStream {
  /**
   * Closes when the stream is complete. Fails with `StreamEnded` and the reason when it was ended: by the platform,
   * because it was not read, or with the tab that ran the engine. Cancel it when it is not wanted.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/** null for anything else, and for a stream that is only in the log. */
export const openStream = ({ outcome }: Sent): OpenStream | null =>
  outcome.kind === 'stream' && 'body' in outcome ? outcome : null;
