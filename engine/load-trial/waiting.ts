/** How long a client waits after a refused call before it sends the call again. */

export type Waiting =
  /** No waiting: the next call is sent as planned. */
  | { readonly kind: 'none' }
  /** Until svc-rate-limit-reset (specification 8.1). */
  | { readonly kind: 'reset' }
  /** Longer each time, up to a maximum. */
  | {
      readonly kind: 'backoff';
      /** Milliseconds. */
      readonly firstMs: number;
      readonly factor: number;
      readonly mostMs: number;
      /** A random part of the wait, from half to all of it, so that many clients do not come back at once. */
      readonly jitter: boolean;
    };

/** What a client knows after each call, to decide when to send the next one. */
export interface LastAnswer {
  /** null if there was no response. */
  readonly status: number | null;
  /** The code of the first error in the body; null if there is none. */
  readonly code: number | null;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch ms of the platform's clock. */
  readonly time: number;
  /** Calls so far, this one included. */
  readonly number: number;
  /** Consecutive refusals and missing responses, including this one. */
  readonly refusals: number;
}

/** How many ms such a client waits, in addition to the pace of the load. A rejection ends the trial. */
export type OwnWaiting = (last: LastAnswer) => Promise<number>;

/** What the client knows after a refusal or a missing response. */
export interface Setback {
  /** Epoch ms. */
  readonly now: number;
  /** The header's epoch seconds; null if there was none. */
  readonly reset: number | null;
  /** Consecutive setbacks, including this one. */
  readonly inARow: number;
}

/** How long a client that follows the header waits if there was no response, in ms. */
const blind = 60_000;

/** Epoch ms before which the client sends nothing. `dice` gives numbers from 0 to below 1. */
export function waitUntil(waiting: Waiting, { now, reset, inARow }: Setback, dice: () => number): number {
  switch (waiting.kind) {
    case 'none':
      return now;
    case 'reset':
      return reset === null ? now + blind : Math.max(now, reset * 1000);
    case 'backoff': {
      const { firstMs, factor, mostMs, jitter } = waiting;
      const wait = Math.min(mostMs, firstMs * factor ** (inARow - 1));
      return now + (jitter ? wait * (0.5 + dice() / 2) : wait);
    }
  }
}

/** Random numbers from 0 to below 1 (Mulberry32). The same seed gives the same numbers, so that a trial is repeatable. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
