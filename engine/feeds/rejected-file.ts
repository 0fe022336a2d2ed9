/**
 * The rejected rows of a run as a file to be corrected, with the feed's own delimiter (XML becomes CSV). Each row of
 * the feed follows its line number and the reason for its rejection. Written in pieces.
 */
import type { FeedRejection, FeedRun, ProductFeed } from '../state/tables/catalog.ts';
import { delimiterOf, fieldsOfItem, fieldsOfRow } from './fields.ts';

type Format = ProductFeed['feed_format'];

/** Columns that come before those of the file. */
const added = ['rejected_line', 'rejected_because'] as const;

/** The row that names the columns. */
export function headOf(columns: FeedRun['columns'], format: Format): string {
  const delimiter = delimiterOf(format);
  return `${[...added, ...columns.map(({ name }) => name)].map((name) => quoted(name, delimiter)).join(delimiter)}\n`;
}

export function rowsOf(
  rejections: readonly FeedRejection[],
  columns: FeedRun['columns'],
  format: Format,
): string {
  const delimiter = delimiterOf(format);
  const lines = rejections.map((row) => {
    const why = [String(row.line), quoted(reasonOf(row), delimiter)];
    return [...why, ...(row.text === null ? [] : [cellsOf(row.text, columns, format, delimiter)])].join(
      delimiter,
    );
  });
  return lines.map((line) => `${line}\n`).join('');
}

function reasonOf({ message, text, isWhole }: FeedRejection): string {
  if (text === null) return `${message} (the row itself is not kept)`;
  return isWhole ? message : `${message} (only the beginning of the row is kept)`;
}

/** A row that cannot be cut into fields becomes one field, so that the rows after it can be read. */
function cellsOf(text: string, columns: FeedRun['columns'], format: Format, delimiter: string): string {
  if (format !== 'XML') return fieldsOfRow(text, delimiter) ? text : quoted(text, delimiter);
  const values = new Map(fieldsOfItem(text).map(({ name, value }) => [name, value]));
  return columns.map(({ name }) => quoted(values.get(name) ?? '', delimiter)).join(delimiter);
}

function quoted(value: string, delimiter: string): string {
  const isPlain = !value.includes(delimiter) && !/["\n\r]/.test(value);
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}
