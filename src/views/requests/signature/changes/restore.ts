/** Undoes an edit: puts the signed parts of a draft back. Everything else stays as it is. */
import { keysOf } from '../../../../../worker/api.ts';
import type { SignatureSteps } from '../../../../../worker/api.ts';
import type { Draft } from '../../call/draft.svelte.ts';
import { pairs } from '../../call/rows.ts';
import type { NameValueRow } from '../../call/rows.ts';
import type { EnteredParts } from '../standing.ts';
import type { EditMarks } from './marks.ts';

/** With the nonce and the time, and whether they are kept. */
export interface SignedParts extends EnteredParts {
  readonly nonce: string;
  readonly timestamp: string;
  readonly noncePinned: boolean;
  readonly timestampPinned: boolean;
}

/** `standing` with those of its signature. A value that the draft no longer has was not kept. */
export function signedOf(draft: Draft, standing: EnteredParts, { parameters }: SignatureSteps): SignedParts {
  const valueOf = (name: string): string =>
    parameters.find((each) => each.from === 'header' && each.name === name)?.value ?? '';
  const [nonce, timestamp] = [valueOf('oauth_nonce'), valueOf('oauth_timestamp')];
  return {
    ...standing,
    ...{ nonce, timestamp },
    noncePinned: draft.noncePinned && draft.nonce === nonce,
    timestampPinned: draft.timestampPinned && draft.timestamp === timestamp,
  };
}

/** Whether the edit was made in this draft: another App, user, credential or endpoint is none. */
export function canRestore(now: SignedParts, before: SignedParts): boolean {
  if (now.who !== before.who || now.endpoint !== before.endpoint) return false;
  return JSON.stringify(editable(now)) !== JSON.stringify(editable(before));
}

/** Its parts that a person edits. */
function editable(draft: SignedParts) {
  const { method, url, path, query, form, body, edits } = draft;
  const kept = [draft.noncePinned && draft.nonce, draft.timestampPinned && draft.timestamp];
  return [method, url, path, pairs(query), pairs(form), body, edits, kept];
}

export function restore(draft: Draft, before: SignedParts, { places }: EditMarks): void {
  const { endpoint, method, url, path, query, form, body, edits } = before;
  const changed = (from: string): boolean => [...places].some((place) => place.startsWith(from));
  Object.assign(draft, { method, url, path });
  draft.query = restored(draft.query, query);
  draft.form = restored(draft.form, form);
  if (!endpoint && changed('body ')) draft.body = body;
  draft.forgetEdits();
  for (const field of keysOf(edits)) draft.editCredential(field, edits[field] ?? '');
  for (const name of ['nonce', 'timestamp'] as const) {
    if (!changed(`header oauth_${name} `)) continue;
    draft[name] = before[name];
    draft[`${name}Pinned`] = before[`${name}Pinned`];
  }
}

const isSent = (row: NameValueRow): boolean => pairs([row]).length > 0;

/** A row that was just added: it is no part of the call yet. */
const isBlank = ({ name, value, field }: NameValueRow): boolean => !field && name === '' && value === '';

/** Rows that are not sent, neither now nor then, keep what was typed into them meanwhile. */
function restored(now: readonly NameValueRow[], then: readonly NameValueRow[]): NameValueRow[] {
  const before = then.filter((row) => !isBlank(row));
  const rows = now.filter((row) => !isSent(row) || before.some(({ key }) => key === row.key));
  for (const [at, was] of before.entries()) {
    const row = rows.find(({ key }) => key === was.key);
    if (!row) {
      if (isSent(was)) rows.splice(at, 0, { ...was });
    } else if (isSent(row) || isSent(was)) {
      Object.assign(row, { name: was.name, value: was.value, on: was.on });
    }
  }
  return rows;
}
