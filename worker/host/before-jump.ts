/** A jump of the clock that can be undone: the vault before it, and what was done since. */
import type { Credential } from '../../engine/inside.ts';
import { Since } from './since.ts';

export class BeforeJump extends Since {
  /** How far the clock moved, once it has. */
  ms: number | null = null;

  constructor(
    readonly vault: readonly Credential[],
    /** Epoch ms on the platform's clock when the jump began. */
    private readonly from: number,
  ) {
    super();
  }

  /** How far the clock moved, or has moved so far if the jump is still under way. */
  msUntil(now: number): number {
    return this.ms ?? now - this.from;
  }
}
