/**
 * The state at an earlier moment: every row that changed since, as it was then. It grows with the number of changed
 * rows, not of transactions, and is dropped when it would hold too much (decisions/undo.md).
 */
import type { State } from '../state/state.ts';
import type { FormerRows } from '../state/store/former.ts';
import type { ChangeSet } from '../state/store/store.ts';
import type { Row } from '../state/store/table.ts';
import { keyOf } from '../state/tables/index.ts';
import { formerRows } from './invert.ts';
import { weightOf } from './weight.ts';

/** Most rows and bytes that are kept, of all tables except the deferred ones. */
export const most = { rows: 200_000, bytes: 64 * 1024 * 1024 };

/** What an entry of the map takes, in addition to the row. */
const entryBytes = 64;

/** `tooMuch`: more changed since than can be kept. */
export type HistoryStanding = 'none' | 'kept' | 'tooMuch';

/** A table with its own form in memory, which keeps its own history. */
export interface Remembering {
  readonly former: Pick<FormerRows<object>, 'begin' | 'end' | 'isOver'>;
  /** Restores its rows. */
  bringBack(): void;
}

export class History {
  readonly #past = new Map<string, Map<string, Row | undefined>>();
  #rows = 0;
  #bytes = 0;
  #standing: HistoryStanding = 'none';
  #leave: () => void = () => undefined;

  constructor(
    private readonly state: Pick<State, 'journal' | 'revert'>,
    private readonly deferred: readonly Remembering[],
    private readonly limits = most,
  ) {}

  get standing(): HistoryStanding {
    const isOver = this.#standing === 'kept' && this.deferred.some(({ former }) => former.isOver);
    return isOver ? 'tooMuch' : this.#standing;
  }

  /** The number of rows that are kept. */
  get size(): number {
    return this.#rows;
  }

  /** Remembers the current state, in place of an earlier one. */
  begin(): void {
    this.forget();
    this.#standing = 'kept';
    for (const { former } of this.deferred) former.begin();
    this.#leave = this.state.journal.follow((changes) => this.#note(changes));
  }

  forget(): void {
    this.#end('none');
  }

  /** Restores the remembered state, and forgets it. Throws if there is none. */
  bringBack(): void {
    if (this.standing !== 'kept') throw new Error('There is no history to restore');
    this.#leave();
    this.state.revert(this.#past);
    for (const each of this.deferred) each.bringBack();
    this.forget();
  }

  #note(changes: ChangeSet): void {
    for (const [table, change] of Object.entries(changes)) {
      let rows = this.#past.get(table);
      if (!rows) this.#past.set(table, (rows = new Map<string, Row | undefined>()));
      for (const [key, row] of formerRows(change, keyOf(table))) {
        if (rows.has(key)) continue;
        rows.set(key, row);
        this.#rows++;
        this.#bytes += entryBytes + (row ? weightOf(row) : 0);
      }
    }
    if (this.#rows > this.limits.rows || this.#bytes > this.limits.bytes) this.#end('tooMuch');
  }

  #end(standing: HistoryStanding): void {
    this.#leave();
    this.#past.clear();
    this.#rows = 0;
    this.#bytes = 0;
    this.#standing = standing;
    for (const { former } of this.deferred) former.end();
  }
}
