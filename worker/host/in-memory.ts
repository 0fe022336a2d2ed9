/** A storage that keeps nothing beyond the host itself: for tests, a local server, an embed. */
import type { ChangeSet } from '../../engine/inside.ts';
import type { Contents, HostStorage, Kept, Stored } from './storage.ts';

const nothing = (): Promise<null> => Promise.resolve(null);
const done = (): Promise<void> => Promise.resolve();

export class StorageInMemory implements HostStorage {
  readonly kept: Kept;
  readonly isFull = false;
  readonly asideBy = null;
  takeDeferred: () => ChangeSet | null = () => null;
  readonly commit = done;
  readonly keep = done;
  readonly readAside = nothing;
  readonly dropAside = done;
  readonly room = nothing;
  readonly openFiles = nothing;
  readonly close = done;
  #stored: Stored | null;

  /** `stored`: what the host goes on with. `reason`: why nothing is saved, for the status line. */
  constructor(stored: Stored | null = null, reason: string | null = null) {
    this.#stored = stored;
    this.kept = { kind: 'memory', reason };
  }

  take(): Stored | null {
    const stored = this.#stored;
    this.#stored = null;
    return stored;
  }

  /** Nothing else is there: who gave what cannot be read is told. */
  distrust(error: unknown): never {
    throw error;
  }

  /** Nobody else takes what lags, and it must not pile up. */
  flush(): Promise<void> {
    this.takeDeferred();
    return done();
  }

  replace({ done: isInForce }: Contents): Promise<void> {
    isInForce?.();
    return done();
  }

  giveUp(error: unknown): never {
    throw error;
  }
}
