/** Turns the rows of a file into products, or reports why not. */
import { asText, itemAt, valueOf } from '../checked/known.ts';
import { attributes, NotSo, notSo, placeOf } from '../catalog/attributes.ts';
import type { Attribute, AttributeName, Given, GivenValues, ProductIssue } from '../catalog/attributes.ts';
import type { Upserts } from '../catalog/products.ts';
import type { Column } from './columns.ts';
import { inGroups } from '../spec/in-groups.ts';
import type { BytePlaces } from './places.ts';
import type { RunReport } from './report.ts';
import { columnOf } from './report.ts';
import { mostOfField, owned, replaced } from './rows.ts';
import type { Rows } from './rows.ts';

export class RowIntake {
  /** A bit for each product that had a row in this file, by its position in the catalog. */
  #seen = new Uint32Array(1024);
  #columns: readonly Column[] = [];
  #read: readonly ReadColumn[] = [];
  /** The values of the current row. */
  readonly #values: Given[AttributeName][] = attributes.map(() => undefined);

  #products = 0;

  /** `places` finds the bytes of the rows in the file. */
  constructor(
    private readonly report: RunReport,
    private readonly places: BytePlaces,
  ) {}

  /** The number of products in accepted rows. */
  get products(): number {
    return this.#products;
  }

  take(rows: Rows, upserts: Upserts): void {
    const { columns, cells, broken, hasReplaced } = rows;
    for (const { column, message, ...place } of broken)
      this.report.reject(column, message, place, this.places, undefined);
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#read = readColumns(columns);
    }
    for (let row = 0; row < cells.length; row++) {
      const wrong = readCells(this.#read, itemAt(cells, row), this.#values, hasReplaced);
      if (wrong) this.#reject(wrong, rows, row);
      else this.#upsert(this.#values, rows, row, upserts);
    }
  }

  #reject(issue: ProductIssue, { columns, cells, placeOf: whereIs }: Rows, row: number): void {
    const at = columns.findIndex(({ attribute }) => attribute !== null && attribute.name === issue.attribute);
    const example = itemAt(cells, row)[at]?.trim() || undefined;
    this.report.reject(columnOf(issue, columns), issue.message, whereIs(row), this.places, example);
  }

  #upsert(given: GivenValues, rows: Rows, row: number, upserts: Upserts): void {
    const { columns, placeOf: whereIs } = rows;
    const { report } = this;
    const { status, errors, warnings, made, changed } = upserts.upsert(asText(given[idPlace]), given);
    if (status === 'ERROR') return this.#reject(itemAt(errors, 0), rows, row);
    if (status === 'CREATE_SUCCESS') report.count('created');
    else if (status === 'NO_CHANGE') report.count('unchanged');
    else {
      report.count('updated');
      report.countChanges(changed);
    }
    for (const each of warnings) report.warn(columnOf(each, columns), each.message, whereIs(row).line);
    if (this.#wasSeen(made))
      report.warn(
        columnOf({ attribute: 'id', message: '' }, columns),
        'an earlier row has the same id: this one counts',
        whereIs(row).line,
      );
  }

  #wasSeen(made: number): boolean {
    const word = made >>> 5;
    if (word >= this.#seen.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#seen.length * 2));
      grown.set(this.#seen);
      this.#seen = grown;
    }
    const bit = 1 << (made & 31);
    const was = (itemAt(this.#seen, word) & bit) !== 0;
    this.#seen[word]! |= bit;
    if (!was) this.#products++;
    return was;
  }
}

/** Every cell that is read, by the index of its attribute; or the first invalid one. */
export function readCells(
  columns: readonly ReadColumn[],
  cells: readonly (string | undefined)[],
  values: Given[AttributeName][],
  hasReplaced: boolean,
): ProductIssue | null {
  values.fill(undefined);
  for (const column of columns) {
    const cell = cells[column.at];
    if (cell === undefined) continue;
    const value = column.read(cell, hasReplaced);
    if (value !== null && typeof value === 'object' && 'message' in value) return value;
    values[column.place] = value;
  }
  return typeof values[idPlace] === 'string' ? null : issue('id', 'is missing');
}

type Value = NonNullable<Given[AttributeName]> | null;

/** Most values of a column that are cached. A column with more is read cell by cell. */
const mostKnown = 1000;

/** A column with a cache of its values: many rows have the same brand or category, and share one text. */
class ReadColumn {
  /** Index of the attribute. */
  readonly place: number;
  #cell = '';
  #value: Value = null;
  #known: Map<string, Value> | null = new Map();

  constructor(
    /** Index in a row. */
    readonly at: number,
    private readonly attribute: Attribute,
  ) {
    this.place = valueOf(placeOf, attribute.name);
  }

  read(cell: string, hasReplaced: boolean): Value | ProductIssue {
    if (this.#known) {
      if (cell === this.#cell) return this.#value;
      const known = this.#known.get(cell);
      if (known !== undefined) return known;
    }
    const { name } = this.attribute;
    if (cell.length > mostOfField) return issue(name, `has more than ${inGroups(mostOfField)} characters`);
    if (hasReplaced && cell.includes(replaced)) return issue(name, 'has bytes that are not characters');
    const value = this.#readText(this.#known ? owned(cell) : cell);
    return value instanceof NotSo ? notSo(name, value) : value;
  }

  #readText(cell: string): Value | NotSo {
    const text = isTrimmed(cell) ? cell : cell.trim();
    const value = text === '' ? null : this.attribute.read(text);
    if (value instanceof NotSo) return value;
    if (this.#known) this.#remember(this.#known, cell, value);
    return value;
  }

  #remember(known: Map<string, Value>, cell: string, value: Value): void {
    this.#cell = cell;
    this.#value = value;
    known.set(cell, value);
    if (known.size === mostKnown) this.#known = null;
  }
}

/** Checks the first and the last character. Most cells need no `trim`, which costs more than this check. */
const isTrimmed = (cell: string): boolean =>
  isInk(cell.charCodeAt(0)) && isInk(cell.charCodeAt(cell.length - 1));
const isInk = (code: number): boolean => code > 0x20 && code < 0x7f;

const idPlace = valueOf(placeOf, 'id');

export const readColumns = (columns: readonly Column[]): readonly ReadColumn[] =>
  columns.flatMap(({ attribute }, at) => (attribute ? [new ReadColumn(at, attribute)] : []));

const issue = (attribute: AttributeName, what: string): ProductIssue => ({
  attribute,
  message: `${attribute} ${what}`,
});
