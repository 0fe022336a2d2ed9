import type { Draft } from '../call/draft.svelte.ts';
import type { NameValueRow } from '../call/rows.ts';

/** What the signature of a draft is made of, as it is now. */
export type Standing = ReturnType<typeof standingOf>;

const copy = (rows: readonly NameValueRow[]): NameValueRow[] => rows.map((row) => ({ ...row }));

export function standingOf(draft: Draft) {
  const { who, edits, nonce, timestamp, noncePinned, timestampPinned, composition } = draft;
  const { path, query, form } = composition;
  return {
    ...composition,
    ...{ who, edits, nonce, timestamp, noncePinned, timestampPinned },
    ...{ path: { ...path }, query: copy(query), form: copy(form) },
  };
}
