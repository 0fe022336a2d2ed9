import type { Draft } from '../call/draft.svelte.ts';
import type { NameValueRow } from '../call/rows.ts';

/** What a person has entered that is signed, as it is now: all but the nonce and the time. */
export type EnteredParts = ReturnType<typeof standingOf>;

const copy = (rows: readonly NameValueRow[]): NameValueRow[] => rows.map((row) => ({ ...row }));

export function standingOf({ who, edits, composition }: Draft) {
  const { query, form } = composition;
  return { ...composition, who, edits, query: copy(query), form: copy(form) };
}
