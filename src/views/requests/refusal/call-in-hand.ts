/** A tab's call in a form that acts can change: every part of its draft, and back. */
import { decodeForm, encodeForm, isOneOf, keysOf } from '../../../../worker/api.ts';
import type { AuthKind, Change, Sent } from '../../../../worker/api.ts';
import type { CallHandle, Undo } from '../../../refusal/call-handle.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Draft } from '../call/draft.svelte.ts';
import { newRow } from '../call/rows.ts';
import type { NameValueRow } from '../call/rows.ts';
import { authKinds, hrefOf } from '../call/route.ts';
import type { AuthChoice } from '../call/route.ts';
import type { CallTab } from '../call/call-tab.svelte.ts';
import { changedJson, valueInJson } from './json-body.ts';
import { showField } from './show-field.ts';

export function callInHand(
  tab: CallTab,
  sent: Sent,
  session: PageSession,
  send: () => Promise<void>,
): CallHandle {
  const { draft } = tab;
  const undoable = (work: () => void): Undo => {
    const restore = remember(draft, session);
    work();
    return restore;
  };
  return {
    sent,
    get edited() {
      return tab.editedSince === true;
    },
    get link() {
      return hrefOf(tab.route);
    },
    valueOf: (field) => valueOf(draft, field),
    change: (changes) => undoable(() => changes.forEach((each) => change(draft, each))),
    show: (field) => showField(draft, field),
    proveBy: (kind) => undoable(() => proveBy(draft, kind)),
    renew: () => undoable(() => proveBy(draft, draft.auth)),
    send,
  };
}

const isAuth = (kind: string): kind is AuthChoice => isOneOf(authKinds, kind);

/** Typed values of the credential give way to it. */
function proveBy(draft: Draft, kind: AuthKind): void {
  draft.forgetEdits();
  draft.headers = draft.headers.filter(({ name }) => name.toLowerCase() !== 'authorization');
  draft.noncePinned = draft.timestampPinned = false;
  if (isAuth(kind)) draft.auth = kind;
  draft.refresh();
}

function remember(draft: Draft, session: PageSession): Undo {
  const { path, body, method, url, auth, edits, nonce, timestamp, noncePinned, timestampPinned } = draft;
  const { appId, userId } = session;
  const copy = (list: readonly NameValueRow[]) => list.map((row) => ({ ...row }));
  const [query, headers, form] = [copy(draft.query), copy(draft.headers), copy(draft.form)];
  return () => {
    [session.appId, session.userId] = [appId, userId];
    [draft.query, draft.headers, draft.form] = [query, headers, form];
    Object.assign(draft, { path, body, method, url, auth, noncePinned, timestampPinned });
    if (noncePinned) draft.nonce = nonce;
    if (timestampPinned) draft.timestamp = timestamp;
    draft.forgetEdits();
    for (const field of keysOf(edits)) draft.editCredential(field, edits[field] ?? '');
  };
}

const parted = (field: string): [place: string, name: string] => {
  const [place = ''] = field.split('.');
  return [place, field.slice(place.length + 1)];
};

const rowsIn = (draft: Draft, place: string): NameValueRow[] | null =>
  place === 'query' && draft.endpoint
    ? draft.query
    : place === 'header'
      ? draft.headers
      : place === 'form' && draft.endpoint
        ? draft.form
        : null;

function valueOf(draft: Draft, field: string): string | null {
  const [place, name] = parted(field);
  if (place === 'url') return draft.message.url;
  if (place === 'method') return draft.message.method;
  if (place === 'path') return draft.path[name] ?? null;
  if (place === 'body') return name === '' ? draft.body : valueInJson(draft.body, name);
  const rows = rowsIn(draft, place);
  if (rows) return rows.find((row) => row.on && isNamed(row, name))?.value ?? null;
  return pairsOf(draft, place).find(([each]) => each === name)?.[1] ?? null;
}

const isNamed = (row: NameValueRow, name: string): boolean => row.name.toLowerCase() === name.toLowerCase();

function change(draft: Draft, { field, value, name }: Change): void {
  const [place, part] = parted(field);
  if (place === 'url') draft.url = value ?? '';
  else if (place === 'method') draft.method = value ?? '';
  else if (place === 'path') draft.fillPath(part, value ?? '');
  else if (place === 'body')
    draft.body = part === '' ? (value ?? '') : changedJson(draft.body, part, value, name);
  else {
    const rows = rowsIn(draft, place);
    if (rows) changeRows(rows, part, value, name ?? part);
    else changeTyped(draft, place, part, value, name ?? part);
  }
}

/** Declared rows are switched, added ones are removed. */
function changeRows(rows: NameValueRow[], from: string, value: string | null, to: string): void {
  for (const row of rows.filter((each) => isNamed(each, from))) {
    if (row.field) row.on = false;
    else rows.splice(rows.indexOf(row), 1);
  }
  if (value === null) return;
  const known = rows.find((row) => isNamed(row, to));
  if (known) Object.assign(known, { value, on: true, seen: true });
  else rows.push(newRow({ name: to, value }));
}

/** A free-form call has its query in its address and its form in its body. */
const pairsOf = (draft: Draft, place: string): [string, string][] =>
  decodeForm(place === 'query' ? (/\?([^#]*)/.exec(draft.url)?.[1] ?? '') : draft.body);

function changeTyped(draft: Draft, place: string, from: string, value: string | null, to: string): void {
  const others = pairsOf(draft, place).filter(([name]) => name !== from);
  const text = encodeForm([...others, ...(value === null ? [] : [[to, value] as const])]);
  if (place === 'form') draft.body = text;
  else draft.url = `${draft.url.replace(/[?#].*$/s, '')}${text && `?${text}`}`;
}
