import { DeferredChanges } from '../state/store/deferred.ts';

/** Seconds that a timestamp may lie off the platform's clock, either way (choice: o1-clock). */
export const timestampTolerance = 300;

/** Nonces used, each once per timestamp, client and token (RFC 5849 3.3; choice: o1-clock). */
export class Nonces {
  readonly #used = new Map<string, number>();
  readonly #changes: DeferredChanges;

  constructor(rows: Iterable<NonceRow>, isTaken: boolean) {
    this.#changes = new DeferredChanges(isTaken);
    for (const row of rows) this.#used.set(row.id, row.timestamp);
  }

  /** Whether the nonce was new; it is used now. */
  use(nonce: string, timestamp: number, client: string, token: string): boolean {
    const id = `${timestamp} ${client} ${token} ${nonce}`;
    if (this.#used.has(id)) return false;
    this.#used.set(id, timestamp);
    this.#changes.put(id);
    return true;
  }

  /** Forgets nonces whose timestamps would be refused anyway. `now` in epoch ms. */
  sweep(now: number): void {
    const oldest = now / 1000 - timestampTolerance - 1;
    for (const [id, timestamp] of this.#used) {
      if (timestamp >= oldest) continue;
      this.#used.delete(id);
      this.#changes.remove(id);
    }
  }

  rows(): NonceRow[] {
    return Array.from(this.#used, ([id, timestamp]) => ({ id, timestamp }));
  }

  takeDeferred(): { put: NonceRow[]; removed: string[] } {
    return this.#changes.take((id) => ({ id, timestamp: this.#used.get(id)! }));
  }
}
/** A nonce that was used (choice: o1-clock). */
export interface NonceRow {
  readonly id: string;
  /** Epoch seconds. */
  readonly timestamp: number;
}
