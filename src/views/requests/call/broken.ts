import type { Sent } from '../../../../worker/api.ts';

export interface Expected {
  readonly status: number;
  /** null if a page answers, which carries no code. */
  readonly code: number | null;
}

/** One break of a call that was sent, for the verdict. */
export interface BrokenBy {
  readonly id: string;
  readonly title: string;
  /** null if the platform accepts it, which is the point. */
  readonly expects: Expected | null;
  /**
   * The value that the platform checked, as a sentence; null if the platform's own words are better. Wire names are in
   * backticks.
   */
  readonly looked: string | null;
  /** How this happens in practice, as a sentence. */
  readonly cause: string;
}

/** The breaks of a call, in the order in which the platform checks them. */
export type Broken = readonly BrokenBy[];

/** Breaks the calls of one draft while a switch is on. The draft itself stays unchanged. */
export interface Breaker {
  /** How many switches are on. */
  readonly count: number;
  /** The break to try next; null if all were tried. */
  readonly next: { readonly id: string; readonly title: string } | null;
  /** Switches this one on and all others off. */
  readonly only: (id: string) => void;
  /** Switches everything off. */
  readonly clear: () => void;
  /** Sends the broken call. Resolves to null if there was no answer. */
  readonly send: () => Promise<Sent | null>;
}
