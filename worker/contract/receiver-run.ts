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
}

export interface ReceiverRan {
  readonly result: SendResult;
  readonly lines: readonly ConsoleLine[];
  /** In the order in which they were made; those of a run that was ended count too. */
  readonly changes: readonly ItemChange[];
}

/** A receiver that did not run, and why, as a sentence. */
export interface NotRun {
  readonly cannot: string;
}

/** Runs receivers. Never rejects. `timeoutMs`: real ms, from when the receiver has begun. */
export type Sandbox = (run: ReceiverRun, timeoutMs: number) => Promise<ReceiverRan | NotRun>;
