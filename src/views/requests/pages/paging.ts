/** How an endpoint's list is paged, and what a page of it contains: only from its declaration and the answer. */
import { isList } from '../../../../worker/api.ts';
import type { FieldDescription } from '../../../../worker/api.ts';

/** The parameters that turn the pages of a list. */
export interface Paging {
  /** The query parameter that takes a page's token. */
  readonly cursor: string;
  /** The parameter for the page size, with its maximum; null if there is none. */
  readonly size: { readonly name: string; readonly most: number } | null;
}

const cursorNames = ['cursor', 'pagination_token', 'next_token'];
const sizeNames = ['count', 'max_results'];

/** null for an endpoint whose list has no pages. */
export function pagingOf(fields: readonly FieldDescription[]): Paging | null {
  const named = (names: readonly string[]) =>
    names.flatMap((name) => fields.find((field) => field.in === 'query' && field.name === name) ?? [])[0];
  const [cursor, size] = [named(cursorNames), named(sizeNames)];
  if (!cursor) return null;
  const most = size?.schema['maximum'];
  return { cursor: cursor.name, size: size && typeof most === 'number' ? { name: size.name, most } : null };
}

export interface PageEntry {
  readonly id: string;
  /** Its name for people; empty if it has only an id. */
  readonly label: string;
}

/** A page in an answer. */
export interface ReadPage {
  readonly entries: readonly PageEntry[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** Members that may name an entry, the best first. */
export const labelNames: readonly string[] = [
  'name',
  'title',
  'text',
  'username',
  'targeting_value',
  'tracking_tag_url',
  'start',
];
const longestLabel = 60;

/** Reads the body of an answer; null if it is not a page. */
export function readPage(body: string): ReadPage | null {
  const answer = parsed(body);
  if (!isObject(answer)) return null;
  const { data, meta, next_cursor: cursor } = answer;
  const isEmpty = data === undefined && isObject(meta) && meta['result_count'] === 0;
  if (!isList(data) && !isEmpty) return null;
  const tokens = isObject(meta) ? meta : {};
  return {
    entries: isList(data) ? data.map(entryOf) : [],
    next: textOf(cursor) ?? textOf(tokens['next_token']),
    previous: textOf(tokens['previous_token']),
  };
}

function entryOf(value: unknown): PageEntry {
  if (!isObject(value)) return { id: String(value), label: '' };
  // Counts of posts have no ids: an hour is identified by its contents.
  return { id: textOf(value['id']) ?? JSON.stringify(value), label: labelOf(value) };
}

/** An entry's name for people; empty if it has only an id. */
export function labelOf(entry: Readonly<Record<string, unknown>>): string {
  const label = labelNames.map((name) => textOf(entry[name])).find((each) => each !== null) ?? '';
  const characters = [...label.replaceAll(/\s+/g, ' ')];
  return characters.length > longestLabel
    ? `${characters.slice(0, longestLabel).join('')}…`
    : characters.join('');
}

/** The unchanged entries of an answer. */
export function entriesIn(body: string): readonly Readonly<Record<string, unknown>>[] {
  const answer = parsed(body);
  const data = isObject(answer) ? answer['data'] : null;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The identity of the list that a call reads, for any page: its address without the token and the page size. */
export function listOf(
  url: string,
  { cursor, size }: Paging,
): { readonly list: string; readonly token: string | null } {
  const [head = '', search = ''] = url.split('?');
  const params = new URLSearchParams(search);
  const token = params.get(cursor);
  params.delete(cursor);
  if (size) params.delete(size.name);
  return { list: `${head}?${params}`, token };
}

/** The page size of a call; null for a list whose pages have no size. */
export function sizeIn(url: string, { size }: Paging, fields: readonly FieldDescription[]): number | null {
  if (!size) return null;
  const given = new URLSearchParams(url.split('?')[1] ?? '').get(size.name);
  const usual = fields.find(({ name }) => name === size.name)?.schema['default'];
  const asked = given ?? usual;
  return asked === undefined ? null : Number(asked);
}
