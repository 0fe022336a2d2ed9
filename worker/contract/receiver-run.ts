/** Runs of receivers, which the worker has its page do, and their results. Plain data. */
import type { HttpRequest, ItemChange, SendResult } from '../../engine/inside.ts';

export type ConsoleLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** What a receiver logged, or threw. */
export interface ConsoleLine {
  readonly level: ConsoleLevel;
  readonly text: string;
  /** Epoch ms of the platform. */
  readonly at: number;
  /** The line in its code, from 1; null if unknown. */
  readonly line: number | null;
}

/** One request to one receiver. */
export interface ReceiverRun {
  readonly host: string;
  readonly code: string;
  readonly request: HttpRequest;
  /** Epoch ms of the platform. */
  readonly now: number;
  /** The contents of its storage. */
  readonly items: readonly (readonly [key: string, value: string])[];
  /** Of the response's body. */
  readonly maxBytes: number;
  /** The jump of the clock that the run belongs to; the runs of one jump share a worker per receiver. null outside a jump. */
  readonly jump: string | null;
  /** Whether to record what the program does with the request. */
  readonly isWatched?: boolean;
}

/** A header that a program read: in lower case, "*" for all of them. `line`: in its code, from 1. */
export interface HeaderRead {
  readonly name: string;
  readonly line: number | null;
}

export interface BodyRead {
  readonly how: 'arrayBuffer' | 'blob' | 'body' | 'bytes' | 'formData' | 'json' | 'text';
  readonly line: number | null;
}

/** An HMAC that a program computed or verified with WebCrypto. */
export interface MacMade {
  readonly act: 'sign' | 'verify';
  /** Its key as text; null if it was not given as bytes. */
  readonly key: string | null;
  /** The number of signed bytes. */
  readonly bytes: number;
  /** Whether they are the bytes of the request's body. */
  readonly isBody: boolean;
  readonly line: number | null;
}

/** What was seen of a program while it answered. What it did in other ways was not seen. */
export interface Noted {
  readonly headers: readonly HeaderRead[];
  readonly reads: readonly BodyRead[];
  readonly macs: readonly MacMade[];
}

export interface ReceiverRan {
  readonly result: SendResult;
  readonly lines: readonly ConsoleLine[];
  /** In the order in which they were made, including those of a run that was stopped. */
  readonly changes: readonly ItemChange[];
  /** For a watched run whose program ended by itself. */
  readonly noted?: Noted;
}

/** A run without effects: on a copy of the receiver's storage, and without a log. */
export type Watched = Pick<ReceiverRan, 'result' | 'lines' | 'noted'>;

/** Why a receiver did not run, as a sentence. */
export interface NotRun {
  readonly cannot: string;
}

/** Runs receivers. Never rejects. `timeoutMs`: real ms since the start of the receiver; `stopped` ends it earlier. */
export type Sandbox = (
  run: ReceiverRun,
  timeoutMs: number,
  stopped?: AbortSignal,
) => Promise<ReceiverRan | NotRun>;
