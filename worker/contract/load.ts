import type { LoadTrial } from '../../engine/inside.ts';

export interface OnCopy extends LoadTrial {
  /** Whether every window begins whole, and nobody has been refused yet; else all is as it is now. */
  readonly fresh: boolean;
}
