/** Rows from outside, checked on the way in: afterwards everything is as declared. */
import { isList } from '../../checked/is.ts';
import { asText, known } from '../../checked/known.ts';
import { atOnce } from './at-once.ts';
import { isId, record } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { compareKeys } from './order.ts';
import { isObject, SnapshotInvalid } from './snapshot.ts';
import type { Block } from './snapshot.ts';
import type { RowRules, TableSpec } from './spec.ts';
import { Taken } from './table.ts';
import type { Row, Table } from './table.ts';

interface Filled {
  readonly name: string;
  readonly spec: TableSpec;
  readonly rules: RowRules;
  readonly table: Table<Row>;
  readonly fields: Kind<Row>;
  /** The highest decimal key in a numbered table. */
  highest: string;
  isThere: boolean;
}

type Specs = Readonly<Record<string, TableSpec>>;
type Tables = Readonly<Record<string, Table<Row>>>;
type Rules = Readonly<Record<string, RowRules>>;

/** Fills empty tables block by block. Both throw `SnapshotInvalid`; the tables must then be discarded. */
export interface Filling {
  /** Adds the rows to their table and checks each of them. */
  readonly add: (block: Block) => void;
  /**
   * Checks the rules between rows, once all blocks are in. Yields every few thousand rows, so that others can get a
   * turn. Gives the highest id of a numbered row.
   */
  readonly finish: () => Generator<void, HighestId | null>;
}

export interface HighestId {
  readonly table: string;
  readonly key: string;
}

/** Begins to fill empty tables; `late` are those whose rows come later. */
export type Fill = (specs: Specs, tables: Tables, late: readonly string[]) => Filling;

/** Adds rows to a table that comes late, and checks them at once: all other tables are filled. Throws as `Filling` does. */
export type FillLate = (specs: Specs, tables: Tables, block: Block) => void;

/** Begins to fill tables according to these rules. */
export const fillBy =
  (rules: Rules): Fill =>
  (specs, tables, late) => {
    const all = new Map<string, Filled>();
    for (const name of Object.keys(specs))
      if (!late.includes(name)) all.set(name, filledOf(name, specs, tables, rules));
    return { add: (block) => add(all, block), finish: () => finish(all, tables) };
  };

/** The same for tables that come late. */
export function fillLateBy(rules: Rules): FillLate {
  const known = new Map<string, Filled>();
  return (specs, tables, { table: name, rows }) => {
    const filled = known.get(name) ?? filledOf(name, specs, tables, rules);
    known.set(name, filled);
    for (const row of rows) fill(filled, row);
    reindex(filled, () => filled.table.indexFilled());
    atOnce(checkReferences(filled, tables, rows));
    atOnce(checkAmong(filled, tables, rows));
  };
}

const filledOf = (name: string, specs: Specs, tables: Tables, rules: Rules): Filled => ({
  name,
  spec: known(specs[name], name),
  table: known(tables[name], name),
  rules: known(rules[name], name),
  fields: record<Row>(known(rules[name], name).fields),
  highest: '',
  isThere: false,
});

type All = ReadonlyMap<string, Filled>;

function add(all: All, { table, rows }: Block): void {
  const filled = all.get(table);
  if (!filled) throw new SnapshotInvalid(table, null, null, 'is not a table of this schema');
  filled.isThere = true;
  for (const row of rows) fill(filled, row);
}

function* finish(all: All, tables: Tables): ReturnType<Filling['finish']> {
  for (const { name, isThere } of all.values())
    if (!isThere) throw new SnapshotInvalid(name, null, null, 'is missing');
  for (const filled of all.values()) {
    const indexing = filled.table.reindex();
    while (!reindex(filled, () => indexing.next().done)) yield;
  }
  for (const filled of all.values()) yield* checkReferences(filled, tables, filled.table.values());
  for (const filled of all.values()) yield* checkAmong(filled, tables, filled.table.values());
  const [first] = [...all.values()]
    .filter(({ highest }) => highest)
    .sort((a, b) => compareKeys(b.highest, a.highest));
  return first ? { table: first.name, key: first.highest } : null;
}

/** Rows that are checked before others can get a turn. */
const rowsAtOnce = 2000;

function fill(filled: Filled, given: unknown): void {
  const { name, spec, rules, table, fields } = filled;
  if (!isObject(given)) throw new SnapshotInvalid(name, null, null, 'has a row that is not an object');
  const row = rules.fromJson ? rules.fromJson(given) : given;
  const key = row[spec.key];
  if (typeof key !== 'string' || key === '')
    throw new SnapshotInvalid(name, null, spec.key, 'is not a key: a text that is not empty');
  const flaw = fields.flawOf(row);
  if (flaw) throw new SnapshotInvalid(name, key, flaw[0] || null, flaw[1]);
  if (rules.isIdle?.(row)) return;
  const between = rules.flawOf?.(row);
  if (between) throw new SnapshotInvalid(name, key, ...between);
  if (!table.fill(key, row)) throw new SnapshotInvalid(name, key, spec.key, 'is the key of two rows');
  if (spec.isNumbered && compareKeys(key, filled.highest) > 0 && isId(key)) filled.highest = key;
}

function reindex<T>({ name }: Filled, index: () => T): T {
  try {
    return index();
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    throw new SnapshotInvalid(name, error.key, error.index, 'is that of another row too');
  }
}

interface Reference {
  readonly field: string;
  readonly target: Table<Row>;
  /** Neighbouring rows often refer to the same row. */
  last: unknown;
}

function* checkReferences(
  { name, rules, table }: Filled,
  tables: Tables,
  rows: Iterable<Row>,
): Generator<void, void> {
  const references: Reference[] = [];
  for (const [field, { refersTo }] of Object.entries(rules.fields))
    if (refersTo !== undefined)
      references.push({ field, target: known(tables[refersTo], refersTo), last: null });
  if (references.length === 0) return;
  let looked = 0;
  for (const row of rows) {
    for (const reference of references) {
      const value = row[reference.field];
      if (value === reference.last || value === null) continue;
      for (const each of isList(value) ? value : [value]) {
        const key = asText(each);
        if (!reference.target.peek(key))
          throw new SnapshotInvalid(
            name,
            table.keyOf(row),
            reference.field,
            `names no row of ${reference.target.name}: ${key}`,
          );
      }
      reference.last = value;
    }
    if (++looked % rowsAtOnce === 0) yield;
  }
}

function* checkAmong(
  { name, rules, table }: Filled,
  tables: Tables,
  rows: Iterable<Row>,
): Generator<void, void> {
  if (!rules.flawAmong) return;
  let looked = 0;
  for (const row of rows) {
    const flaw = rules.flawAmong(row, tables);
    if (flaw) throw new SnapshotInvalid(name, table.keyOf(row), ...flaw);
    if (++looked % rowsAtOnce === 0) yield;
  }
}
