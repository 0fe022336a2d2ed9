import type { CallDigest } from './digest.ts';
import type { StageRun } from './runs.ts';

/** Percent of the person's own type. */
export const sizes = [100, 112.5, 125, 137.5, 150, 175, 200] as const;

/** The moment at which the stage's clock stands. */
export const moment = Date.UTC(2026, 2, 2, 9);

/** The longest seed. */
export const longestSeed = 40;

export const isSeed = (text: string): boolean => text.trim() !== '' && text.length <= longestSeed;

/** What a reset of the stage keeps. */
export class Rehearsal {
  readonly seed: string;
  /** The address at which each run begins. */
  readonly address: string;
  /** An index of `sizes`. */
  size = $state(0);
  /** The calls of each run, in order. */
  runs = $state.raw<readonly StageRun[]>([[]]);

  constructor(seed: string, address: string, size: number) {
    this.seed = seed;
    this.address = address;
    this.size = size;
  }

  /** The type as a part of the person's own. */
  get percent(): number {
    return sizes[this.size] ?? 100;
  }

  resize(by: 1 | -1): void {
    this.size = Math.min(Math.max(this.size + by, 0), sizes.length - 1);
  }

  /** Adds a call to the current run. */
  add(call: CallDigest): void {
    this.runs = this.runs.with(-1, [...(this.runs.at(-1) ?? []), call]);
  }

  /** A run without calls goes on. */
  nextRun(): void {
    if (this.runs.at(-1)?.length !== 0) this.runs = [...this.runs, []];
  }
}
