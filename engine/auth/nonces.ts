import { timestampTolerance } from './timestamp.ts';
import { DeferredChanges } from '../state/store/deferred.ts';
import { FormerRows } from '../state/store/former.ts';

/**
 * The used nonces: each may be used once per timestamp, client and token (RFC 5849 3.3; choice: o1-clock). After a
 * restart a nonce may be stored without the answer of its call. The call can then be repeated with its id, which is not
 * a replay (choice: request-id).
 */
export class Nonces {
  readonly former = new FormerRows<Omit<NonceRow, 'id'>>();
  readonly #used = new Map<string, Omit<NonceRow, 'id'>>();
  readonly #changes: DeferredChanges;

  constructor(rows: Iterable<NonceRow>, isTaken: boolean) {
    this.#changes = new DeferredChanges(isTaken);
    for (const { id, ...use } of rows) this.#used.set(id, use);
  }

  /** Uses the nonce. False if it was used before, except by this same request. */
  use(nonce: string, timestamp: number, client: string, token: string, requestId: string | null): boolean {
    const id = `${timestamp} ${client} ${token} ${nonce}`;
    const use = this.#used.get(id);
    if (use) return requestId !== null && requestId === use.request_id;
    if (this.former.wants(id)) this.former.note(id, undefined);
    this.#used.set(id, { timestamp, request_id: requestId });
    this.#changes.put(id);
    return true;
  }

  /** Forgets nonces whose timestamps would be refused anyway. `now` in epoch ms. */
  sweep(now: number): void {
    const oldest = now / 1000 - timestampTolerance - 1;
    for (const [id, use] of this.#used) {
      if (use.timestamp >= oldest) continue;
      if (this.former.wants(id)) this.former.note(id, use);
      this.#forget(id);
    }
  }

  /** Restores the nonces that were used when `former` began. */
  bringBack(): void {
    for (const [id, use] of this.former.take()) {
      if (!use) this.#forget(id);
      else {
        this.#used.set(id, use);
        this.#changes.put(id);
      }
    }
  }

  #forget(id: string): void {
    this.#used.delete(id);
    this.#changes.remove(id);
  }

  rows(): NonceRow[] {
    return Array.from(this.#used, ([id, use]) => ({ id, ...use }));
  }

  takeDeferred(): { put: NonceRow[]; removed: string[] } {
    return this.#changes.take((id) => ({ id, ...this.#used.get(id)! }));
  }
}
/** A nonce that was used (choice: o1-clock). */
export type NonceRow = {
  readonly id: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  /** The sender's own id of the request that used it. */
  readonly request_id: string | null;
};
