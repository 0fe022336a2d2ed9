/** Tables whose rows are read after the start. Meanwhile the platform answers whatever does not need them. */
import type { FillLate } from './store/load.ts';
import type { Block } from './store/snapshot.ts';

/** Some rows, and the share that has been read with them: more than 0, and 1 with the last. */
export interface LatePiece {
  readonly blocks: readonly Block[];
  readonly share: number;
}

export interface LateBlocks {
  /** The names of the tables. */
  readonly tables: readonly string[];
  /** Read once, from first to last. Rejects when reading fails. */
  readonly pieces: AsyncIterable<LatePiece>;
}

export interface LateRows extends LateBlocks {
  readonly fill: FillLate;
  /** Fills the tables. Loaded with the first stored world. */
  readonly Arrival: typeof Arrival;
}

/** The progress of reading. */
export interface Arriving {
  readonly tables: readonly string[];
  /** Rows read so far. */
  readonly rows: number;
  /** From 0 to 1. */
  readonly share: number;
}

export interface ArrivalHost {
  /** Gives others a turn. */
  readonly turn: () => Promise<void>;
  /** Called after each piece, and with null when everything is read. Not called on a failure: `there` rejects. */
  readonly tell: ((arriving: Arriving | null) => void) | undefined;
}

/** Receives the rows that are read. */
interface Shelf {
  hold(tables: readonly string[], there: Promise<void>): void;
  fillLate(block: Block, fill: FillLate): void;
  /** From now on the tables can be read. */
  letGo(tables: readonly string[]): void;
}

export class Arrival {
  /** Resolves when the tables have their rows. Rejects when they cannot be read; then the tables stay closed. */
  readonly there: Promise<void>;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor(
    private readonly late: Omit<LateRows, 'Arrival'>,
    private readonly shelf: Shelf,
  ) {
    this.there = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.there.catch(() => undefined); // callers that await it get the error
    shelf.hold(late.tables, this.there);
  }

  /** Reads everything. Resolves to whether that succeeded; never rejects. */
  async read({ turn, tell }: ArrivalHost): Promise<boolean> {
    const { tables, pieces, fill } = this.late;
    let rows = 0;
    tell?.({ tables, rows, share: 0 });
    try {
      for await (const { blocks, share } of pieces) {
        for (const block of blocks) {
          this.shelf.fillLate(block, fill);
          rows += block.rows.length;
        }
        tell?.({ tables, rows, share });
        await turn();
      }
    } catch (error) {
      this.#reject(error);
      return false;
    }
    this.shelf.letGo(tables);
    this.#resolve();
    tell?.(null);
    return true;
  }
}
