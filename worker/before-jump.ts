/** How things were before the clock's last jump, and what was done since that would be lost with it. */
import type { Credential, Exchange, Platform, Snapshot } from '../engine/index.ts';

export class BeforeJump {
  readonly vault: readonly Credential[];
  /** Calls since that changed more than counters. */
  calls = 0;
  /** What a person did since, in the portal or with the vault. */
  changes = 0;
  /** By how much the clock went, once it has. */
  ms: number | null = null;
  readonly #tables: Snapshot['tables'];

  /** Rows are shared with the platform, which replaces and never changes them: what is kept here is the lists. */
  constructor(
    platform: Platform,
    vault: readonly Credential[],
    /** Epoch ms on the platform's clock when the jump began. */
    private readonly from: number,
  ) {
    this.vault = vault;
    this.#tables = platform.snapshot().tables;
  }

  /** By how much the clock went, so far if the jump is still under way. */
  msUntil(now: number): number {
    return this.ms ?? now - this.from;
  }

  noteCall({ trace }: Exchange): void {
    if (trace.some(({ verb }) => verb === 'Changed')) this.calls++;
  }

  noteChange(): void {
    this.changes++;
  }

  /** The log is what happened, and stays: its numbers are not given twice. */
  snapshot(now: Platform): Snapshot {
    const { tables, ...rest } = now.snapshot();
    return { ...rest, tables: { ...this.#tables, exchanges: tables['exchanges'] ?? [] } };
  }
}
