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

/** Fills empty tables. Throws `SnapshotInvalid`; the tables are then worth nothing. Gives the highest id of a numbered row. */
export type Fill = (
  specs: Readonly<Record<string, TableSpec>>,
  tables: Readonly<Record<string, Table<object>>>,
  blocks: Iterable<Block>,
) => { readonly table: string; readonly key: string } | null;

/** Fills with rows that keep these rules. */
export const fillBy =
  (rules: Readonly<Record<string, RowRules>>): Fill =>
  (specs, tables, blocks) =>
    load(specs, rules, tables, blocks);

function load(
  specs: Readonly<Record<string, TableSpec>>,
  rules: Readonly<Record<string, RowRules>>,
  tables: Readonly<Record<string, Table<object>>>,
  blocks: Iterable<Block>,
): ReturnType<Fill> {
  const all = new Map<string, Filled>();
  for (const [name, spec] of Object.entries(specs))
    all.set(name, {
      name,
      spec,
      table: tables[name]!,
      rules: rules[name]!,
      fields: record<Row>(rules[name]!.fields),
      highest: '',
      isThere: false,
    });
  for (const { table, rows } of blocks) {
    const filled = all.get(table);
    if (!filled) throw new SnapshotInvalid(table, null, null, 'is no table of this schema');
    filled.isThere = true;
    for (const row of rows) fill(filled, row);
  }
  for (const { name, isThere } of all.values())
    if (!isThere) throw new SnapshotInvalid(name, null, null, 'is missing');
  for (const filled of all.values()) reindex(filled);
  for (const filled of all.values()) checkReferences(filled, all);
  for (const filled of all.values())
    checkRules(filled, (name, key) => all.get(name)?.table.peek(String(key)));
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

function reindex({ name, table }: Filled): void {
  try {
    table.reindex();
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    throw new SnapshotInvalid(name, error.key, error.index, 'is that of another row too');
  }
}

interface Reference {
  readonly field: string;
  readonly target: Filled;
  /** Neighbours often name the same. */
  last: unknown;
}

function checkReferences({ name, rules, table }: Filled, all: ReadonlyMap<string, Filled>): void {
  const references: Reference[] = [];
  for (const [field, { refersTo }] of Object.entries(rules.fields))
    if (refersTo !== undefined) references.push({ field, target: all.get(refersTo)!, last: null });
  if (references.length === 0) return;
  for (const row of table.values() as IterableIterator<Row>)
    for (const reference of references) {
      const value = row[reference.field];
      if (value === reference.last || value === null) continue;
      for (const key of Array.isArray(value) ? (value as readonly string[]) : [value as string])
        if (!reference.target.table.peek(key))
          throw new SnapshotInvalid(
            name,
            table.keyOf(row),
            reference.field,
            `names no row of ${reference.target.name}: ${key}`,
          );
      reference.last = value;
    }
}

function checkRules({ name, rules, table }: Filled, others: Others): void {
  if (!rules.flawOf) return;
  for (const row of table.values()) {
    const flaw = rules.flawOf(row, others);
    if (flaw) throw new SnapshotInvalid(name, table.keyOf(row), ...flaw);
  }
}
