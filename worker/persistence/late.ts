/** Reads a big table after the start, some blocks at a time. */
import { itemAt } from '../../engine/inside.ts';
import type { LatePiece } from '../../engine/inside.ts';
import { byBlock, changed } from './blocks.ts';
import type { Changes, Starts } from './blocks.ts';
import { readRange } from './database.ts';
import type { StoredBlock } from './layout.ts';

/** Blocks that are read at once: a call that comes meanwhile waits for no more. */
const blocksAtOnce = 4;

/** A table as it stood at the start: where its blocks began, and what of the log was not at home yet. */
export interface LateTable {
  readonly table: string;
  /** Its name in keys (generations.ts). */
  readonly stored: string;
  readonly starts: Starts;
  readonly uncompacted: Changes;
}

export async function* piecesOf(
  database: IDBDatabase,
  tables: readonly LateTable[],
): AsyncGenerator<LatePiece, void, undefined> {
  const stretches = tables.flatMap(stretchesOf);
  const read = ({ range }: Stretch) => readRange<StoredBlock>(database, 'blocks', range);
  let next = stretches[0] && read(stretches[0]);
  for (const [at, stretch] of stretches.entries()) {
    const found = await next!;
    const following = stretches[at + 1];
    // It is on its way while this one is taken in. Who reads no further does not hear how it ends.
    next = following && read(following);
    next?.catch(() => undefined);
    yield { blocks: [stretch.of(found)], share: (at + 1) / stretches.length };
  }
}

interface Stretch {
  readonly range: IDBKeyRange;
  readonly of: (found: readonly StoredBlock[]) => {
    table: string;
    rows: LatePiece['blocks'][number]['rows'];
  };
}

/**
 * By ranges of keys and not by the keys of blocks: the log is brought home meanwhile, which cuts blocks and takes empty ones
 * away, but moves no row out of its stretch. What the log said may be applied again.
 */
function stretchesOf({ table, stored, starts, uncompacted }: LateTable): Stretch[] {
  const changes = byBlock(starts, uncompacted);
  const stretches: Stretch[] = [];
  for (let at = 0; at < starts.length; at += blocksAtOnce) {
    const own = starts.slice(at, at + blocksAtOnce);
    const end = starts[at + blocksAtOnce];
    const from = [stored, itemAt(own, 0)];
    stretches.push({
      range:
        end === undefined
          ? IDBKeyRange.bound(from, [stored, []], false, true) // arrays are above all texts
          : IDBKeyRange.bound(from, [stored, end], false, true),
      of(found) {
        const part: Changes = new Map(own.flatMap((start) => [...(changes.get(start) ?? [])]));
        const rows = found.flatMap((block) => block.rows);
        return { table, rows: (part.size > 0 ? changed(rows, part) : rows).map(([, row]) => row) };
      },
    });
  }
  return stretches;
}
