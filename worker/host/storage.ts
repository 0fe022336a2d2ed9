/**
 * Where a host keeps its world. A tab keeps it in IndexedDB (worker/persistence/storage.ts); a test, a local server or an
 * embed keeps it in memory (in-memory.ts). See decisions/host.md.
 */
import type { Block, ChangeSet, Credential, LateBlocks, SnapshotBlocks } from '../../engine/inside.ts';
import type { Replacer, StorageState } from '../contract/world.ts';
import type { Place } from './files/place.ts';

export type Kept = Pick<StorageState, 'kind' | 'reason'>;

/** A world as it was kept. */
export interface Stored {
  /** With a block for every table, even if it is empty, except for those that come late. */
  readonly snapshot: SnapshotBlocks;
  /** What is read after the start; null for nothing. */
  readonly late: LateBlocks | null;
  readonly vault: readonly Credential[];
  /** The id of the call that replaced everything last; null for none. */
  readonly reset: string | null;
}

/** A world that is to take the place of the one that is there. */
export interface Contents {
  /** Read while it is written, with pauses: nothing of it may change meanwhile. */
  readonly snapshot: Pick<SnapshotBlocks, 'format' | 'version'> & {
    readonly blocks: Iterable<Block> | AsyncIterable<Block>;
  };
  readonly vault: readonly Credential[];
  /** The id of the call that replaces everything. */
  readonly reset?: string | null;
  /** What takes the place of the world that was there, which is kept and can be put in force again; absent where it is not. */
  readonly setsAside?: Replacer;
  /** Whether what is there is deleted before anything is written: there is no room for both. */
  readonly clearsFirst?: boolean;
  /** Ends it before it is in force. Not heeded where what was there is gone. */
  readonly cancelling?: AbortSignal;
  /** Called when it is in force, before anything else is written. */
  readonly done?: () => void;
}

/** What is to be kept in one transaction with changes. */
export interface Beside {
  readonly vault: readonly Credential[];
  /** The id of the call that took everything back to an earlier moment. */
  readonly reset: string;
}

/** What was set aside, and how it is put in force again. */
export interface SetAside {
  readonly stored: Stored;
  /** `done` is called when it is in force, before anything else is written. */
  readonly putBack: (reset: string, done: () => void) => Promise<void>;
}

/** A world could not be written: the one that was there goes on, and nothing was changed. */
export class NotReplaced extends Error {
  override readonly name = 'NotReplaced';
}

export interface HostStorage {
  /** `saved`, or `memory` with the reason; of what is not saved, changes need no place. */
  readonly kept: Kept;
  /** Whether it is memory because there is no room: then `replace` may find some again. */
  readonly isFull: boolean;
  /** What took the place of everything last, where what was there before can be put back; null where it cannot. */
  readonly asideBy: Replacer | null;
  /** Set by the host: gives the changes that may lag. */
  takeDeferred: () => ChangeSet | null;
  /** Gives what was there at the start, once, and lets go of it; null for nothing, or nothing that can be used. */
  take(): Stored | null;
  /** The engine cannot read what is stored: it stays as it is until a reset. Throws where nothing else can be used. */
  distrust(error: unknown): void;
  /** Resolves when the changes are kept as well as they can be. */
  commit(changes: ChangeSet, beside?: Beside): Promise<void>;
  /** Replaces the vault. */
  keep(vault: readonly Credential[]): Promise<void>;
  /** Takes the changes that may lag, and keeps them. */
  flush(): Promise<void>;
  /** Puts another world in the place of everything. Rejects with `NotReplaced` when it found no room or was cancelled. */
  replace(contents: Contents): Promise<void>;
  /** What was there before the last replacement; null for nothing. */
  readAside(): Promise<SetAside | null>;
  /** Deletes what was set aside, and resolves when it is gone. */
  dropAside(): Promise<void>;
  /** How many bytes are left; null where nobody says. */
  room(): Promise<number | null>;
  /** The storage cannot hold the world that is there. */
  giveUp(error: unknown): void;
  /** Where the files of the simulated internet lie; null for in memory. */
  openFiles(): Promise<Place | null>;
  /** Lets go of everything. */
  close(): Promise<void>;
}
