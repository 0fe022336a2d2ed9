/**
 * How the state was at a moment: every row that changed since, as it was then. It grows with the rows that changed, not
 * with the transactions, and it ends where it would hold too much (decisions/undo.md).
 */
import type { State } from '../state/state.ts';
import type { FormerRows } from '../state/store/former.ts';
import type { ChangeSet } from '../state/store/store.ts';
import type { Row } from '../state/store/table.ts';
import { keyOf } from '../state/tables/index.ts';
import { formerRows } from './invert.ts';
import { weightOf } from './weight.ts';

/** What is remembered at most, of all tables but the deferred ones. */
export const most = { rows: 200_000, bytes: 64 * 1024 * 1024 };

/** What the map of rows takes for each of them, beside the row. */
const entryBytes = 64;

/** `tooMuch`: more changed since than is remembered. */
export type HistoryStanding = 'none' | 'kept' | 'tooMuch';

/** A table that is kept in a form of its own while the platform runs, and remembers for itself. */
export interface Remembering {
  readonly former: Pick<FormerRows<object>, 'begin' | 'end' | 'isOver'>;
  /** Puts its rows back as they were. */
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

  /** How many rows it holds. */
  get size(): number {
    return this.#rows;
  }

  /** How things are now is what is brought back, in place of what was remembered before. */
  begin(): void {
    this.forget();
    this.#standing = 'kept';
    for (const { former } of this.deferred) former.begin();
    this.#leave = this.state.journal.follow((changes) => this.#note(changes));
  }

  forget(): void {
    this.#end('none');
  }

  /** Brings back how things were, and forgets it. Throws where it does not know. */
  bringBack(): void {
    if (this.standing !== 'kept') throw new Error('Nobody knows how things were');
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
