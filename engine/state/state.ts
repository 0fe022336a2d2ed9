/**
 * The platform's state: the store, the random generator, the ids and the clock's row, all changed together by
 * transactions.
 */
import { known } from '../checked/known.ts';
import type { Arrival, ArrivalHost } from './arrival.ts';
import { Random } from './random.ts';
import { LoadedSnapshot } from './loaded-snapshot.ts';
import type { Block } from './store/snapshot.ts';
import type { OpenedSnapshot } from './open-snapshot.ts';
import type { Past } from './store/former.ts';
import type { ChangeSet, Tables, Writers } from './store/store.ts';
import type { RowChange } from './tables/index.ts';
import { Store } from './store/store.ts';
import { Journal } from './store/journal.ts';
import type { Row } from './store/table.ts';
import { firstIdAt } from './ids.ts';
import { keyOf, tables } from './tables/index.ts';
import type { DeferredName } from './tables/index.ts';
import type { ClockRow } from './clock.ts';
import type { PlatformRow } from './tables/platform.ts';
import { latestMoment, readClock } from './clock.ts';

export type Write = Writers<typeof tables>;
export type Read = Tables<typeof tables>;

/**
 * The state for parts that must not change it directly: rows, the current time, the random numbers and ids of a
 * transaction, and the journal of changes.
 */
export type StateView = Pick<State, 'tables' | 'random' | 'now' | 'nextId' | 'turn'> & {
  readonly journal: Pick<Journal, 'follow' | 'subscribe'>;
};

/**
 * Adds to a transaction what follows from its changes, so that both are kept or neither is. `changes` are those of
 * its tables; `appId` is the App that made the call, null if there is none.
 */
export interface Reaction {
  readonly tables: ReadonlySet<string>;
  readonly run: (changes: readonly RowChange[], appId: string | null, write: Write) => void;
}

interface NewWorld {
  readonly seed: string;
  readonly clock: ClockRow;
}

export class State {
  readonly random: Random;
  readonly tables: Read;
  /** The changes of all transactions. */
  readonly journal = new Journal(keyOf);
  readonly #store: Store<typeof tables>;
  readonly #real: () => number;
  #reactions: readonly Reaction[] = [];
  #platform: PlatformRow;
  #lastId: bigint;
  /** For tables that are read after the start; null when there are none left. */
  #arrival: Arrival | null = null;
  /** The latest moment that the clock has shown. */
  #reached = Number.NEGATIVE_INFINITY;

  /** Throws `SnapshotInvalid`. */
  constructor(
    initial: NewWorld | OpenedSnapshot | LoadedSnapshot,
    real: () => number,
    /** Gives others a turn during long work. */
    readonly turn: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#real = real;
    const { store, platform } = initial instanceof LoadedSnapshot ? initial : begun(initial);
    this.#store = store;
    this.tables = store.tables;
    this.#platform = platform;
    store.indexRecent(readClock(platform.clock, real()));
    if ('late' in initial) this.#arrival = new initial.late.Arrival(initial.late, store);
    this.random = new Random(platform.random);
    this.#lastId = BigInt(platform.last_id);
  }

  /** Reads the tables that come after the start. Call it once. */
  async arrive(host: ArrivalHost): Promise<void> {
    if (await this.#arrival?.read(host)) this.#arrival = null;
  }

  /** Resolves when every table has its rows; null when they all have them. Rejects when they cannot be read. */
  get there(): Promise<void> | null {
    return this.#arrival?.there ?? null;
  }

  get platform(): PlatformRow {
    return this.#platform;
  }

  /** The number of rows looked up so far. */
  get reads(): number {
    return this.#store.counter.reads;
  }

  /** The platform's time in epoch ms. Never goes backwards, whatever the real clock does (choice: clock-range). */
  now(): number {
    const now = Math.min(readClock(this.#platform.clock, this.#real()), latestMoment);
    if (now > this.#reached) this.#reached = now;
    return this.#reached;
  }

  /** A new id, above all earlier ones. For use inside a transaction. */
  nextId(at = this.now()): string {
    const timed = BigInt(firstIdAt(at));
    this.#lastId = timed > this.#lastId ? timed : this.#lastId + 1n;
    return String(this.#lastId);
  }

  /** From now on it takes part in every transaction. */
  react(reaction: Reaction): void {
    this.#reactions = [...this.#reactions, reaction];
  }

  /**
   * Runs a synchronous change, all or nothing; a failure also restores the random generator, the ids and the clock.
   * Its changes go into the journal; `note` gets them too, for the record of a call. `appId`: the App that made the
   * call.
   */
  transact<T>(
    work: (write: Write) => T extends PromiseLike<unknown> ? never : T,
    note?: (changes: ChangeSet) => void,
    appId: string | null = null,
  ): T {
    return this.#run(work, note, this.#reactions, appId);
  }

  /** A change that no one in the platform caused and that has no consequences: seeded users with their past. */
  fill(work: (write: Write) => void): void {
    this.#run(work, undefined, [], null);
  }

  /**
   * Restores earlier rows, and with them the random generator, the ids and the clock: the only way in which time goes
   * backwards. No reactions run. What is derived from rows follows through the journal, as with any change.
   */
  revert(past: Past): void {
    const changes = this.#store.revert(past);
    this.#platform = known(this.#store.peek('platform', 'platform'), 'row of the platform');
    this.random.state = this.#platform.random;
    this.#lastId = BigInt(this.#platform.last_id);
    this.#reached = Number.NEGATIVE_INFINITY;
    if (changes) this.journal.append(changes);
  }

  #run<T>(
    work: (write: Write) => T extends PromiseLike<unknown> ? never : T,
    note: ((changes: ChangeSet) => void) | undefined,
    reactions: readonly Reaction[],
    appId: string | null,
  ): T {
    const { random, last } = { random: this.random.state, last: this.#lastId };
    this.random.used = false;
    try {
      const { result, changes } = this.#store.transact<T>((write) => {
        const result = work(write);
        if (reactions.length > 0) this.#follow(reactions, appId, write);
        if (this.random.used || this.#lastId !== last)
          write.platform.update('platform', { random: this.random.state, last_id: String(this.#lastId) });
        return result;
      });
      if (changes) {
        this.journal.append(changes);
        note?.(changes);
      }
      return result;
    } catch (error) {
      this.random.state = random;
      this.#lastId = last;
      throw error;
    } finally {
      this.#platform = known(this.#store.peek('platform', 'platform'), 'row of the platform');
    }
  }

  #follow(reactions: readonly Reaction[], appId: string | null, write: Write): void {
    for (const { tables, run } of reactions) {
      const changes = this.#store.changed(tables);
      if (changes.length > 0) run(changes, appId, write);
    }
  }

  /** Takes the rows of a deferred table, which are kept in another form from then on. */
  release(table: DeferredName): readonly Row[] {
    return this.#store.release(table);
  }

  dump(): Record<string, readonly Row[]> {
    return this.#store.dump();
  }

  /** Everything, in blocks of at most 1000 rows. Read it in one go. */
  blocks(): Iterable<Block> {
    return this.#store.blocks();
  }
}

/** The first rows of a new platform. Throws `SnapshotInvalid`. */
function begun(initial: NewWorld | OpenedSnapshot): LoadedSnapshot {
  const store = new Store(tables);
  if ('fill' in initial)
    return new LoadedSnapshot(store, store.load(initial.blocks, initial.fill, initial.late?.tables));
  store.transact((write) => void write.platform.insert(firstRow(initial.seed, initial.clock)));
  return new LoadedSnapshot(store, null);
}

const firstRow = (seed: string, clock: ClockRow): PlatformRow => ({
  id: 'platform',
  seed,
  random: Random.seeded(seed).state,
  last_id: '1000000000000000000',
  clock,
  jumps: [],
  abuse_enabled: true,
  populations_due: [],
});
