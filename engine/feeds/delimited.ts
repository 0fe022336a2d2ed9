/** CSV and TSV, with quotes as in RFC 4180 (choice: catalog-feeds; decisions/feed-readers.md). */
import { itemAt } from '../checked/known.ts';
import Papa from 'papaparse';
import { mostColumns } from '../state/tables/catalog-words.ts';
import type { FeedLine } from '../state/tables/catalog.ts';
import { attributeNamed } from './columns.ts';
import type { Column } from './columns.ts';
import { FeedFailed } from './failure.ts';
import { Records } from './records.ts';
import type { Cut, WholeRecords } from './records.ts';
import { owned, replaced, withoutBreak } from './rows.ts';
import type { Broken, Place, Reader, Rows } from './rows.ts';

export class DelimitedReader implements Reader {
  readonly #records: Records;
  #columns: readonly Column[] | null = null;
  /** The last rows before the current ones. */
  #before: readonly FeedLine[] = [];

  /** Rows are yielded once `length` characters are buffered. */
  constructor(
    private readonly delimiter: ',' | '\t',
    length?: number,
  ) {
    this.#records = new Records(delimiter, length);
  }

  get at(): number {
    return this.#records.at;
  }

  *read(text: string): Generator<Rows, void, undefined> {
    for (const cut of this.#records.add(text)) yield* this.#rowsOf(cut);
  }

  *end(): Generator<Rows, void, undefined> {
    for (const cut of this.#records.end()) yield* this.#rowsOf(cut);
    if (!this.#columns)
      throw new FeedFailed('COLUMNS_MISSING', 'the file is empty: its first row names the columns');
  }

  *#rowsOf(cut: Cut): Generator<Rows, void, undefined> {
    if (cut.kind === 'broken') {
      if (!this.#columns)
        throw new FeedFailed(
          'COLUMNS_MISSING',
          `the row that names the columns cannot be read: ${cut.message}`,
          cut.line,
        );
      const before = this.#before;
      yield {
        columns: this.#columns,
        cells: [],
        broken: [{ ...cut, around: () => ({ before, after: [] }) }],
        hasReplaced: false,
        placeOf: nowhere,
        lineAfter: this.#records.line,
      };
      this.#before = [...before, lineOf(cut.line, cut.text)].slice(-neighbours);
      return;
    }
    const before = this.#before;
    const count = cut.starts.length;
    this.#before = [...before, ...linesOf(cut, Math.max(0, count - neighbours), count)].slice(-neighbours);
    const all = this.#fieldsOf(cut);
    const cells: (readonly string[])[] = [];
    const broken: Broken[] = [];
    /** The record of each row. */
    const records: number[] = [];
    const placeOf = (at: number) => placeIn(cut, at, before);
    for (let at = 0; at < all.length; at++) {
      const fields = itemAt(all, at);
      if (isEmpty(fields)) continue;
      if (!this.#columns) {
        this.#columns = columnsOf(fields, this.delimiter, itemAt(cut.lines, at));
        continue;
      }
      if (fields.length === this.#columns.length) {
        cells.push(fields);
        records.push(at);
      } else {
        const message = `the row has ${counted(fields.length, 'field')} where the first row names ${counted(this.#columns.length, 'column')}`;
        broken.push({ ...placeOf(at), column: null, message });
      }
    }
    if (!this.#columns) return;
    yield {
      columns: this.#columns,
      cells,
      broken,
      hasReplaced: cut.text.includes(replaced),
      placeOf: (row) => placeOf(itemAt(records, row)),
      lineAfter: this.#records.line,
    };
  }

  /** The fields of each record. */
  #fieldsOf(records: WholeRecords): readonly (readonly string[])[] {
    const { newline } = this.#records;
    const text = newline === '\n' && records.text.includes('\r\n') ? withLineFeeds(records) : records.text;
    // Otherwise the parser would read an empty row after the last line break.
    const whole = text.endsWith(newline) ? text.slice(0, -1) : text;
    if (whole === '') return [[]];
    return Papa.parse<string[]>(whole, { delimiter: this.delimiter, newline }).data;
  }
}

/** The parser accepts only one kind of line break, but files have both. Line breaks within quotes are kept. */
const withLineFeeds = ({ text, starts }: WholeRecords): string =>
  starts.map((start, at) => text.slice(start, starts[at + 1] ?? text.length).replace(/\r\n$/, '\n')).join('');

const nowhere = (): never => {
  throw new RangeError('There is no such row');
};

const isEmpty = (fields: readonly string[]): boolean => fields.length <= 1 && (fields[0] ?? '').trim() === '';

/** How many rows are shown before and after a row, and how much of each. */
const neighbours = 2;
const mostOfNeighbour = 200;

const recordAt = ({ text, starts }: WholeRecords, at: number): string =>
  withoutBreak(text.slice(starts[at], starts[at + 1] ?? text.length));

const lineOf = (line: number, text: string): FeedLine => ({
  line,
  text: owned(text.slice(0, mostOfNeighbour)),
});

const linesOf = (records: WholeRecords, from: number, to: number): FeedLine[] =>
  records.lines
    .slice(Math.max(0, from), Math.max(0, to))
    .map((line, at) => lineOf(line, recordAt(records, Math.max(0, from) + at)));

function placeIn(records: WholeRecords, at: number, before: readonly FeedLine[]): Place {
  const text = recordAt(records, at);
  return {
    ...{ line: itemAt(records.lines, at), at: records.at + itemAt(records.starts, at) },
    ...{ text, isWhole: true },
    around: () => ({
      before: [...before, ...linesOf(records, at - neighbours, at)].slice(-neighbours),
      after: linesOf(records, at + 1, at + 1 + neighbours),
    }),
  };
}

function columnsOf(names: readonly string[], delimiter: string, line: number): readonly Column[] {
  const fail = (message: string) => new FeedFailed('COLUMNS_MISSING', message, line);
  if (names.length > mostColumns)
    throw fail(`the first row names ${names.length} columns; ${mostColumns} are read`);
  const seen = new Set<string>();
  const columns = names.map((written): Column => {
    const name = written.trim().slice(0, 100);
    const attribute = attributeNamed(name);
    // Of two columns for one attribute, only the first is read.
    if (!attribute || seen.has(attribute.name)) return { name, attribute: null };
    seen.add(attribute.name);
    return { name, attribute };
  });
  if (seen.has('id')) return columns;
  throw fail(`no column is called id: the first row has ${clipped(names)}${hint(names, delimiter)}`);
}

function hint(names: readonly string[], delimiter: string): string {
  const all = names.join(delimiter);
  if (all.trimStart().startsWith('<')) return '. It looks like XML or HTML';
  const other = [...',\t;|'].find((each) => each !== delimiter && names.length < all.split(each).length);
  if (other === undefined) return '';
  const called = { ',': 'commas', '\t': 'tabs', ';': 'semicolons', '|': 'bars' }[other];
  return `. It looks separated by ${called}`;
}

const clipped = (names: readonly string[]): string =>
  names
    .slice(0, 8)
    .map((name) => name.trim().slice(0, 40))
    .join(', ') + (names.length > 8 ? ' …' : '');

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
