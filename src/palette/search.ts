import { computeCommandScore } from 'bits-ui';
import type { Entry } from './entries.ts';

export interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** The maximum number of rows: a person who does not see the entry types another letter. */
const most = 40;
/** From this score a match is the beginning of a word, not scattered letters. */
const sure = 0.3;
/** Below this score a match is accidental. */
const least = 0.02;

/** With an empty query: recent entries, then the groups that are short enough to read. */
export function browse(entries: readonly Entry[], recent: readonly string[]): readonly Group[] {
  const last = recent.flatMap((id) => entries.filter((each) => each.id === id));
  const short = entries.filter((each) => !isLong(each.group) && !last.includes(each));
  return [...(last.length ? [{ name: 'Recent', entries: last }] : []), ...grouped(short)];
}

const isLong = (group: string): boolean => ['Endpoints', 'Apps', 'People', 'World'].includes(group);

/**
 * Matches of names first, best first, with groups in the order of their best entry; below them matches of search words
 * only. Scattered letters count if no word begins with the query.
 */
export function find(entries: readonly Entry[], query: string): readonly Group[] {
  const words = query.trim().slice(0, 100);
  const scored = entries.map((entry) => ({
    entry,
    named: nameScore(entry, words),
    hinted: hintScore(entry, words),
  }));
  const best = (score: (of: (typeof scored)[number]) => number, at: number): Entry[] =>
    scored
      .filter((each) => score(each) > at)
      .sort((a, b) => score(b) - score(a))
      .slice(0, most)
      .map(({ entry }) => entry);
  const named = best((each) => each.named, sure);
  if (named.length === 0) return grouped(best((each) => Math.max(each.named, each.hinted), least));
  const also = best((each) => (each.named > sure ? 0 : each.hinted), sure).slice(0, most - named.length);
  return [...grouped(named), ...(also.length ? [{ name: 'Also found', entries: also }] : [])];
}

const nameScore = ({ label, detail, names = [] }: Entry, query: string): number =>
  scoreOf(label, detail ? [detail, ...names] : names, query);

const hintScore = ({ label, words = [] }: Entry, query: string): number => scoreOf(label, words, query);

const scoreOf = (label: string, others: readonly string[], query: string): number =>
  Math.max(
    computeCommandScore(label, query),
    0.95 * computeCommandScore(label, query, [...others]),
    ...others.map((word) => 0.9 * computeCommandScore(word, query)),
  );

/** The first `count` rows, under their groups. */
export function firstOf(groups: readonly Group[], count: number): readonly Group[] {
  let left = count;
  return groups.flatMap(({ name, entries }) => {
    const first = entries.slice(0, Math.max(0, left));
    left -= entries.length;
    return first.length > 0 ? [{ name, entries: first }] : [];
  });
}

function grouped(entries: readonly Entry[]): readonly Group[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return Array.from(groups, ([name, of]) => ({ name, entries: of }));
}
