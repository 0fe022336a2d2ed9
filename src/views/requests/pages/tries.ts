/** What a cursor is bound to, with calls that show it: each sends the next page's cursor with one thing changed. */
import type { FieldDescription } from '../../../../worker/api.ts';
import type { Composition } from '../call/compose.ts';
import { newRow } from '../call/rows.ts';
import type { NameValueRow } from '../call/rows.ts';
import type { Paging } from './paging.ts';

export interface Try {
  readonly id: string;
  /** What it may be bound to. */
  readonly name: string;
  /** The value in this call. */
  readonly is: string;
  /** The change, for the button. */
  readonly does: string;
  /** The status of the answer: 400 if the cursor is bound to it. */
  readonly expects: 200 | 400;
  readonly composition: Composition;
}

export interface Other {
  readonly id: string;
  readonly username: string;
}

/** An advertiser account that the acting user may use. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/** `others` are users, and `accounts` advertiser accounts, whose lists the same call could read. */
export function triesOf(
  composition: Composition,
  { cursor, size }: Paging,
  token: string,
  others: readonly Other[],
  accounts: readonly Account[] = [],
): readonly Try[] {
  const { endpoint, query, path } = composition;
  if (!endpoint) return [];
  const there = withValue(query, cursor, token);
  const fields = endpoint.fields.filter((field) => field.in === 'query');
  const changed = (name: string, value: string): Composition => ({
    ...composition,
    query: withValue(there, name, value),
  });
  const tries: (Try | null)[] = [
    sibling(composition, there),
    anothers(composition, there, others),
    ofAccount(composition, there, accounts),
    withDeleted(fields, query, changed),
    withReplies(fields, query, changed),
    inOrder(fields, query, changed),
    size && {
      ...{ id: 'size', name: 'Size of the page', expects: 200 },
      is: `${valueOf(fields, query, size.name)}: not bound`,
      does: `Ask for ${anotherSize(valueOf(fields, query, size.name), size.most)}`,
      composition: changed(size.name, anotherSize(valueOf(fields, query, size.name), size.most)),
    },
    {
      ...{
        id: 'seal',
        name: 'Every character',
        is: 'sealed by the platform',
        does: 'Change one',
        expects: 400,
      },
      composition: { ...composition, path, query: withValue(query, cursor, otherEnd(token)) },
    },
  ];
  return tries.filter((each) => each !== null);
}

/** Sibling lists under one path. */
const siblings: readonly (readonly [string, string])[] = [
  ['campaigns', 'line_items'],
  ['products', 'product_sets'],
];

/** The same cursor with another list of the same account or catalog. */
function sibling(composition: Composition, query: readonly NameValueRow[]): Try | null {
  const { endpoint } = composition;
  if (!endpoint?.path.startsWith('/5/')) return null;
  const [, parent, list] = /^(.*\/:\w+)\/(\w+)$/.exec(endpoint.path) ?? [];
  if (parent === undefined || list === undefined) return null;
  const pair = siblings.find((each) => each.includes(list));
  const other = pair?.find((each) => each !== list) ?? 'campaigns';
  return {
    ...{ id: 'list', name: 'List', is: list, does: `Ask ${other}`, expects: 400 },
    composition: { ...composition, endpoint: { ...endpoint, path: `${parent}/${other}` }, query },
  };
}

/** The same cursor with the same list of another user. */
function anothers(
  composition: Composition,
  query: readonly NameValueRow[],
  others: readonly Other[],
): Try | null {
  const { endpoint, path } = composition;
  if (!endpoint || !/\/users\/:id\//.test(endpoint.path) || !endpoint.auth.includes('app')) return null;
  const other = others.find(({ id }) => id !== path['id']);
  if (!other) return null;
  return {
    ...{
      id: 'list',
      name: 'List',
      is: `that of user ${path['id'] ?? ''}`,
      does: `Ask @${other.username}’s`,
      expects: 400,
    },
    composition: { ...composition, path: { ...path, id: other.id }, query },
  };
}

/** The same cursor with the same list of another account. */
function ofAccount(
  composition: Composition,
  query: readonly NameValueRow[],
  accounts: readonly Account[],
): Try | null {
  const { path } = composition;
  const other = accounts.find(({ id }) => id !== path['account_id']);
  if (path['account_id'] === undefined || !other) return null;
  return {
    ...{ id: 'account', name: 'Account', is: path['account_id'], does: `Ask ${other.name}’s`, expects: 400 },
    composition: { ...composition, path: { ...path, account_id: other.id }, query },
  };
}

type Changed = (name: string, value: string) => Composition;

function inOrder(
  fields: readonly FieldDescription[],
  query: readonly NameValueRow[],
  changed: Changed,
): Try | null {
  const field = fields.find(({ name }) => name === 'sort_by');
  const now = valueOf(fields, query, 'sort_by');
  const other = field?.schema.enum?.map(String).find((each) => each !== now);
  if (other === undefined) return null;
  return {
    id: 'order',
    name: 'Order',
    is: now,
    does: `Ask by ${other}`,
    expects: 400,
    composition: changed('sort_by', other),
  };
}

function withDeleted(
  fields: readonly FieldDescription[],
  query: readonly NameValueRow[],
  changed: Changed,
): Try | null {
  if (!fields.some(({ name }) => name === 'with_deleted')) return null;
  const isOn = valueOf(fields, query, 'with_deleted') === 'true';
  return {
    ...{ id: 'filters', name: 'Filters', expects: 400 },
    is: isOn ? 'deleted ones, too' : 'without deleted ones',
    does: isOn ? 'Leave deleted ones out' : 'Ask for deleted ones, too',
    composition: changed('with_deleted', String(!isOn)),
  };
}

/** The filter by which timelines leave out kinds of posts. */
function withReplies(
  fields: readonly FieldDescription[],
  query: readonly NameValueRow[],
  changed: Changed,
): Try | null {
  if (!fields.some(({ name }) => name === 'exclude')) return null;
  const now = valueOf(fields, query, 'exclude');
  const other = now === 'replies' ? 'reposts' : 'replies';
  return {
    ...{ id: 'filters', name: 'Filters', expects: 400 },
    is: now === '' ? 'none' : `without ${now}`,
    does: `Leave ${other} out`,
    composition: changed('exclude', other),
  };
}

const anotherSize = (now: string, most: number): string =>
  String(Number(now) === most ? Math.ceil(most / 2) : most);

/** The sent value, or its default. */
function valueOf(fields: readonly FieldDescription[], query: readonly NameValueRow[], name: string): string {
  const row = query.find((each) => each.on && each.name === name && each.value !== '');
  const fallback = fields.find((field) => field.name === name)?.schema['default'];
  return row?.value ?? (fallback === undefined ? '' : JSON.stringify(fallback).replaceAll('"', ''));
}

function withValue(query: readonly NameValueRow[], name: string, value: string): readonly NameValueRow[] {
  return [...query.filter((row) => row.name !== name), newRow({ name, value })];
}

/** The last character of base64url may contain unused bits, so the one before it is changed. */
function otherEnd(token: string): string {
  const at = Math.max(0, token.length - 2);
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}
