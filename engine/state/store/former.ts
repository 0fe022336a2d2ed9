import type { Row } from './table.ts';

/** Rows as they were at a moment, by table and key; undefined where there was none. */
export type Past = ReadonlyMap<string, ReadonlyMap<string, Row | undefined>>;

/** Rows that are remembered of one deferred table at most. */
const mostRows = 200_000;

/**
 * What the rows of a deferred table were when they first changed after a moment. Their owner asks `wants` before it
 * changes one, so that nothing is copied while nobody remembers.
 */
export class FormerRows<R extends object> {
  #rows: Map<string, R | undefined> | null = null;
  #isOver = false;

  /** Remembers from now on, in place of what was remembered before. */
  begin(): void {
    this.#rows = new Map();
    this.#isOver = false;
  }

  end(): void {
    this.#rows = null;
    this.#isOver = false;
  }

  /** Whether more rows changed than are remembered. */
  get isOver(): boolean {
    return this.#isOver;
  }

  wants(id: string): boolean {
    return this.#rows !== null && !this.#rows.has(id);
  }

  /** The row as it is before its first change; undefined for none. */
  note(id: string, row: R | undefined): void {
    if (!this.#rows) return;
    this.#rows.set(id, row);
    if (this.#rows.size <= mostRows) return;
    this.#rows = null;
    this.#isOver = true;
  }

  /** What is remembered. Nothing is, from then on. */
  take(): ReadonlyMap<string, R | undefined> {
    const rows = this.#rows ?? new Map<string, R | undefined>();
    this.end();
    return rows;
  }
}
