/** What the beginning of a file shows before a run. The readers and checks are those of runs. */
import { attributes, issuesBetween } from '../catalog/attributes.ts';
import type { AttributeName, Given, ProductIssue } from '../catalog/attributes.ts';
import { FeedBytes } from './bytes.ts';
import { FeedFailed } from './failure.ts';
import { readCells, readColumns } from './intake.ts';
import { columnOf } from './report.ts';
import { readerFor } from './readers.ts';
import type { Rows } from './rows.ts';
import { formatOf } from './sniff.ts';
import type { Found } from './sniff.ts';
import { encodingOf, textOf } from './text.ts';

/** How many lines of the file are shown, and how many characters of each. */
const linesShown = 4;
const mostOfLine = 1000;
/** Most characters that are read: a packed file may have a thousand times as many as bytes. */
const mostOfText = 256 * 1024;

export interface FeedPreview {
  readonly found: Found;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  readonly columns: readonly PreviewColumn[];
  /** The number of rows that were read. */
  readonly rows: number;
  /** The first row that a run would reject. */
  readonly fault: PreviewFault | null;
  /** Why no more can be read; null if it can. */
  readonly failure: string | null;
}

export interface PreviewColumn {
  readonly name: string;
  /** null if the column is not read. */
  readonly attribute: string | null;
  readonly example: string | null;
}

export interface PreviewFault {
  readonly line: number;
  readonly text: string;
  readonly column: string | null;
  /** The content of that column. */
  readonly cell: string | null;
  readonly message: string;
}

/** `format`: the format of the feed; null to detect it. `isWhole`: the file has no more bytes than these. */
export async function previewOf(
  bytes: Uint8Array,
  format: 'CSV' | 'TSV' | 'XML' | null,
  isWhole: boolean,
): Promise<FeedPreview> {
  const { text, failure } = await textIn(bytes, isWhole);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const { format: seems, sign } = formatOf(text);
  const found: Found = { format: seems, sign, isPacked, encoding: encodingIn(bytes, isPacked) };
  const asked = format ?? (seems === 'RSS' || seems === 'ATOM' ? 'XML' : (seems ?? 'CSV'));
  const whole = isWhole && failure === null && text.length < mostOfText;
  const lines = text
    .split('\n', linesShown)
    .map((line, at) => ({ line: at + 1, text: line.slice(0, mostOfLine).trimEnd() }));
  const read = readText(text, asked, whole);
  return { found, lines, ...read, failure: failure ?? read.failure };
}

function readText(text: string, format: 'CSV' | 'TSV' | 'XML', isWhole: boolean) {
  const reader = readerFor(format, 1);
  const seen = new Seen();
  let failure: string | null = null;
  try {
    for (const rows of reader.read(text)) seen.take(rows);
    if (isWhole) for (const rows of reader.end()) seen.take(rows);
  } catch (error) {
    if (!(error instanceof FeedFailed)) throw error;
    failure = error.message;
  }
  const { columns, rows, fault } = seen;
  return { columns, rows, fault, failure };
}

/** The text of a beginning. A pack that breaks off where the beginning ends is not a fault. */
async function textIn(bytes: Uint8Array, isWhole: boolean) {
  const means = { signal: new AbortController().signal, sha256: noDigest };
  const pieces = new FeedBytes(new Blob([Uint8Array.from(bytes)]).stream(), means).unpackedPieces();
  let text = '';
  try {
    for await (const piece of textOf(pieces)) if ((text += piece).length >= mostOfText) break;
  } catch (error) {
    if (!(error instanceof FeedFailed)) throw error;
    if (error.reason !== 'NOT_GZIP' || isWhole) return { text, failure: error.message };
  }
  return { text: text.slice(0, mostOfText), failure: null };
}

/** The digest is not used. */
const noDigest = () => Promise.resolve(new Uint8Array());

/** Of a packed file only the text is known. It is most likely UTF-8. */
function encodingIn(bytes: Uint8Array, isPacked: boolean): Found['encoding'] {
  if (isPacked || bytes.length < 4) return 'UTF-8';
  try {
    return encodingOf(bytes) === 'utf-8' ? 'UTF-8' : 'UTF-16';
  } catch {
    return 'UTF-8'; // `textIn` has said why it cannot be read
  }
}

class Seen {
  rows = 0;
  fault: PreviewFault | null = null;
  #columns: Rows['columns'] = [];
  readonly #examples: (string | null)[] = [];

  get columns(): PreviewColumn[] {
    return this.#columns.map(({ name, attribute }, at) => ({
      ...{ name, attribute: attribute?.name ?? null },
      example: this.#examples[at] ?? null,
    }));
  }

  take(rows: Rows): void {
    this.#columns = rows.columns;
    this.rows += rows.cells.length + rows.broken.length;
    for (const cells of rows.cells)
      for (const [at, cell] of cells.entries())
        if (cell?.trim()) this.#examples[at] ??= cell.trim().slice(0, 100);
    if (!this.fault) this.fault = faultIn(rows);
  }
}

/** The first faulty row in the order of the file. */
function faultIn(rows: Rows): PreviewFault | null {
  const [broken] = rows.broken;
  const read = readColumns(rows.columns);
  const values: Given[AttributeName][] = attributes.map(() => undefined);
  for (const [at, cells] of rows.cells.entries()) {
    const issue = readCells(read, cells, values, rows.hasReplaced) ?? issueBetween(values);
    if (!issue) continue;
    const { line, text } = rows.placeOf(at);
    if (broken && broken.line < line) break;
    const column = columnOf(issue, rows.columns);
    const place = rows.columns.findIndex(({ name }) => name === column);
    return {
      ...{ line, text: text.slice(0, mostOfLine), column, message: issue.message },
      cell: cells[place]?.slice(0, mostOfLine) ?? null,
    };
  }
  if (!broken) return null;
  const { line, text, column, message } = broken;
  return { line, text: text.slice(0, mostOfLine), column, message, cell: null };
}

function issueBetween(values: readonly Given[AttributeName][]): ProductIssue | null {
  const given: Given = Object.fromEntries(
    attributes.flatMap(({ name }, at) => (values[at] == null ? [] : [[name, values[at]]])),
  );
  return issuesBetween(given)[0] ?? null;
}
