/** Writes a file in pieces, while the worker does other work. */
import { itemAt, valueOf } from '../../../engine/inside.ts';
import type { ExportSize } from '../../contract/transfer.ts';
import type { Block, Credential, Platform, SnapshotBlocks } from '../../../engine/inside.ts';
import { release } from './release.ts';
import { inLines, linesOfFile } from './files.ts';
import type { LeavingFile } from './files.ts';
import { catalogTables } from './limits.ts';
import { endLine, rowLines, rowText, textOf } from './state-file.ts';
import type { Leaving } from './state-file.ts';
import type { Form } from '../../contract/transfer.ts';
import { inForce, rowsOf } from './vault.ts';

/**
 * Everything at this moment, to be written. Rows are shared with the platform, which replaces rows and never changes
 * them.
 */
export function leavingOf(platform: Platform, vault: readonly Credential[], now: number): Leaving {
  const { blocks: given, ...head } = platform.blocks() satisfies SnapshotBlocks;
  const blocks = together(given);
  const exported = new Date(now).toISOString();
  return { ...head, release, exported, vault: inForce(vault, rowsOf(blocks)), blocks };
}

/** The rows of one table, block after block. */
function together(given: Iterable<Block>): readonly Block[] {
  const byTable = new Map<string, Block[]>();
  for (const block of given) {
    const blocks = byTable.get(block.table);
    if (blocks) blocks.push(block);
    else byTable.set(block.table, [block]);
  }
  return [...byTable.values()].flat();
}

/** One object is what other programs read most easily; a world that may be too large for that is written in lines. */
export const formOf = ({ blocks }: Leaving, files: readonly LeavingFile[]): Form =>
  files.length > 0 || blocks.some(({ table, rows }) => rows.length > 0 && catalogTables.has(table))
    ? 'lines'
    : 'object';

/** The rows of a table that are measured; the others are assumed to be similar. */
const measured = 200;

export function sizeOf(
  { blocks }: Pick<Leaving, 'blocks'>,
  files: readonly Pick<LeavingFile, 'bytes'>[],
): ExportSize {
  const counts = new Map<string, number>();
  for (const { table, rows } of blocks) counts.set(table, (counts.get(table) ?? 0) + rows.length);
  const lengths = new Map<string, { rows: number; bytes: number; passed: number }>();
  for (const { table, rows } of blocks) {
    const every = Math.max(1, Math.floor(valueOf(counts, table) / measured));
    const sum = lengths.get(table) ?? { rows: 0, bytes: 0, passed: 0 };
    lengths.set(table, sum);
    for (let at = (every - (sum.passed % every)) % every; at < rows.length; at += every) {
      sum.rows++;
      sum.bytes += bytesIn(rowText(table, itemAt(rows, at))) + 1;
    }
    sum.passed += rows.length;
  }
  let bytes = 0;
  for (const [table, sum] of lengths)
    bytes += 20 + table.length + (sum.rows && (sum.bytes / sum.rows) * valueOf(counts, table));
  return {
    bytes: Math.round(bytes),
    products: counts.get('products') ?? 0,
    files: files.length,
    fileBytes: files.reduce((sum, file) => sum + inLines(file.bytes), 0),
  };
}

const encoder = new TextEncoder();
const bytesIn = (text: string): number => encoder.encode(text).length;

/** How it is written. */
export interface Writing {
  readonly form: Form;
  readonly packed: boolean;
  /** Gives others a turn. */
  readonly rest: () => Promise<void>;
  /** Called with the number of bytes so far, before compression. */
  readonly wrote: (bytes: number) => void;
}

/** Nothing is written before it is read. Ends with an error when a file is deleted or changed meanwhile. */
export function bytesOf(
  leaving: Leaving,
  files: readonly LeavingFile[],
  { form, packed, rest, wrote }: Writing,
): ReadableStream<Uint8Array> {
  const texts = form === 'object' ? textOf(leaving, form) : linesWith(leaving, files);
  let bytes = 0;
  const plain = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const next = await texts.next();
        if (next.done) return controller.close();
        const piece = encoder.encode(next.value);
        controller.enqueue(piece);
        wrote((bytes += piece.length));
        await rest();
      },
      cancel: async () => void (await texts.return(undefined)),
    },
    { highWaterMark: 0 },
  );
  return packed ? plain.pipeThrough(new CompressionStream('gzip')) : plain;
}

async function* linesWith(
  leaving: Leaving,
  files: readonly LeavingFile[],
): AsyncGenerator<string, void, undefined> {
  const rows = yield* rowLines(leaving);
  for (const file of files) yield* linesOfFile(file);
  yield endLine(leaving, rows, Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])));
}
