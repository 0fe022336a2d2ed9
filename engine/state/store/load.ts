/** Rows that come from outside, checked at the door: behind it everything is as its declaration says. */
import { isId, record } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { compareKeys } from './order.ts';
import { isObject, SnapshotInvalid } from './snapshot.ts';
import type { Block } from './snapshot.ts';
import type { Others, RowRules, TableSpec } from './spec.ts';
import { Taken } from './table.ts';
import type { Row, Table } from './table.ts';

interface Filled {
  readonly name: string;
  readonly spec: TableSpec;
  readonly rules: RowRules;
  readonly table: Table<object>;
  readonly fields: Kind<Row>;
  /** The highest decimal key of a numbered table. */
  highest: string;
  isThere: boolean;
}

type Specs = Readonly<Record<string, TableSpec>>;
type Tables = Readonly<Record<string, Table<object>>>;
type Rules = Readonly<Record<string, RowRules>>;

/**
 * Fills empty tables; `late` are those that come after it. Throws `SnapshotInvalid`; the tables are then worth nothing.
 * Gives the highest id of a numbered row.
 */
export type Fill = (
  specs: Specs,
  tables: Tables,
  blocks: Iterable<Block>,
  late?: readonly string[],
) => { readonly table: string; readonly key: string } | null;

/** Fills in rows of a table that comes late, and checks them at once: all tables that do not are there. Throws as `Fill` does. */
export type FillLate = (specs: Specs, tables: Tables, block: Block) => void;

/** Fills with rows that keep these rules. */
export const fillBy =
  (rules: Rules): Fill =>
  (specs, tables, blocks, late = []) =>
    load(specs, rules, tables, blocks, late);

/** The same for tables that come late. */
export function fillLateBy(rules: Rules): FillLate {
  const known = new Map<string, Filled>();
  return (specs, tables, { table: name, rows }) => {
    const filled = known.get(name) ?? filledOf(name, specs, tables, rules);
    known.set(name, filled);
    for (const row of rows) fill(filled, row);
    reindex(filled, (table) => table.indexFilled());
    checkReferences(filled, tables, rows);
    checkRules(filled, tables, rows);
  };
}

const filledOf = (name: string, specs: Specs, tables: Tables, rules: Rules): Filled => ({
  name,
  spec: specs[name]!,
  table: tables[name]!,
  rules: rules[name]!,
  fields: record<Row>(rules[name]!.fields),
  highest: '',
  isThere: false,
});

function load(
  specs: Specs,
  rules: Rules,
  tables: Tables,
  blocks: Iterable<Block>,
  late: readonly string[],
): ReturnType<Fill> {
  const all = new Map<string, Filled>();
  for (const name of Object.keys(specs))
    if (!late.includes(name)) all.set(name, filledOf(name, specs, tables, rules));
  for (const { table, rows } of blocks) {
    const filled = all.get(table);
    if (!filled) throw new SnapshotInvalid(table, null, null, 'is no table of this schema');
    filled.isThere = true;
    for (const row of rows) fill(filled, row);
  }
  for (const { name, isThere } of all.values())
    if (!isThere) throw new SnapshotInvalid(name, null, null, 'is missing');
  for (const filled of all.values()) reindex(filled, (table) => table.reindex());
  for (const filled of all.values()) checkReferences(filled, tables, filled.table.values());
  for (const filled of all.values()) checkRules(filled, tables, filled.table.values());
  const [first] = [...all.values()]
    .filter(({ highest }) => highest)
    .sort((a, b) => compareKeys(b.highest, a.highest));
  return first ? { table: first.name, key: first.highest } : null;
}

function fill(filled: Filled, given: unknown): void {
  const { name, spec, rules, table, fields } = filled;
  if (!isObject(given)) throw new SnapshotInvalid(name, null, null, 'has a row that is not an object');
  const row = rules.fromJson ? rules.fromJson(given) : given;
  const key = row[spec.key];
  if (typeof key !== 'string' || key === '')
    throw new SnapshotInvalid(name, null, spec.key, 'is not a key: a text that is not empty');
  const flaw = fields.flawOf(row);
  if (flaw) throw new SnapshotInvalid(name, key, flaw[0] || null, flaw[1]);
  if (!table.fill(key, row)) throw new SnapshotInvalid(name, key, spec.key, 'is the key of two rows');
  if (spec.isNumbered && compareKeys(key, filled.highest) > 0 && isId(key)) filled.highest = key;
}

function reindex({ name, table }: Filled, index: (table: Table<object>) => void): void {
  try {
    index(table);
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    throw new SnapshotInvalid(name, error.key, error.index, 'is that of another row too');
  }
}

interface Reference {
  readonly field: string;
  readonly target: Table<object>;
  /** Neighbours often name the same. */
  last: unknown;
}

function checkReferences({ name, rules, table }: Filled, tables: Tables, rows: Iterable<object>): void {
  const references: Reference[] = [];
  for (const [field, { refersTo }] of Object.entries(rules.fields))
    if (refersTo !== undefined) references.push({ field, target: tables[refersTo]!, last: null });
  if (references.length === 0) return;
  for (const row of rows as Iterable<Row>)
    for (const reference of references) {
      const value = row[reference.field];
      if (value === reference.last || value === null) continue;
      for (const key of Array.isArray(value) ? (value as readonly string[]) : [value as string])
        if (!reference.target.peek(key))
          throw new SnapshotInvalid(
            name,
            table.keyOf(row),
            reference.field,
            `names no row of ${reference.target.name}: ${key}`,
          );
      reference.last = value;
    }
}

function checkRules({ name, rules, table }: Filled, tables: Tables, rows: Iterable<object>): void {
  if (!rules.flawOf) return;
  const others: Others = (other, key) => tables[other]?.peek(String(key));
  for (const row of rows) {
    const flaw = rules.flawOf(row, others);
    if (flaw) throw new SnapshotInvalid(name, table.keyOf(row), ...flaw);
  }
}
