/** A storage that keeps nothing longer than the host lives: for tests, a local server, an embed. */
import type { ChangeSet } from '../../engine/inside.ts';
import type { Contents, HostStorage, Kept, Stored } from './storage.ts';

const nothing = (): Promise<null> => Promise.resolve(null);
const done = (): Promise<void> => Promise.resolve();

export class StorageInMemory implements HostStorage {
  readonly kept: Kept;
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

  /** `stored`: the world with which the host continues. `reason`: why nothing is saved, for the status line. */
  constructor(stored: Stored | null = null, reason: string | null = null) {
    this.#stored = stored;
    this.kept = { kind: 'memory', reason };
  }

  take(): Stored | null {
    const stored = this.#stored;
    this.#stored = null;
    return stored;
  }

  /** There is nothing else to run: the caller who provided unreadable data gets the error. */
  distrust(error: unknown): never {
    throw error;
  }

  /** Nothing else takes the lagging changes, and they must not pile up. */
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
