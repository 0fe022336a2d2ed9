/** A long answer on its way out of the host. How its bytes reach the reader is a matter of those who run the host. */
import type { StreamOutcome, StreamSink } from '../../engine/inside.ts';

/** What is kept for a reader that is behind, in bytes and 64 for each chunk: a sink takes no longer chunk. */
export const mostQueued = 1024 * 1024;

/** Where the engine, or who else has much to send, writes. */
export interface Sink extends StreamSink {
  /** Resolves when all that was written is on its way, and when the stream is over. */
  readonly drained: () => Promise<void>;
}

/** Begins to write, and gives the way to stop it: it is called when the reader has left. */
export type Open = (sink: Sink) => ReturnType<StreamOutcome['open']>;

/** An answer with a stream behind it. */
export class Streaming<T> {
  constructor(
    readonly value: T,
    readonly open: Open,
  ) {}
}
