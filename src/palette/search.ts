import { computeCommandScore } from 'bits-ui';
import type { Entry } from './entries.ts';

export interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Rows that are drawn at most: who does not find it among them types one letter more. */
const most = 40;
/** From here a match is the beginning of a word, not letters here and there. */
const sure = 0.3;
/** Below this a match is an accident of letters. */
const least = 0.02;

/** Of nothing typed: what was run last, then what is short enough to be read. */
export function browse(entries: readonly Entry[], recent: readonly string[]): readonly Group[] {
  const last = recent.flatMap((id) => entries.filter((each) => each.id === id));
  const short = entries.filter((each) => !isLong(each.group) && !last.includes(each));
  return [...(last.length ? [{ name: 'Recent', entries: last }] : []), ...grouped(short)];
}

const isLong = (group: string): boolean => ['Endpoints', 'Apps', 'People', 'World'].includes(group);

/**
 * What is called so first, the best before the others, groups in the order of their best entry; under it what is
 * only found by another word. Letters here and there count where nothing begins so.
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

function grouped(entries: readonly Entry[]): readonly Group[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return Array.from(groups, ([name, of]) => ({ name, entries: of }));
}
