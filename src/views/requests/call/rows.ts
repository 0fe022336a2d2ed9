import type { FieldDescription } from '../../../../worker/api.ts';
import type { LinkedRow } from './route.ts';

/** A name and value that can be switched off, of the query, the headers or a form. */
export interface NameValueRow {
  /** The key for lists; never sent. */
  readonly key: number;
  name: string;
  value: string;
  on: boolean;
  /** Once shown in the short table, it stays there. */
  seen: boolean;
  /** null for a row that the person added. */
  readonly field: FieldDescription | null;
}

let keys = 0;

export const newRow = (row: Partial<Omit<NameValueRow, 'key'>> = {}): NameValueRow => ({
  key: keys++,
  name: '',
  value: '',
  on: true,
  seen: true,
  field: null,
  ...row,
});

/** A row for each declared field, then the others, with the values of a link or, without one, of the example. */
export function rowsOf(
  fields: readonly FieldDescription[],
  example: Readonly<Record<string, string>>,
  linked: readonly LinkedRow[] | undefined,
): NameValueRow[] {
  const given = linked ?? Object.entries(example).map(([name, value]) => ({ name, value, on: true }));
  const rest = [...given];
  const declared = fields.map((field) => {
    const at = rest.findIndex((row) => row.name === field.name);
    const row = at < 0 ? { value: '', on: field.required && !linked } : rest.splice(at, 1)[0]!;
    return newRow({ name: field.name, value: row.value, on: row.on, seen: at >= 0 || field.required, field });
  });
  return [...declared, ...rest.map((row) => newRow(row))];
}

/** The rows for a link: those that are on, have a value or were added. */
export const linkedRows = (rows: readonly NameValueRow[]): LinkedRow[] =>
  rows
    .filter((row) => row.on || row.value !== '' || row.field === null)
    .map(({ name, value, on }) => ({ name, value, on }))
    .filter((row) => row.name !== '' || row.value !== '');

export const sameRows = (a: readonly LinkedRow[], b: readonly LinkedRow[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The pairs that are sent. */
export const pairs = (rows: readonly NameValueRow[]): [string, string][] =>
  rows
    .filter((row) => row.on && (row.name !== '' || row.value !== ''))
    .map(({ name, value }) => [name, value]);
