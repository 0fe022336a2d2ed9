/** Where a world comes from, and how it is kept. */
import type { ChangeSet, Credential, LoadedSnapshot, Platform } from '../../engine/inside.ts';

export interface ReadWorld {
  readonly loaded: LoadedSnapshot;
  /** The credentials in the file. */
  readonly vault: readonly Credential[];
}

/** Keeps a world. */
export interface WorldKeeper {
  /** The world at the start; null for none. */
  readonly found: ReadWorld | null;
  /** The world to which a reset returns. */
  beginning(): Promise<ReadWorld>;
  /** Resolves when the changes are kept. Once it has rejected, it always rejects, until the whole world was written again. */
  commit(changes: ChangeSet): Promise<void>;
  /** Whether so much was committed that the world should be written again. */
  readonly isLong: boolean;
  /** Replaces everything by the present world. */
  write(platform: Platform, vault: readonly Credential[]): Promise<void>;
  close(): Promise<void>;
}
