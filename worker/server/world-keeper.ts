/** Where a world comes from, and what keeps it. */
import type { ChangeSet, Credential, LoadedSnapshot, Platform } from '../../engine/inside.ts';

export interface ReadWorld {
  readonly loaded: LoadedSnapshot;
  /** The credentials that the file has. */
  readonly vault: readonly Credential[];
}

/** What keeps a world. */
export interface WorldKeeper {
  /** What was there at the start; null for nothing. */
  readonly found: ReadWorld | null;
  /** What a reset goes back to. */
  beginning(): Promise<ReadWorld>;
  /** Resolves when the changes are kept. When it rejects, so does every other, until the whole was written again. */
  commit(changes: ChangeSet): Promise<void>;
  /** Whether so much was committed that the world is to be written again. */
  readonly isLong: boolean;
  /** Writes the whole world in the place of everything. */
  write(platform: Platform, vault: readonly Credential[]): Promise<void>;
  close(): Promise<void>;
}
