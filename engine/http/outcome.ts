/** The outcome of a call: a response, an open stream, or no response at all. */
import type { HeaderList, HttpResponse } from './messages.ts';

export interface ResponseOutcome extends HttpResponse {
  readonly kind: 'response';
}

/** A response whose body is written in chunks until one side ends it. */
export interface StreamOutcome {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: HeaderList;
  /**
   * Starts writing. May be called once. Returns the function that the reader calls when it leaves; nothing is written
   * after that.
   */
  readonly open: (sink: StreamSink) => Cancel;
}

export type Cancel = () => void;

/** The reader's end of a stream, with a bounded buffer. */
export interface StreamSink {
  /** False if the buffer is full: the reader is too slow, and the platform ends the stream. */
  write(chunk: Uint8Array): boolean;
  /**
   * Ends the stream. What was written before can still be read. With a `reason` the stream is broken off: the reader
   * then gets an error instead of an end. `last` is a last line, which is written even if the buffer is full.
   */
  end(reason?: string, last?: Uint8Array): void;
}

/** No response at all: the connection is closed, as for an App that abuses its limits (choice: abuse). */
export interface ClosedOutcome {
  readonly kind: 'closed';
  readonly reason: string;
}

export type Outcome = ResponseOutcome | StreamOutcome | ClosedOutcome;

/** An outcome as the log keeps it: plain data. Of a stream it keeps the head and how the stream ended. */
export type RecordedOutcome = ResponseOutcome | RecordedStream | ClosedOutcome;

export interface RecordedStream {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: HeaderList;
  /** null while the stream is open. It stays null if a restart cut the stream off. */
  readonly ended: StreamEnd | null;
}

export interface StreamEnd {
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly chunks: number;
  readonly bytes: number;
  /** Why it was broken off; null if it ended normally or its reader left. */
  readonly reason: string | null;
}

export const isResponse = (outcome: Outcome | RecordedOutcome): outcome is ResponseOutcome =>
  outcome.kind === 'response';

export const isClosed = (outcome: Outcome | RecordedOutcome): outcome is ClosedOutcome =>
  outcome.kind === 'closed';
