/** Deletes unused generations in the background, in small transactions. */
import { asText, isList, lastOf } from '../../engine/inside.ts';
import { Fenced, readKeys } from './database.ts';
import { erase } from './erase.ts';
import { endOf, generationOf, vaultId } from './generations.ts';
import type { Generation } from './generations.ts';

/** Records deleted in one transaction: a block has a thousand rows. */
const atOnce = { rows: 2000, blocks: 16, vault: 16 } as const;

/** Keys of rows and blocks begin with the stored name of their table. */
const storedNameIn = (key: IDBValidKey): string => asText(isList(key) ? key[0] : key);

export interface SweeperParts {
  readonly database: IDBDatabase;
  readonly term: number;
  /** Read again before every transaction. If it is unknown which generations are needed, nothing is deleted. */
  readonly needed: () => ReadonlySet<Generation>;
  /** Called when another tab has taken over. */
  readonly fenced: (error: Fenced) => void;
}

export class Sweeper {
  readonly #parts: SweeperParts;
  #running: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** Starts, or checks everything once more. */
  sweep(): void {
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  /** Resolves when nothing is being deleted. */
  async settle(): Promise<void> {
    await this.#running;
  }

  /** Permanently. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  /** What cannot be deleted stays until the next start, and does no harm. */
  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#closed && this.#parts.needed().size > 0) {
        this.#again = false;
        await this.#sweepStore('blocks');
        await this.#sweepStore('rows');
        await this.#sweepVaults();
      }
    } catch (error) {
      if (error instanceof Fenced) this.#parts.fenced(error);
    }
  }

  async #sweepStore(name: 'rows' | 'blocks'): Promise<void> {
    const { database, term, needed } = this.#parts;
    let from: IDBValidKey = [];
    while (!this.#closed) {
      const [first] = await readKeys(database, name, IDBKeyRange.lowerBound(from), 1);
      if (first === undefined) return;
      const generation = generationOf(storedNameIn(first));
      const end = endOf(generation);
      if (needed().has(generation)) {
        from = end;
        continue;
      }
      const keys = await readKeys(database, name, IDBKeyRange.bound(first, end, false, true), atOnce[name]);
      const last = lastOf(keys);
      await erase(database, term, [name], (stores) => {
        stores(name).delete(IDBKeyRange.bound(first, last));
      });
      from = last;
    }
  }

  async #sweepVaults(): Promise<void> {
    const { database, term, needed } = this.#parts;
    const keys = await readKeys(database, 'vault', IDBKeyRange.lowerBound(''), atOnce.vault);
    const kept = new Set<IDBValidKey>(Array.from(needed(), vaultId));
    const gone = keys.filter((key) => !kept.has(key));
    if (gone.length === 0 || this.#closed) return;
    await erase(database, term, ['vault'], (stores) => {
      for (const key of gone) stores('vault').delete(key);
    });
  }
}
