import type { LoadTrial, Thrown, TriedLoad, Waiting } from '../../engine/inside.ts';
import type { ConsoleLine } from './receiver-run.ts';

/** A program that a person wrote: a module with a function `wait(last)`, which is run in the sandbox. */
export interface WrittenWaiting {
  readonly kind: 'own';
  readonly code: string;
}

export interface OnCopy extends Omit<LoadTrial, 'waiting'> {
  readonly waiting: Waiting | WrittenWaiting;
  /** Whether every window begins full, and nobody has been refused yet; else all is as it is now. */
  readonly fresh: boolean;
}

/** A load as it went with a program, and what the program logged. */
export interface TriedOnCopy {
  /** null where the program failed. */
  readonly result: TriedLoad | null;
  /** The last of them; none where no program decided. */
  readonly lines: readonly ConsoleLine[];
  /** Why the program failed. */
  readonly thrown: Thrown | null;
}
