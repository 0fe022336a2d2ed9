/**
 * Group commit: while one transaction is under way, what comes in waits and goes out together in the next. Promises
 * settle in the order in which they were given.
 */
import type { Block, ChangeSet, Credential, Row, SnapshotBlocks } from '../../engine/index.ts';
import { cut } from './blocks.ts';
import type { Starts } from './blocks.ts';
import { write } from './database.ts';
import type { Database, Stores } from './database.ts';
import { addChanges, byKey, keyOf } from './delta.ts';
import type { Delta, Shape } from './delta.ts';
import { Compactor } from './compaction.ts';
import type { LogState } from './loader.ts';

export interface Contents {
  /** Read in one go, as the transaction is made. */
  readonly snapshot: SnapshotBlocks;
  readonly vault: readonly Credential[];
  /** The id of the call that replaces everything. */
  readonly reset?: string | null;
}

type Job =
  | { readonly kind: 'changes'; readonly changes: ChangeSet }
  | { readonly kind: 'keep'; readonly vault: readonly Credential[] }
  | { readonly kind: 'lagging' }
  | { readonly kind: 'replace'; readonly contents: Contents };

interface Waiting {
  readonly job: Job;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitQueueOptions {
  readonly database: Database;
  readonly term: number;
  readonly shape: Shape;
  readonly from: LogState;
  /** Gives the changes that may lag; called for every transaction, so that they travel with durable ones. */
  readonly takeDeferred: () => ChangeSet | null;
  /** Called once, when a transaction failed. From then on every promise rejects with that error. */
  readonly failed: (error: unknown) => void;
}

export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #compactor: Compactor;
  #queue: Waiting[] = [];
  #sequence: number;
  #running = false;
  #error: { readonly error: unknown } | null = null;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    this.#sequence = options.from.sequence;
    this.#compactor = new Compactor(options.database, options.term, options.shape, options.from, (error) =>
      this.#fail(error),
    );
  }

  /** Resolves when the changes are in IndexedDB, after all that were given before them. */
  commit = (changes: ChangeSet): Promise<void> => this.#enqueue({ kind: 'changes', changes });

  /** Replaces the vault. */
  keep = (vault: readonly Credential[]): Promise<void> => this.#enqueue({ kind: 'keep', vault });

  /** Writes what lags, by itself if nothing durable is waiting. */
  flush = (): Promise<void> => this.#enqueue({ kind: 'lagging' });

  /** Replaces all that is stored, in one transaction. */
  replace = (contents: Contents): Promise<void> => this.#enqueue({ kind: 'replace', contents });

  /** Resolves when the background is quiet: for a clean end. */
  close = (): Promise<void> => this.#compactor.close();

  /** Brings the log home now. */
  compact = (): Promise<void> => this.#compactor.compact();

  #enqueue(job: Job): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#error) return reject(this.#error.error);
      this.#queue.push({ job, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#queue.length > 0) {
      const group = this.#take();
      try {
        await this.#write(group.map(({ job }) => job));
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#queue.unshift(...group);
        this.#fail(error);
      }
    }
    this.#running = false;
  }

  /** A replacement goes alone; everything else up to the next one goes together. */
  #take(): Waiting[] {
    const next = this.#queue.findIndex(({ job }) => job.kind === 'replace');
    return this.#queue.splice(0, next === -1 ? this.#queue.length : Math.max(1, next));
  }

  #fail(error: unknown): void {
    if (!this.#error) {
      this.#error = { error };
      this.#options.failed(error);
    }
    for (const { reject } of this.#queue.splice(0)) reject(this.#error.error);
  }

  #write(jobs: readonly Job[]): Promise<void> {
    const [first] = jobs;
    return first?.kind === 'replace' ? this.#writeAll(first.contents) : this.#append(jobs);
  }

  async #append(jobs: readonly Job[]): Promise<void> {
    const { database, term, shape, takeDeferred } = this.#options;
    const changes: Delta = new Map();
    for (const job of jobs) if (job.kind === 'changes') addChanges(changes, job.changes, shape);
    const deferred = takeDeferred();
    if (deferred) addChanges(changes, deferred, shape);
    const vault = jobs.findLast((job) => job.kind === 'keep')?.vault;
    if (changes.size === 0 && !vault) return;
    const sequence = this.#sequence + 1;
    await write(database, term, vault ? ['log', 'vault'] : ['log'], (stores) => {
      stores('log').add({ sequence, changes });
      if (vault) stores('vault').put({ id: 'vault', credentials: vault });
    });
    this.#sequence = sequence;
    this.#compactor.note(changes, sequence);
  }

  async #writeAll({ snapshot, vault, reset = null }: Contents): Promise<void> {
    const { database, term, shape } = this.#options;
    await this.#compactor.settle();
    await write(database, term, ['head', 'rows', 'blocks', 'log', 'vault'], (stores) => {
      for (const name of ['rows', 'blocks', 'log'] as const) stores(name).clear();
      stores('head').put({ id: 'head', format: snapshot.format, version: snapshot.version, reset });
      this.#compactor.restart(putRows(snapshot.blocks, shape, stores));
      stores('vault').put({ id: 'vault', credentials: vault });
    });
  }
}

/** Puts all rows where they are at home. Gives where the blocks of the big tables begin. */
function putRows(blocks: Iterable<Block>, shape: Shape, stores: Stores): Map<string, Starts> {
  const big = new Map<string, [key: string, row: Row][]>();
  for (const { table, rows } of blocks) {
    if (shape[table]?.big && !big.has(table)) big.set(table, []);
    const keyed = big.get(table);
    for (const row of rows) {
      const key = keyOf(shape, table, row);
      if (keyed) keyed.push([key, row]);
      else stores('rows').put({ table, key, row });
    }
  }
  const starts = new Map<string, Starts>();
  for (const [table, rows] of big) {
    const sorted = cut(table, '', rows.sort(byKey));
    for (const block of sorted) stores('blocks').put(block);
    starts.set(
      table,
      sorted.map(({ from }) => from),
    );
  }
  return starts;
}
