import type { ExchangeGist } from '../../../../worker/api.ts';
import { isGood } from '../../../exchange/list/words.ts';
import type { Act } from '../client/client.svelte.ts';

/** An act with its call, as the log has it. */
export interface LoggedAct {
  readonly act: Act;
  readonly gist: ExchangeGist;
}

/** Acts in their order, without those whose calls the log no longer has. */
export const loggedActs = (acts: readonly Act[], gists: readonly ExchangeGist[]): LoggedAct[] =>
  acts.flatMap((act) => {
    const gist = gists.find(({ sequence }) => sequence === act.sequence);
    return gist ? [{ act, gist }] : [];
  });

/** A row of the list of acts: an act that changes something, or the reads between two of them. */
export type ActRow =
  | { readonly kind: 'act'; readonly logged: LoggedAct }
  | { readonly kind: 'reads'; readonly all: readonly [LoggedAct, ...LoggedAct[]] };

/** Acts in their order. Consecutive reads are folded. */
export function actRows(acts: readonly LoggedAct[]): ActRow[] {
  const rows: ActRow[] = [];
  for (const logged of acts) {
    const last = rows.at(-1);
    if (logged.act.reads === null) rows.push({ kind: 'act', logged });
    else if (last?.kind === 'reads') rows[rows.length - 1] = { kind: 'reads', all: [...last.all, logged] };
    else rows.push({ kind: 'reads', all: [logged] });
  }
  return rows;
}

/** "timeline 4, posts 2, 1 refused" */
export function readWords(acts: readonly LoggedAct[]): string {
  const counts = new Map<string, number>();
  for (const { reads } of acts.map(({ act }) => act))
    if (reads !== null) counts.set(reads, (counts.get(reads) ?? 0) + 1);
  const refused = acts.filter(({ gist }) => !isGood(gist)).length;
  return [
    ...Array.from(counts, ([what, count]) => `${what} ${count}`),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ');
}
