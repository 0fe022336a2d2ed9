/** The fields of a kept row, as its reader read them. */
import type { ProductFeed } from '../state/tables/catalog.ts';

/** `start` and `end` are positions in the text of the row, including the field's quotes. */
export interface Field {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface NamedField extends Field {
  /** The name in the file. */
  readonly name: string;
}

export const delimiterOf = (format: ProductFeed['feed_format']): ',' | '\t' =>
  format === 'TSV' ? '\t' : ',';

/** The fields of a row of CSV or TSV; null if its quotes cannot be read. */
export function fieldsOfRow(text: string, delimiter: string): readonly Field[] | null {
  const fields: Field[] = [];
  let at = 0;
  for (;;) {
    const end = text[at] === '"' ? endOfQuoted(text, at) : endOfPlain(text, at, delimiter);
    if (end < 0 || (end < text.length && text[end] !== delimiter)) return null;
    const raw = text.slice(at, end);
    const value = text[at] === '"' ? raw.slice(1, -1).replaceAll('""', '"') : raw;
    fields.push({ value, start: at, end });
    if (end === text.length) return fields;
    at = end + 1;
  }
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  const found = text.indexOf(delimiter, from);
  return found < 0 ? text.length : found;
}

/** The index after the closing quote; -1 if there is none. */
function endOfQuoted(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const found = text.indexOf('"', at);
    if (found < 0) return -1;
    if (text[found + 1] !== '"') return found + 1;
    at = found + 2;
  }
}

/** The fields of an item in the form in which a run keeps it (`<name>value</name>…`). */
export function fieldsOfItem(text: string): readonly NamedField[] {
  const fields: NamedField[] = [];
  let at = 0;
  while (text[at] === '<') {
    const opened = text.indexOf('>', at);
    const closed = opened < 0 ? -1 : text.indexOf('<', opened);
    if (closed < 0) break;
    const name = text.slice(at + 1, opened);
    const value = text
      .slice(opened + 1, closed)
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&');
    fields.push({ name, value, start: opened + 1, end: closed });
    at = closed + name.length + 3;
  }
  return fields;
}
