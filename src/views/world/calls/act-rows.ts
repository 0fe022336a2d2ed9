import type { Act } from '../client/client.svelte.ts';

/** A row of the list of acts: an act that changes something, or the reads between two of them. */
export type ActRow =
  | { readonly kind: 'act'; readonly act: Act }
  | { readonly kind: 'reads'; readonly acts: readonly [Act, ...Act[]] };

/** Acts in their order. Consecutive reads are folded. */
export function actRows(acts: readonly Act[]): ActRow[] {
  const rows: ActRow[] = [];
  for (const act of acts) {
    const last = rows.at(-1);
    if (act.reads === null) rows.push({ kind: 'act', act });
    else if (last?.kind === 'reads') rows[rows.length - 1] = { kind: 'reads', acts: [...last.acts, act] };
    else rows.push({ kind: 'reads', acts: [act] });
  }
  return rows;
}

export const isFine = ({ answered: { status } }: Act): boolean => status !== null && status < 300;

/** "timeline 4, posts 2, 1 refused" */
export function readWords(acts: readonly Act[]): string {
  const counts = new Map<string, number>();
  for (const { reads } of acts) if (reads !== null) counts.set(reads, (counts.get(reads) ?? 0) + 1);
  const refused = acts.filter((act) => !isFine(act)).length;
  return [
    ...Array.from(counts, ([what, count]) => `${what} ${count}`),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(', ');
}
