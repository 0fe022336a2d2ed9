/**
 * Where a host keeps its world. A tab uses IndexedDB (worker/persistence/storage.ts); a test, a local server or an
 * embed uses memory (in-memory.ts). See decisions/host.md.
 */
import type { Block, ChangeSet, Credential, LateBlocks, SnapshotBlocks } from '../../engine/inside.ts';
import type { Replacer, StorageState } from '../contract/world.ts';
import type { Place } from './files/place.ts';

export type Kept = Pick<StorageState, 'kind' | 'reason' | 'isFull'>;

/** A stored world. */
export interface Stored {
  /** With a block for every table, even if it is empty, except for those that come late. */
  readonly snapshot: SnapshotBlocks;
  /** The rows that are read after the start; null if there are none. */
  readonly late: LateBlocks | null;
  readonly vault: readonly Credential[];
  /** The id of the call that last replaced everything; null for none. */
  readonly reset: string | null;
}

/** A world that is to replace the present one. */
export interface Contents {
  /** Read while it is written, with pauses: nothing in it may change meanwhile. */
  readonly snapshot: Pick<SnapshotBlocks, 'format' | 'version'> & {
    readonly blocks: Iterable<Block> | AsyncIterable<Block>;
  };
  readonly vault: readonly Credential[];
  /** The id of the replacing call. */
  readonly reset?: string | null;
  /** What replaces the old world, if that is kept and can be brought back; absent if it is not kept. */
  readonly setsAside?: Replacer;
  /** Whether to delete the old world before writing, because there is no room for both. */
  readonly clearsFirst?: boolean;
  /** Cancels it before it is in force. Ignored once the old world has been deleted. */
  readonly cancelling?: AbortSignal;
  /** Called when it is in force, before anything else is written. */
  readonly done?: () => void;
}

/** To be kept in one transaction with changes. */
export interface Beside {
  readonly vault: readonly Credential[];
  /** The id of the call that went back to an earlier moment. */
  readonly reset: string;
}

/** A world that was set aside, and how to bring it back. */
export interface SetAside {
  readonly stored: Stored;
  /** `done` is called when it is in force, before anything else is written. */
  readonly putBack: (reset: string, done: () => void) => Promise<void>;
}

/** A world could not be written: the old one goes on, and nothing was changed. */
export class NotReplaced extends Error {
  override readonly name = 'NotReplaced';
}

export interface HostStorage {
  /** `saved`, or `memory` with the reason. Changes that are not saved need no room. A full one is tried again by `replace`. */
  readonly kept: Kept;
  /** The last replacement, if it can be undone; otherwise null. */
  readonly asideBy: Replacer | null;
  /** Set by the host: gives the changes that may lag. */
  takeDeferred: () => ChangeSet | null;
  /** Gives the world that was stored at the start, once, and forgets it; null if there was none, or none that can be used. */
  take(): Stored | null;
  /** The engine cannot read the stored data: it stays unchanged until a reset. Throws if nothing else can be used. */
  distrust(error: unknown): void;
  /** Resolves when the changes are kept as well as possible. */
  commit(changes: ChangeSet, beside?: Beside): Promise<void>;
  /** Replaces the vault. */
  keep(vault: readonly Credential[]): Promise<void>;
  /** Takes the changes that may lag, and keeps them. */
  flush(): Promise<void>;
  /** Replaces the whole world. Rejects with `NotReplaced` when there was no room or it was cancelled. */
  replace(contents: Contents): Promise<void>;
  /** The world before the last replacement; null for none. */
  readAside(): Promise<SetAside | null>;
  /** Deletes the world that was set aside, and resolves when that is done. */
  dropAside(): Promise<void>;
  /** The bytes that are left; null if unknown. */
  room(): Promise<number | null>;
  /** The storage cannot hold the present world. */
  giveUp(error: unknown): void;
  /** Where the files of the simulated internet are kept; null for in memory. */
  openFiles(): Promise<Place | null>;
  /** Releases everything. */
  close(): Promise<void>;
}
