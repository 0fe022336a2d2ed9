/**
 * The whole playground as one file, which an export writes and an import reads: a snapshot of the platform with its
 * keys and tokens, and the credentials in the vault. A file to import may come from anyone.
 *
 * It has one of two forms (decisions/import.md). `object`: one JSON object, `Exported`. `lines`: JSON Lines. The
 * first line is `LinesHead`, then come rows and the vault in pieces, and the last line has the counts of each.
 */
import { base64 } from '../../../engine/inside.ts';
import type { Block, Credential, Row, Snapshot } from '../../../engine/inside.ts';
import type { Exported, Form, Signed } from '../../contract/transfer.ts';

export interface LinesHead extends Signed, Pick<Snapshot, 'format' | 'version'>, Pick<Exported, 'lessons'> {
  readonly form: 'lines';
}

/** The data to write. */
export interface Leaving extends Omit<Exported, 'tables'> {
  readonly vault: readonly Credential[];
  /** A block for every table, even if it is empty; the blocks of a table are adjacent. */
  readonly blocks: readonly Block[];
}

/** Characters per line, which is also what is built at a time. */
const pieceLength = 256 * 1024;

/** The file's text, in pieces. Bytes are written as `{"$bytes": "<base64>"}`. */
export const textOf = (leaving: Leaving, form: Form): Generator<string, void, undefined> =>
  form === 'lines' ? linesOf(leaving) : objectOf(leaving);

/** JSON in UTF-8, in one piece: for small data. */
export const encodeFile = ({ tables, vault = [], ...head }: Exported): Uint8Array => {
  const blocks = Object.entries(tables).map(([table, rows]) => ({ table, rows }));
  return new TextEncoder().encode([...objectOf({ ...head, vault, blocks })].join(''));
};

function* objectOf({ blocks, vault, ...head }: Leaving): Generator<string, void, undefined> {
  yield `${JSON.stringify({ ...head, vault }).slice(0, -1)},"tables":{`;
  let last: string | null = null;
  for (const { table, rows } of blocks) {
    const opening = `${last === null ? '' : ']'}${last === null ? '' : ','}${JSON.stringify(table)}:[`;
    let between = last === table ? ',' : opening;
    if (rows.length === 0 && last !== table) yield between;
    last = table;
    for (const piece of pieces(table, rows)) {
      yield between + piece;
      between = ',';
    }
  }
  yield last === null ? '}}' : ']}}';
}

function* linesOf(leaving: Leaving): Generator<string, void, undefined> {
  const rows = yield* rowLines(leaving);
  yield endLine(leaving, rows, {});
}

/** Returns the number of rows of each table. */
export function* rowLines({
  blocks,
  vault,
  ...head
}: Leaving): Generator<string, Readonly<Record<string, number>>, undefined> {
  yield `${JSON.stringify({ ...head, form: 'lines' } satisfies LinesHead)}\n`;
  for (const piece of pieces('', vault)) yield `{"vault":[${piece}]}\n`;
  const counts: Record<string, number> = {};
  for (const { table, rows } of blocks) {
    if (rows.length === 0 && counts[table] === undefined)
      yield `{"table":${JSON.stringify(table)},"rows":[]}\n`;
    counts[table] = (counts[table] ?? 0) + rows.length;
    for (const piece of pieces(table, rows)) yield `{"table":${JSON.stringify(table)},"rows":[${piece}]}\n`;
  }
  return counts;
}

/** `files`: the number of bytes of each, by name. */
export const endLine = (
  { vault }: Pick<Leaving, 'vault'>,
  rows: Readonly<Record<string, number>>,
  files: Readonly<Record<string, number>>,
): string => `${JSON.stringify({ end: { rows, vault: vault.length, files } })}\n`;

/** Rows as the text of a list, a few at a time. */
function* pieces(table: string, rows: readonly Row[]): Generator<string, void, undefined> {
  let piece = '';
  for (const row of rows) {
    piece += piece === '' ? rowText(table, row) : `,${rowText(table, row)}`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Tables with bytes: searching every field of a million rows for bytes would take longer than all the rest. */
const withBytes: ReadonlySet<string> = new Set(['exchanges']);

export const rowText = (table: string, row: Row): string =>
  withBytes.has(table) ? JSON.stringify(row, bytesAsText) : JSON.stringify(row);

const bytesAsText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? { $bytes: base64(value) } : value;
