/** Reads everything back at start: what is at home, then the log over it. */
import type { Credential, Row, Snapshot } from '../../engine/index.ts';
import { addDelta, byKey } from './delta.ts';
import type { Delta } from './delta.ts';
import type { Database } from './database.ts';
import { startsOf } from './blocks.ts';
import type { Starts } from './blocks.ts';

export interface Stored {
  readonly snapshot: Snapshot;
  readonly vault: readonly Credential[];
  /** The id of the call that replaced everything last; null for none. */
  readonly reset: string | null;
  /** Sequence of the last log record, 0 for none. */
  readonly sequence: number;
  /** What the log holds that is not at home yet. */
  readonly uncompacted: Delta;
  readonly starts: ReadonlyMap<string, Starts>;
}

export const format = 'svc-playground';

/** What is stored, or null for an empty database. Throws a TypeError for data of an unknown format. */
export async function load(database: Database): Promise<Stored | null> {
  const stored = [database.head, database.rows, database.blocks, database.log, database.vault];
  return database.transaction('r', stored, async () => {
    const head = await database.head.get('head');
    if (!head) return null;
    if (head.format !== format || !Number.isInteger(head.version))
      throw new TypeError('The stored data has an unknown format');
    const [rows, blocks, log, vault] = await Promise.all([
      database.rows.toArray(),
      database.blocks.toArray(),
      database.log.toArray(),
      database.vault.get('vault'),
    ]);
    const tables = new Tables();
    for (const { table, key, row } of rows) tables.of(table).set(key, row);
    for (const block of blocks) {
      const table = tables.of(block.table);
      for (const [key, row] of block.rows) table.set(key, row);
    }
    const uncompacted: Delta = new Map();
    for (const { changes } of log) addDelta(uncompacted, changes);
    tables.apply(uncompacted);
    const snapshot: Snapshot = { format, version: head.version, tables: tables.rows() };
    return {
      snapshot,
      vault: vault?.credentials ?? [],
      reset: head.reset ?? null,
      sequence: log.at(-1)?.sequence ?? 0,
      uncompacted,
      starts: startsOf(blocks),
    };
  });
}

class Tables {
  readonly #tables = new Map<string, Map<string, Row>>();

  of(name: string): Map<string, Row> {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, (table = new Map<string, Row>()));
    return table;
  }

  apply(delta: Delta): void {
    for (const [name, rows] of delta) {
      const table = this.of(name);
      for (const [key, row] of rows) {
        if (row) table.set(key, row);
        else table.delete(key);
      }
    }
  }

  /** In the order of their keys, whatever was compacted and what was not. */
  rows(): Record<string, readonly Row[]> {
    return Object.fromEntries(
      [...this.#tables].map(([name, table]) => [name, [...table].sort(byKey).map(([, row]) => row)]),
    );
  }
}
