/** What was done since a moment, and would be lost by returning to it. */
import type { Exchange } from '../../engine/inside.ts';

export class Since {
  /** Calls that changed more than counters. */
  calls = 0;
  /** Changes by a person, in the portal or in the vault. */
  changes = 0;

  get isAny(): boolean {
    return this.calls + this.changes > 0;
  }

  noteCall({ trace }: Exchange): void {
    if (trace.some(({ verb }) => verb === 'Changed')) this.calls++;
  }

  noteChange(): void {
    this.changes++;
  }
}
