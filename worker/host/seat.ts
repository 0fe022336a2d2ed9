/** A platform before, while and after it is the current one. */
import type { ChangeSet } from '../../engine/inside.ts';

export class Seat {
  /** The time at which its clock must be looked at, in epoch ms of the platform; null for never. */
  wakeAt: number | null = null;
  /** Whether some of its tables are read after it was made. */
  isLate = false;
  /** Its changes from before it was current. */
  readonly early: ChangeSet[] = [];

  constructor(
    /** `waits`: it is being made, or written beside the current one. `left`: another one has replaced it. */
    public standing: 'waits' | 'counts' | 'left' = 'waits',
  ) {}

  get counts(): boolean {
    return this.standing === 'counts';
  }
}
