/**
 * Group commit: jobs that come during a transaction wait, and are written together in the next one. Promises settle
 * in the order of the calls.
 */
import type { ChangeSet, Credential } from '../../engine/inside.ts';
import { NotReplaced } from '../host/storage.ts';
import type { Beside, Contents } from '../host/storage.ts';
import type { Starts } from './blocks.ts';
import { Compactor } from './compaction.ts';
import { Fenced, read, write } from './database.ts';
import type { Stores } from './database.ts';
import type { Aside, Head, StoreName } from './layout.ts';
import { addChanges } from './delta.ts';
import type { Delta, Shape } from './delta.ts';
import { begun, inForce, vaultId } from './generations.ts';
import type { Generation } from './generations.ts';
import { isKnown } from './log-state.ts';
import type { LogState } from './log-state.ts';
import type { Sweeper } from './sweeper.ts';
import { Writing } from './writing.ts';

type Job =
  | { readonly kind: 'changes'; readonly changes: ChangeSet; readonly beside: Beside | undefined }
  | { readonly kind: 'keep'; readonly vault: readonly Credential[] }
  | { readonly kind: 'lagging' }
  | { readonly kind: 'tidy'; readonly keepsAside: boolean }
  | { readonly kind: 'replace'; readonly contents: Contents }
  | {
      readonly kind: 'return';
      readonly reset: string;
      readonly starts: ReadonlyMap<string, Starts>;
      readonly done: () => void;
    };

/** Jobs that are written alone; all jobs between two of them are written together. */
const alone: ReadonlySet<Job['kind']> = new Set(['replace', 'return', 'tidy']);

interface Waiting {
  readonly job: Job;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface CommitQueueOptions {
  readonly database: IDBDatabase;
  readonly term: number;
  readonly shape: Shape;
  readonly from: LogState;
  /** What is stored is not what the changes are made to: nothing is written before a whole world is. */
  readonly isBehind?: boolean;
  /** Gives the changes that may lag. Called for every transaction, so that they are written with durable ones. */
  readonly takeDeferred: () => ChangeSet | null;
  /** Called once, when a transaction has failed. From then on every promise rejects with that error. */
  readonly failed: (error: unknown) => void;
}

export class CommitQueue {
  readonly #options: CommitQueueOptions;
  readonly #compactor: Compactor;
  /** Loaded when there is something to delete. */
  #sweeper: Promise<Sweeper> | null = null;
  #queue: Waiting[] = [];
  #sequence: number;
  /** null if there is none, or none is known. */
  #head: Head | null;
  /** The generation being written. */
  #writing: Generation | null = null;
  #running = false;
  #isBehind: boolean;
  #isClosed = false;
  #error: { readonly error: unknown } | null = null;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    const { database, term, shape, from, isBehind = false } = options;
    const { head, sequence } = from;
    this.#isBehind = isBehind;
    this.#sequence = sequence;
    this.#head = head;
    this.#compactor = new Compactor(database, term, shape, head ? inForce(head) : 0, from, (error) =>
      this.#fail(error),
    );
  }

  /** The world that can be brought back; null for none. */
  get aside(): { readonly head: Head; readonly aside: Aside } | null {
    const head = this.#head;
    return head?.aside ? { head, aside: head.aside } : null;
  }

  /** Drops what a killed process left half written and, unless it is kept, the world that was set aside. */
  tidy = (keepsAside: boolean): Promise<void> => this.#enqueue({ kind: 'tidy', keepsAside });

  /** Resolves when nothing is being deleted. */
  swept = async (): Promise<void> => (await this.#sweeper)?.settle();

  /** Resolves when the changes are in IndexedDB, after all earlier ones. */
  commit = (changes: ChangeSet, beside?: Beside): Promise<void> =>
    this.#enqueue({ kind: 'changes', changes, beside });

  /** Replaces the vault. */
  keep = (vault: readonly Credential[]): Promise<void> => this.#enqueue({ kind: 'keep', vault });

  /** Writes lagging changes alone, if nothing durable is waiting. */
  flush = (): Promise<void> => this.#enqueue({ kind: 'lagging' });

  /**
   * Puts another world in force: it is written beside the present one, and then takes effect at once. Rejects with
   * `NotReplaced` when it cannot be read, finds no room or is cancelled.
   */
  replace = (contents: Contents): Promise<void> => this.#enqueue({ kind: 'replace', contents });

  /**
   * Puts the world that was set aside in force again; its blocks begin at `starts`. `done` is called before anything
   * else is written.
   */
  putBack = (reset: string, starts: ReadonlyMap<string, Starts>, done: () => void): Promise<void> =>
    this.#enqueue({ kind: 'return', reset, starts, done });

  /** Resolves when no background work is left: for a clean end. */
  close = async (): Promise<void> => {
    this.#isClosed = true;
    await Promise.all([this.#compactor.close(), this.#sweeper?.then((sweeper) => sweeper.close())]);
  };

  /** Compacts the log now. */
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
        if (error instanceof NotReplaced) {
          for (const { reject } of group) reject(error);
          if (this.#isBehind) this.#end(new Error(error.message, { cause: error }));
        } else {
          this.#queue.unshift(...group);
          this.#fail(error);
        }
      }
    }
    this.#running = false;
  }

  #take(): Waiting[] {
    const next = this.#queue.findIndex(({ job }) => alone.has(job.kind));
    return this.#queue.splice(0, next === -1 ? this.#queue.length : Math.max(1, next));
  }

  #fail(error: unknown): void {
    if (!this.#error) this.#options.failed(error);
    this.#end(error);
  }

  /** From now on every promise rejects with this error, or with an earlier one. */
  #end(error: unknown): void {
    this.#error ??= { error };
    for (const { reject } of this.#queue.splice(0)) reject(this.#error.error);
  }

  #write(jobs: readonly Job[]): Promise<void> {
    const [first] = jobs;
    if (first?.kind === 'replace') return this.#replace(first.contents);
    if (first?.kind === 'return') return this.#putBack(first.reset, first.starts, first.done);
    return first?.kind === 'tidy' ? this.#tidy(first.keepsAside) : this.#append(jobs);
  }

  async #append(jobs: readonly Job[]): Promise<void> {
    const { database, term, shape, takeDeferred } = this.#options;
    const changes: Delta = new Map();
    for (const job of jobs) if (job.kind === 'changes') addChanges(changes, job.changes, shape);
    const deferred = takeDeferred();
    if (deferred) addChanges(changes, deferred, shape);
    const { vault, head } = this.#beside(jobs);
    const blocks = await this.#compactor.append(changes);
    if (changes.size === 0 && blocks.length === 0 && !vault && !head) return;
    const sequence = this.#sequence + 1;
    const names: StoreName[] = ['log'];
    if (blocks.length > 0) names.push('blocks');
    if (vault) names.push('vault');
    if (head) names.push('head');
    await write(database, term, names, (stores) => {
      stores('log').add({ sequence, changes });
      for (const block of blocks) stores('blocks').put(block);
      if (vault) stores('vault').put({ id: this.#vaultId, credentials: vault });
      if (head) stores('head').put(head);
    });
    this.#sequence = sequence;
    if (head) this.#head = head;
    this.#compactor.note(changes, sequence);
  }

  /** The latest vault among the jobs, and the head with the id of the latest call that went back to an earlier moment. */
  #beside(jobs: readonly Job[]): { vault: readonly Credential[] | undefined; head: Head | null } {
    let vault: readonly Credential[] | undefined;
    let reset: string | null = null;
    for (const job of jobs) {
      if (job.kind === 'keep') ({ vault } = job);
      else if (job.kind === 'changes' && job.beside) ({ vault, reset } = job.beside);
    }
    return { vault, head: reset !== null && this.#head ? { ...this.#head, reset } : null };
  }

  get #vaultId(): string {
    return vaultId(this.#head ? inForce(this.#head) : 0);
  }

  async #replace(contents: Contents): Promise<void> {
    const { database, term, shape } = this.#options;
    // A world that was set aside has no log: it was compacted before.
    const isHome = contents.setsAside !== undefined && (await this.#compactor.finish());
    await this.#compactor.settle();
    const former = contents.clearsFirst ? null : (this.#head ??= await knownHead(database));
    const generation = former ? begun(former) + 1 : 0;
    this.#writing = generation;
    if (former) this.#head = { ...former, begun: generation };
    const writing = new Writing({
      ...{ database, term, shape, generation },
      begin: (stores) => beginIn(stores, former, generation),
    });
    const cancelling = former ? contents.cancelling : undefined;
    const head = headOf(contents, generation, isHome ? former : null);
    try {
      for await (const block of contents.snapshot.blocks) {
        cancelling?.throwIfAborted();
        await writing.add(block);
      }
      cancelling?.throwIfAborted();
      const starts = await writing.finish((stores) => this.#putInForce(stores, head, contents.vault));
      this.#goOn(head, starts, contents.done);
    } catch (error) {
      if (!former || error instanceof Fenced) throw error;
      throw new NotReplaced('What was to take the place of everything could not be stored', { cause: error });
    } finally {
      this.#writing = null;
      if (former) this.#sweep();
    }
  }

  #putInForce(stores: Stores, head: Head, vault: readonly Credential[]): void {
    stores('head').put(head);
    stores('log').clear();
    stores('vault').put({ id: vaultId(inForce(head)), credentials: vault });
  }

  async #putBack(reset: string, starts: ReadonlyMap<string, Starts>, done: () => void): Promise<void> {
    const { database, term } = this.#options;
    await this.#compactor.settle();
    const { head, aside } = this.aside!;
    const back: Head = {
      ...{ id: 'head', format: head.format, version: aside.version, reset },
      ...{ generation: aside.generation, begun: begun(head), aside: null },
    };
    await write(database, term, ['head', 'log'], (stores) => {
      stores('head').put(back);
      stores('log').clear();
    });
    this.#goOn(back, starts, done);
    this.#sweep();
  }

  #goOn(head: Head, starts: ReadonlyMap<string, Starts>, done: (() => void) | undefined): void {
    this.#head = head;
    this.#isBehind = false;
    this.#compactor.restart(inForce(head), starts);
    done?.();
  }

  async #tidy(keepsAside: boolean): Promise<void> {
    const { database, term } = this.#options;
    const head = this.#head;
    if (head?.aside && !keepsAside) {
      const alone: Head = { ...head, aside: null };
      await write(database, term, ['head'], (stores) => void stores('head').put(alone));
      this.#head = alone;
    }
    this.#sweep();
  }

  /** If that fails, the rows stay until the next start, and do no harm. */
  #sweep(): void {
    const { database, term } = this.#options;
    this.#sweeper ??= import('./sweeper.ts').then(
      ({ Sweeper }) =>
        new Sweeper({
          ...{ database, term },
          needed: () => this.#needed(),
          fenced: (error) => this.#fail(error),
        }),
    );
    this.#sweeper.then(
      (sweeper) => {
        if (!this.#isClosed) sweeper.sweep();
      },
      () => (this.#sweeper = null),
    );
  }

  #needed(): ReadonlySet<Generation> {
    const needed = new Set<Generation>();
    if (this.#head) needed.add(inForce(this.#head));
    if (this.#head?.aside) needed.add(this.#head.aside.generation);
    if (this.#writing !== null) needed.add(this.#writing);
    return needed;
  }
}

/** The head for a database that this process has not read: the storage was full, or the engine could not read it. */
async function knownHead(database: IDBDatabase): Promise<Head | null> {
  const head = await read<Head>(database, 'head', 'head');
  return head && isKnown(head) ? head : null;
}

/** If nothing readable was there, everything is deleted; otherwise the keys that may be in use are recorded. */
function beginIn(stores: Stores, former: Head | null, generation: Generation): void {
  if (former) stores('head').put({ ...former, begun: generation });
  else for (const name of ['head', 'rows', 'blocks', 'log', 'vault'] as const) stores(name).clear();
}

const headOf = (
  { snapshot: { format, version }, reset = null, setsAside: by }: Contents,
  generation: Generation,
  aside: Head | null,
): Head => ({
  ...{ id: 'head', format, version, reset, generation, begun: generation },
  aside: aside && by ? { generation: inForce(aside), version: aside.version, by } : null,
});
