/** What a client does about a call that was refused: how long it waits before it sends it again. */

export type Waiting =
  /** Not at all: the next call goes out when it would have. */
  | { readonly kind: 'none' }
  /** Until the moment that svc-rate-limit-reset names (specification 8.1). */
  | { readonly kind: 'reset' }
  /** Longer each time, up to a maximum. */
  | {
      readonly kind: 'backoff';
      /** Milliseconds. */
      readonly firstMs: number;
      readonly factor: number;
      readonly mostMs: number;
      /** From half of the wait to all of it, by chance, so that many clients do not come back at once. */
      readonly jitter: boolean;
    };

/** What a client knows after each call, to decide by itself when the next one goes out. */
export interface LastAnswer {
  /** null where there was no response. */
  readonly status: number | null;
  /** Of the first error in the body; null for none. */
  readonly code: number | null;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch ms of the platform's clock. */
  readonly time: number;
  /** Calls so far, this one included. */
  readonly number: number;
  /** Refusals and missing responses one after another, this one included. */
  readonly refusals: number;
}

/** How many ms such a client waits. The pace of the load is kept as well. A rejection ends the trial. */
export type OwnWaiting = (last: LastAnswer) => Promise<number>;

/** What the client knows when it was refused, or got no response. */
export interface Setback {
  /** Epoch ms. */
  readonly now: number;
  /** The header's epoch seconds; null where there was none. */
  readonly reset: number | null;
  /** One after another, this one included. */
  readonly inARow: number;
}

/** Without a response there is no header to read: a client that reads it asks again after this long, in ms. */
const blind = 60_000;

/** Epoch ms before which the client sends nothing. `dice`: from 0 up to 1. */
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

/** The same numbers from the same seed, evenly between 0 and 1 (Mulberry32): a trial done again gives the same. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
