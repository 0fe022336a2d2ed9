/** A platform before, in and after the time in which it is the one that pages work with. */
import type { ChangeSet } from '../../engine/inside.ts';

export class Seat {
  /** When its clock wants to be looked at, in epoch ms of the platform; null for never. */
  wakeAt: number | null = null;
  /** Whether some of its tables are read after it was made. */
  isLate = false;
  /** What it changed as it was made, before it counted. */
  readonly early: ChangeSet[] = [];

  constructor(
    /** `waits`: it is being made, or written beside the one that counts. `left`: another one is in its place. */
    public standing: 'waits' | 'counts' | 'left' = 'waits',
  ) {}

  get counts(): boolean {
    return this.standing === 'counts';
  }
}
