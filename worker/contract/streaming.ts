/** A long answer on its way out of the host. The runner of the host decides how its bytes reach the reader. */
import type { StreamOutcome, StreamSink } from '../../engine/inside.ts';

/** What is buffered for a slow reader, in bytes plus 64 for each chunk. No chunk may be longer. */
export const mostQueued = 1024 * 1024;

/** Where the engine, or another part with much to send, writes. */
export interface Sink extends StreamSink {
  /** Resolves when everything written is on its way, or when the stream is over. */
  readonly drained: () => Promise<void>;
}

/** Begins to write, and returns a function that stops it, which is called when the reader has left. */
export type Open = (sink: Sink) => ReturnType<StreamOutcome['open']>;

/** An answer with a stream. */
export class Streaming<T> {
  constructor(
    readonly value: T,
    readonly open: Open,
  ) {}
}
