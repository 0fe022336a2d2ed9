/** Tables whose rows are read after the start, while the platform answers what does without them. */
import type { FillLate } from './store/load.ts';
import type { Block } from './store/snapshot.ts';

/** Some of the rows, and how much has been read with them: more than 0, and 1 with the last. */
export interface LatePiece {
  readonly blocks: readonly Block[];
  readonly share: number;
}

export interface LateBlocks {
  /** The names of the tables. */
  readonly tables: readonly string[];
  /** Read once, from first to last. Rejects when it cannot be read on. */
  readonly pieces: AsyncIterable<LatePiece>;
}

export interface LateRows extends LateBlocks {
  readonly fill: FillLate;
  /** What reads them: it is loaded with the first stored world. */
  readonly Arrival: typeof Arrival;
}

/** How far the reading is. */
export interface Arriving {
  readonly tables: readonly string[];
  /** Rows that have been read. */
  readonly rows: number;
  /** From 0 to 1. */
  readonly share: number;
}

export interface ArrivalHost {
  /** Lets others have their turn. */
  readonly turn: () => Promise<void>;
  /** Told after each piece; null when everything is there. Not told of a failure: `there` rejects. */
  readonly tell: ((arriving: Arriving | null) => void) | undefined;
}

/** What the rows are read into. */
interface Shelf {
  hold(tables: readonly string[], there: Promise<void>): void;
  fillLate(block: Block, fill: FillLate): void;
  /** Everybody may look into the tables from now on. */
  letGo(tables: readonly string[]): void;
}

export class Arrival {
  /** Resolves when the tables have their rows. Rejects when they cannot be read; then nobody ever looks into them. */
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
    this.there.catch(() => undefined); // those who wait hear of it
    shelf.hold(late.tables, this.there);
  }

  /** Reads everything. Resolves to whether it could; never rejects. */
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
