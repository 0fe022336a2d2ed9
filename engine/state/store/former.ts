import type { Row } from './table.ts';

/** Rows at an earlier moment, by table and key; undefined where there was no row. */
export type Past = ReadonlyMap<string, ReadonlyMap<string, Row | undefined>>;

/** The most rows that are remembered of one deferred table. */
const mostRows = 200_000;

/**
 * The rows of a deferred table before their first change after a moment. Their owner asks `wants` before it changes a
 * row, so that nothing is copied when nothing is remembered.
 */
export class FormerRows<R extends object> {
  #rows: Map<string, R | undefined> | null = null;
  #isOver = false;

  /** Starts to remember from this moment, and forgets what was remembered before. */
  begin(): void {
    this.#rows = new Map();
    this.#isOver = false;
  }

  end(): void {
    this.#rows = null;
    this.#isOver = false;
  }

  /** Whether more rows changed than can be remembered. */
  get isOver(): boolean {
    return this.#isOver;
  }

  wants(id: string): boolean {
    return this.#rows !== null && !this.#rows.has(id);
  }

  /** The row before its first change; undefined for none. */
  note(id: string, row: R | undefined): void {
    if (!this.#rows) return;
    this.#rows.set(id, row);
    if (this.#rows.size <= mostRows) return;
    this.#rows = null;
    this.#isOver = true;
  }

  /** Gives what was remembered, and stops remembering. */
  take(): ReadonlyMap<string, R | undefined> {
    const rows = this.#rows ?? new Map<string, R | undefined>();
    this.end();
    return rows;
  }
}
