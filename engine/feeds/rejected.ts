/** The kept rejected rows of a run: some in the order of the file, or one as its reader read it. */
import type { Read } from '../state/state.ts';
import type { FeedReason, FeedRejection, FeedRun, ProductFeed } from '../state/tables/catalog.ts';
import { delimiterOf, fieldsOfItem, fieldsOfRow } from './fields.ts';
import { others } from './report.ts';

type Kept = Read['feed_rejections'];

/** A row that was rejected for one reason: the `nth` that is kept. */
export interface RejectedLine extends FeedRejection {
  /** From 0. */
  readonly nth: number;
  /** How many rows of the reason are kept. */
  readonly kept: number;
  /** null if the row cannot be cut into fields. */
  readonly fields: readonly ReadField[] | null;
}

export interface ReadField {
  /** The name in the file; null for a field beyond the named columns. */
  readonly name: string | null;
  /** The attribute that the column is read as; null if it is not read. */
  readonly attribute: string | null;
  /** null if the row does not have the column. */
  readonly value: string | null;
  /** The field's start in the text of the row. */
  readonly start: number;
  readonly end: number;
  /** Whether the row was rejected because of this field. */
  readonly isWrong: boolean;
}

function* rejected(runId: string, rejections: Kept): Generator<FeedRejection, void, undefined> {
  for (let part = 0; ; part++) {
    const chunk = rejections.get(`${runId}:${part}`);
    if (!chunk) return;
    yield* chunk.rows;
  }
}

export function rejectionsOf(
  runId: string,
  from: number,
  most: number,
  rejections: Kept,
): readonly FeedRejection[] {
  const found: FeedRejection[] = [];
  let at = 0;
  for (const row of rejected(runId, rejections)) {
    if (found.length === most) break;
    if (at++ >= from) found.push(row);
  }
  return found;
}

/** `reason` is an index into the run's reasons. null if none of its rows is kept. */
export function rejectedLine(
  run: FeedRun,
  format: ProductFeed['feed_format'],
  reason: number,
  nth: number,
  rejections: Kept,
): RejectedLine | null {
  const wanted = run.reasons[reason];
  if (!wanted || wanted.isWarning) return null;
  const isOfIt = isOf(wanted, run.reasons);
  let found: FeedRejection | null = null;
  let kept = 0;
  for (const row of rejected(run.id, rejections)) {
    if (!isOfIt(row)) continue;
    if (kept === nth) found = row;
    kept++;
  }
  return found && { ...found, nth, kept, fields: readFields(found, run.columns, format) };
}

/** The texts of one reason's rows, as far as they are kept. */
export function textsOf(run: FeedRun, reason: number, rejections: Kept): readonly string[] {
  const wanted = run.reasons[reason];
  if (!wanted || wanted.isWarning) return [];
  const isOfIt = isOf(wanted, run.reasons);
  return [...rejected(run.id, rejections)].flatMap((row) =>
    row.text !== null && isOfIt(row) ? [row.text] : [],
  );
}

const keyOf = ({ column, message }: Pick<FeedReason, 'column' | 'message'>): string => `${column} ${message}`;

function isOf(wanted: FeedReason, reasons: readonly FeedReason[]): (row: FeedRejection) => boolean {
  if (wanted.message !== others || wanted.column !== null) {
    const key = keyOf(wanted);
    return (row) => keyOf(row) === key;
  }
  const toldApart = new Set(reasons.filter(({ isWarning }) => !isWarning).map(keyOf));
  return (row) => !toldApart.has(keyOf(row));
}

type Columns = FeedRun['columns'];

export function readFields(
  { text, column: wrong }: Pick<FeedRejection, 'text' | 'column'>,
  columns: Columns,
  format: ProductFeed['feed_format'],
): readonly ReadField[] | null {
  if (text === null) return null;
  const isWrong = (name: string | null) => name !== null && name === wrong;
  if (format === 'XML')
    return fieldsOfItem(text).map((field) => ({
      ...field,
      attribute: columns.find(({ name }) => name === field.name)?.attribute ?? null,
      isWrong: isWrong(field.name),
    }));
  const fields = fieldsOfRow(text, delimiterOf(format));
  if (!fields) return null;
  return Array.from({ length: Math.max(fields.length, columns.length) }, (_, at): ReadField => {
    const { name, attribute } = columns[at] ?? { name: null, attribute: null };
    const field = fields[at] ?? { value: null, start: text.length, end: text.length };
    return { name, attribute, ...field, isWrong: isWrong(name) };
  });
}
