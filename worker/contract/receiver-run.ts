/** How the worker has its page run a receiver, and what comes of it. Plain data. */
import type { HttpRequest, ItemChange, SendResult } from '../../engine/inside.ts';

export type ConsoleLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** What a receiver logged, or threw. */
export interface ConsoleLine {
  readonly level: ConsoleLevel;
  readonly text: string;
  /** Epoch ms of the platform. */
  readonly at: number;
  /** Of its code, from 1; null where none is known. */
  readonly line: number | null;
}

/** One request to one receiver. */
export interface ReceiverRun {
  readonly host: string;
  readonly code: string;
  readonly request: HttpRequest;
  /** Epoch ms of the platform. */
  readonly now: number;
  /** What its storage holds. */
  readonly items: readonly (readonly [key: string, value: string])[];
  /** Of the response's body. */
  readonly maxBytes: number;
  /** The jump of the clock that it is part of, whose runs share a worker of each receiver; null outside of one. */
  readonly jump: string | null;
  /** Whether it is noted what the program does with the request. */
  readonly isWatched?: boolean;
}

/** A header that a program asked for: in lower case, "*" for all of them. `line`: of its code, from 1. */
export interface HeaderRead {
  readonly name: string;
  readonly line: number | null;
}

export interface BodyRead {
  readonly how: 'arrayBuffer' | 'blob' | 'body' | 'bytes' | 'formData' | 'json' | 'text';
  readonly line: number | null;
}

/** An HMAC that a program had WebCrypto compute, or verify. */
export interface MacMade {
  readonly act: 'sign' | 'verify';
  /** Its key as text; null where it did not come as bytes. */
  readonly key: string | null;
  /** How many were signed. */
  readonly bytes: number;
  /** Whether they are those of the request's body. */
  readonly isBody: boolean;
  readonly line: number | null;
}

/** What was seen of a program while it answered: what it did in another way was not seen. */
export interface Noted {
  readonly headers: readonly HeaderRead[];
  readonly reads: readonly BodyRead[];
  readonly macs: readonly MacMade[];
}

export interface ReceiverRan {
  readonly result: SendResult;
  readonly lines: readonly ConsoleLine[];
  /** In the order in which they were made; those of a run that was ended count too. */
  readonly changes: readonly ItemChange[];
  /** Of a run that is watched, once the program has come to an end by itself. */
  readonly noted?: Noted;
}

/** A run of which nothing stays: on a copy of what the receiver stores, and in no log. */
export type Watched = Pick<ReceiverRan, 'result' | 'lines' | 'noted'>;

/** A receiver that did not run, and why, as a sentence. */
export interface NotRun {
  readonly cannot: string;
}

/** Runs receivers. Never rejects. `timeoutMs`: real ms, from when the receiver has begun; `stopped` ends it before. */
export type Sandbox = (
  run: ReceiverRun,
  timeoutMs: number,
  stopped?: AbortSignal,
) => Promise<ReceiverRan | NotRun>;
