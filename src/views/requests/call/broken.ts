import type { Sent } from '../../../../worker/api.ts';

export interface Expected {
  readonly status: number;
  /** null where a page says it, which carries no code. */
  readonly code: number | null;
}

/** One break of a call that was sent, for the verdict. */
export interface BrokenBy {
  readonly id: string;
  readonly title: string;
  /** null where the platform takes it, and that is the lesson. */
  readonly expects: Expected | null;
  /** What the platform looked at, as a sentence; null where it says it best itself. Wire names stand between backticks. */
  readonly looked: string | null;
  /** What people do that comes to this, as a sentence. */
  readonly cause: string;
}

/** What was done to a call on purpose, in the order in which the platform meets it. */
export type Broken = readonly BrokenBy[];

/** Breaks the calls of one draft, as long as something is switched on. The draft itself stays as it is. */
export interface Breaker {
  /** How many switches are on. */
  readonly count: number;
  /** The break to try next; null when all were tried. */
  readonly next: { readonly id: string; readonly title: string } | null;
  /** Switches this one on and all others off. */
  readonly only: (id: string) => void;
  /** Switches everything off. */
  readonly clear: () => void;
  /** Sends the call, broken. Resolves to null when no answer came. */
  readonly send: () => Promise<Sent | null>;
}
