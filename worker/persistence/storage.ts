/** Keeps the platform's state: in IndexedDB while that works, otherwise in memory, which it reports. */
import type { ChangeSet, Credential } from '../../engine/inside.ts';
import type { Replacer } from '../contract/world.ts';
import type { Place } from '../host/files/place.ts';
import { NotReplaced } from '../host/storage.ts';
import type { Beside, Contents, HostStorage, Kept, SetAside } from '../host/storage.ts';
import { CommitQueue } from './commit-queue.ts';
import { claimTerm, Fenced, openPresent, read } from './database.ts';
import type { Present } from './database.ts';
import type { Shape } from './delta.ts';
import { isNoRoom, newerReason, reasonFor, unreadableReason } from './fallback.ts';
import type { Head } from './layout.ts';
import type * as Loader from './loader.ts';
import type { Stored } from './loader.ts';
import { emptyLog } from './log-state.ts';

export interface StorageOptions {
  /** The name of the database. It contains the base path, because many static sites share one origin. */
  readonly name: string;
  readonly shape: Shape;
  /** Rows of a later schema version are not touched. */
  readonly schemaVersion: number;
  /** Called when the state of the storage has changed. */
  readonly changed: (kept: Kept) => void;
  /** Called when another tab has taken over. What was not acknowledged by then never will be. */
  readonly fenced: () => void;
  /** Called when the browser has not opened the database for too long; this tab still waits for it. */
  readonly held?: () => void;
  /** The browser's quota for this site and the use of it, in bytes; absent if unknown. */
  readonly estimate?: () => Promise<{ readonly quota?: number; readonly usage?: number }>;
  /** Whether this tab takes over from another one: pages may then still want the world that was set aside there. */
  readonly takesOver?: boolean;
}

/** How long after the start unused data is deleted, in ms: other work goes first. */
const tidyingMs = 3000;

/**
 * How long the browser may take to open the database before that is reported, in ms: longer than any of our writes
 * takes, and shorter than a page waits for its engine.
 */
const holdingMs = 15_000;

export class Storage implements HostStorage {
  /** Above the term of every earlier leader; 0 without a database. */
  readonly term: number;
  /** Gives the changes that may lag. */
  takeDeferred: () => ChangeSet | null = () => null;
  readonly #options: StorageOptions;
  readonly #database: IDBDatabase | null;
  #queue: CommitQueue | null = null;
  /** Resolves when a queue that failed has stopped writing. */
  #ended: Promise<void> = Promise.resolve();
  #kept: Kept;
  #stored: Stored | null;
  #tidying: ReturnType<typeof setTimeout> | undefined;
  /** Whether the world that is set aside was set aside while a page was open that still is. */
  #offersAside: boolean;

  private constructor(options: StorageOptions, opened: Opened) {
    this.#options = options;
    this.#database = opened.database;
    this.#kept = opened.kept;
    this.term = opened.term;
    this.#stored = opened.stored;
    this.#offersAside = options.takesOver ?? false;
    if (opened.database && opened.kept.kind === 'saved') this.#write(opened.database, opened.stored?.log);
    if (opened.stored) this.#tidying = setTimeout(() => void this.tidy(this.#offersAside), tidyingMs);
  }

  /** Never rejects: a storage that cannot be used becomes memory, with a reason. One that is `held` is waited for. */
  static async open(options: StorageOptions): Promise<Storage> {
    return new Storage(options, await open(options));
  }

  get kept(): Kept {
    return this.#kept;
  }

  /** Beside the rows, whether or not those are saved. */
  async openFiles(): Promise<Place | null> {
    const database = this.#database;
    if (!database || this.term === 0) return null;
    const { KeptFiles } = await import('./files.ts');
    return KeptFiles.open(database, (by, names, issue) =>
      this.#asLeader(() => by(database, this.term, names, issue)),
    );
  }

  /** Gives the world that was stored at the start, once, and forgets it; null if there was none, or none that can be used. */
  take(): Stored | null {
    const stored = this.#stored;
    this.#stored = null;
    return stored;
  }

  /** The engine cannot read the stored data: it stays unchanged until a reset. */
  distrust(error: unknown): void {
    this.#stop();
    this.#say({ kind: 'memory', reason: unreadableReason(error) });
  }

  /** Resolves when the changes are kept as well as possible. Never settles once another tab has taken over. */
  commit = (changes: ChangeSet, beside?: Beside): Promise<void> =>
    this.#attempt((queue) => queue.commit(changes, beside));

  /** Replaces the vault. */
  keep = (vault: readonly Credential[]): Promise<void> => this.#attempt((queue) => queue.keep(vault));

  flush = (): Promise<void> => {
    if (this.#queue) return this.#attempt((queue) => queue.flush());
    this.takeDeferred(); // in memory nothing else takes them, and they must not pile up
    return Promise.resolve();
  };

  /** Cleans up the database now instead of later. */
  compact = async (): Promise<void> => this.#queue?.compact();

  /**
   * Replaces the whole world. Tries again to use a full or unreadable storage, but not that of a later release.
   * Rejects with `NotReplaced` when there was no room beside the present world, which then goes on.
   */
  replace = async (contents: Contents): Promise<void> => {
    const done = once(() => {
      this.#offersAside = true;
      contents.done?.();
    });
    // The queue that failed has another log, of which nothing may be compacted any more.
    await this.#ended;
    const isBehind = !this.#queue && this.#kept.kind === 'memory';
    if (isBehind && this.#database) this.#write(this.#database, emptyLog(), isBehind);
    try {
      await this.#attempt((queue) => queue.replace({ ...contents, done }));
    } catch (error) {
      if (isBehind) this.#stop();
      throw error;
    }
    if (isBehind && this.#queue) this.#say({ kind: 'saved', reason: null });
    done(); // in memory there is nothing to write
  };

  /** The last replacement, if it can be undone; otherwise null. */
  get asideBy(): Replacer | null {
    return this.#offersAside ? (this.#queue?.aside?.aside.by ?? null) : null;
  }

  /** The world before the last replacement, read from the database; null for none. */
  async readAside(): Promise<SetAside | null> {
    const found = this.#queue?.aside;
    if (!this.#database || !found || !this.#offersAside) return null;
    const { shape, schemaVersion } = this.#options;
    const { loadAside } = await import('./loader.ts');
    const stored = await loadAside(this.#database, shape, schemaVersion, found.head, found.aside);
    const { starts } = stored.log;
    return {
      stored,
      putBack: async (reset, done) => {
        const putBack = once(done);
        await this.#attempt((queue) => queue.putBack(reset, starts, putBack));
        putBack(); // a failed storage continues in memory
      },
    };
  }

  /** Drops the world that was set aside, unless it is kept, and deletes unused data in the background. */
  tidy = (keepsAside = false): Promise<void> => this.#attempt((queue) => queue.tidy(keepsAside));

  /** Deletes the world that was set aside, and resolves when that is done. */
  async dropAside(): Promise<void> {
    await this.tidy();
    await this.#queue?.swept();
  }

  /** The bytes that the browser has left for this site; null if unknown. */
  async room(): Promise<number | null> {
    try {
      const { quota, usage } = (await this.#options.estimate?.()) ?? {};
      return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
    } catch {
      return null;
    }
  }

  /** The storage cannot hold the present world. */
  giveUp(error: unknown): void {
    this.#failed(error instanceof NotReplaced ? error.cause : error);
  }

  /** Releases the database. */
  async close(): Promise<void> {
    clearTimeout(this.#tidying);
    await this.#queue?.close();
    this.#queue = null;
    this.#database?.close();
  }

  /** Never settles once another tab has taken over. */
  async #asLeader<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Fenced)) throw error;
      this.#options.fenced();
      return new Promise(() => {});
    }
  }

  async #attempt(work: (queue: CommitQueue) => Promise<void>): Promise<void> {
    if (!this.#queue) return;
    try {
      await work(this.#queue);
    } catch (error) {
      if (error instanceof Fenced) await new Promise(() => {});
      if (error instanceof NotReplaced) throw error;
    }
  }

  #write(database: IDBDatabase, from = emptyLog(), isBehind = false): void {
    const { shape } = this.#options;
    const failed = (error: unknown) => this.#failed(error);
    this.#queue = new CommitQueue({
      database,
      term: this.term,
      shape,
      ...{ from, isBehind },
      takeDeferred: () => this.takeDeferred(),
      failed,
    });
    const gone = () => failed(new DOMException('The database was closed', 'InvalidStateError'));
    database.addEventListener('close', gone);
    database.addEventListener('versionchange', () => {
      gone();
      database.close();
    });
  }

  #failed(error: unknown): void {
    if (error instanceof Fenced) return this.#options.fenced();
    if (!this.#queue) return;
    this.#stop();
    this.#say({ kind: 'memory', reason: reasonFor(error), ...(isNoRoom(error) && { isFull: true }) });
  }

  /** Nothing more is written. */
  #stop(): void {
    this.#ended = this.#queue?.close() ?? this.#ended;
    this.#queue = null;
  }

  #say(kept: Kept): void {
    this.#kept = kept;
    this.#options.changed(kept);
  }
}

/** Runs the first time that it is called, and not again. */
function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

interface Opened {
  readonly database: IDBDatabase | null;
  readonly term: number;
  readonly stored: Stored | null;
  readonly kept: Kept;
}

const withoutDatabase = (kept: Kept): Opened => ({ database: null, term: 0, stored: null, kept });

async function open({ name, shape, schemaVersion, held }: StorageOptions): Promise<Opened> {
  const waiting = setTimeout(() => held?.(), holdingMs);
  try {
    const entered = await enter(name, schemaVersion).finally(() => clearTimeout(waiting));
    return entered
      ? await start(entered, shape, schemaVersion)
      : withoutDatabase({ kind: 'newer', reason: newerReason });
  } catch (error) {
    return withoutDatabase({ kind: 'memory', reason: reasonFor(error) });
  }
}

interface Entered {
  readonly database: IDBDatabase;
  readonly term: number;
  /** Loads the module that reads an existing database; null for a new one. */
  readonly loader: Promise<typeof Loader> | null;
}

/** null if a later release stored the data. */
async function enter(name: string, schemaVersion: number): Promise<Entered | null> {
  const opened = await openLayout(name);
  if (!opened) return null;
  const { database, isNew } = opened;
  const loader = isNew ? null : import('./loader.ts');
  loader?.catch(() => undefined); // `start` gets the error
  try {
    const head = await read<Head>(database, 'head', 'head');
    if (!head || head.version <= schemaVersion) return { database, loader, term: await claimTerm(database) };
    database.close();
    return null;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** null for a later layout. Dexie handles an older one, and operations that sometimes fail in Chromium. */
async function openLayout(name: string): Promise<Present | null> {
  try {
    return await openPresent(name);
  } catch (error) {
    const kind = error instanceof DOMException ? error.name : null;
    if (kind === 'VersionError') return null;
    if (kind !== 'AbortError' && kind !== 'UnknownError') throw error;
  }
  const { bringUp } = await import('./loader.ts');
  await bringUp(name);
  return openPresent(name);
}

/**
 * First the term, then the data: this reads everything that an earlier leader wrote before, and that leader writes
 * nothing afterwards.
 */
async function start(
  { database, term, loader }: Entered,
  shape: Shape,
  schemaVersion: number,
): Promise<Opened> {
  try {
    const stored = loader && (await (await loader).load(database, shape, schemaVersion));
    return { database, term, stored, kept: { kind: 'saved', reason: null } };
  } catch (error) {
    return { database, term, stored: null, kept: { kind: 'memory', reason: unreadableReason(error) } };
  }
}
