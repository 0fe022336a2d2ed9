/** Reads a big table after the start, some blocks at a time. */
import { itemAt } from '../../engine/inside.ts';
import type { LatePiece } from '../../engine/inside.ts';
import { byBlock, changed } from './blocks.ts';
import type { Changes, Starts } from './blocks.ts';
import { readRange } from './database.ts';
import type { StoredBlock } from './layout.ts';

/** Blocks that are read at once, for which a call may have to wait. */
const blocksAtOnce = 4;

/** A table at the start: the first keys of its blocks, and the part of the log that was not compacted. */
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
    // Read while the previous piece is processed. If the caller stops, its failure is ignored.
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
 * Reads by ranges of keys, not by the keys of blocks: a compaction may cut blocks and remove empty ones meanwhile,
 * but moves no row out of its range. Applying the log again is harmless.
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
          ? IDBKeyRange.bound(from, [stored, []], false, true) // arrays sort after all texts
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
