import type { LoadTrial, Thrown, TriedLoad, Waiting } from '../../engine/inside.ts';
import type { ConsoleLine } from './receiver-run.ts';

/** A program written by a person: a module with a function `wait(last)`, run in the sandbox. */
export interface WrittenWaiting {
  readonly kind: 'own';
  readonly code: string;
}

export interface OnCopy extends Omit<LoadTrial, 'waiting'> {
  readonly waiting: Waiting | WrittenWaiting;
  /** Whether every window starts full, with no refusals so far; otherwise the present state is used. */
  readonly fresh: boolean;
}

/** A load that ran with a program, and what the program logged. */
export interface TriedOnCopy {
  /** null if the program failed. */
  readonly result: TriedLoad | null;
  /** The latest lines; none if no program decided. */
  readonly lines: readonly ConsoleLine[];
  /** Why the program failed. */
  readonly thrown: Thrown | null;
}
