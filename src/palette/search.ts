import { computeCommandScore } from 'bits-ui';
import type { Entry } from './entries.ts';

export interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Rows that are drawn at most: who does not find it among them types one letter more. */
const most = 40;
/** Below this a match is an accident of letters. */
const least = 0.02;

/** Of nothing typed: what was run last, then what is short enough to be read. */
export function browse(entries: readonly Entry[], recent: readonly string[]): readonly Group[] {
  const last = recent.flatMap((id) => entries.filter((each) => each.id === id));
  const short = entries.filter((each) => !isLong(each.group) && !last.includes(each));
  return [...(last.length ? [{ name: 'Recent', entries: last }] : []), ...grouped(short)];
}

const isLong = (group: string): boolean => ['Endpoints', 'Apps', 'People'].includes(group);

/** The best first: groups in the order of their best entry. */
export function find(entries: readonly Entry[], query: string): readonly Group[] {
  const words = query.trim().slice(0, 100);
  const scored = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > least)
    .sort((a, b) => b.score - a.score);
  return grouped(scored.slice(0, most).map(({ entry }) => entry));
}

const scoreOf = ({ label, detail, words = [] }: Entry, query: string): number =>
  Math.max(
    computeCommandScore(label, query),
    0.95 * computeCommandScore(label, query, [...(detail ? [detail] : []), ...words]),
    ...words.map((word) => 0.9 * computeCommandScore(word, query)),
  );

function grouped(entries: readonly Entry[]): readonly Group[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return Array.from(groups, ([name, of]) => ({ name, entries: of }));
}
