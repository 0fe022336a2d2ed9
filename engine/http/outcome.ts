/** What comes of a call: a response, a stream that goes on, or nothing at all. */
import type { HeaderList, HttpResponse } from './messages.ts';

export interface ResponseOutcome extends HttpResponse {
  readonly kind: 'response';
}

/** A response whose body comes bit by bit, for as long as both sides want. */
export interface StreamOutcome {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: HeaderList;
  /** Begins to write; once. Returns what the reader calls when it goes away; nothing is written after that. */
  readonly open: (sink: StreamSink) => Cancel;
}

export type Cancel = () => void;

/** The reader's end of a stream. It has a bounded room for what it has not read yet. */
export interface StreamSink {
  /** False when the chunk found no room: the reader is too slow, and the platform ends the stream. */
  write(chunk: Uint8Array): boolean;
  /**
   * No more is written. What was written before is still read. With a `reason` the stream is broken off: the reader sees an
   * error after it, not an end. `last` is the last line, which needs no room.
   */
  end(reason?: string, last?: Uint8Array): void;
}

/** No response at all: the connection ends, as for an App that abuses its limits (choice: abuse). */
export interface ClosedOutcome {
  readonly kind: 'closed';
  readonly reason: string;
}

export type Outcome = ResponseOutcome | StreamOutcome | ClosedOutcome;

/** An outcome as the log keeps it: plain data, a stream by its head and by how it ended. */
export type RecordedOutcome = ResponseOutcome | RecordedStream | ClosedOutcome;

export interface RecordedStream {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: HeaderList;
  /** null while it goes on, as far as is known: one that was cut off by a restart stays so. */
  readonly ended: StreamEnd | null;
}

export interface StreamEnd {
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly chunks: number;
  readonly bytes: number;
  /** Why it was broken off; null when it came to its end or its reader left. */
  readonly reason: string | null;
}

export const isResponse = (outcome: Outcome | RecordedOutcome): outcome is ResponseOutcome =>
  outcome.kind === 'response';

export const isClosed = (outcome: Outcome | RecordedOutcome): outcome is ClosedOutcome =>
  outcome.kind === 'closed';
