/** The schema of the database for Dexie. */
import Dexie from 'dexie';
import type { EntityTable, Table } from 'dexie';
import { layouts } from './layout.ts';
import type {
  Head,
  LogRecord,
  StoredBlock,
  StoredChunk,
  StoredFileRecord,
  StoredRow,
  Vault,
} from './layout.ts';

export class Database extends Dexie {
  declare readonly head: EntityTable<Head, 'id'>;
  declare readonly epochs: EntityTable<{ epoch: number }, 'epoch'>;
  declare readonly rows: Table<StoredRow, [string, string]>;
  declare readonly blocks: Table<StoredBlock, [string, string]>;
  declare readonly log: EntityTable<LogRecord, 'sequence'>;
  declare readonly vault: EntityTable<Vault, 'id'>;
  declare readonly files: EntityTable<StoredFileRecord, 'id'>;
  declare readonly chunks: Table<StoredChunk, [string, number]>;

  constructor(name: string) {
    super(name, { autoOpen: false, cache: 'disabled', chromeTransactionDurability: 'relaxed' });
    for (const [at, stores] of layouts.entries())
      this.version(at + 1).stores(
        Object.fromEntries(Object.entries(stores).map(([store, key]) => [store, schemaOf(key)])),
      );
  }
}

/** In Dexie's notation. */
const schemaOf = (key: string | readonly string[]): string =>
  typeof key === 'string' ? key : `[${key.join('+')}]`;
