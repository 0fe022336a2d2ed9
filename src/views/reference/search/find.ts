import type { SearchEntry } from '#manual';

/** The most hits of a kind that are shown. */
export const most = 40;

/** Everyday words, and this platform's names for them. */
const names: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^favou?rit/, ['like', 'bookmark']],
  [/^(tweet|status|message)/, ['post', 'Direct Message']],
  [/^retweet|^share/, ['repost']],
  [/^dms?$/, ['Direct Message']],
  [/^feed|^home/, ['timeline']],
  [/^(log ?in|sign ?in)/, ['authorize', 'token']],
  [/^friend/, ['follow']],
  [/^rate|^throttl|^quota/, ['Rate limit', 'usage']],
  [/^count/, ['metrics', 'counts']],
];

export const otherNames = (query: string): readonly string[] =>
  names.flatMap(([form, words]) => (form.test(query.trim().toLowerCase()) ? words : []));

/** An exact code finds only refusals; otherwise, everything with the words in its name or description, names first. */
export function find(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const coded = entries.filter(
    ({ code, where }) => String(code) === wanted || where.startsWith(`${wanted} ·`),
  );
  if (coded.length > 0) return coded;
  const rank = ({ name, to, about }: SearchEntry): number => {
    const [lower, last] = [name.toLowerCase(), name.toLowerCase().split('.').at(-1)];
    if (lower === wanted || last === wanted || to.toLowerCase().endsWith(`/${wanted}`)) return 0;
    if (last?.includes(wanted)) return 1;
    return lower.includes(wanted) || to.split('/', 1)[0]?.toLowerCase() === wanted
      ? 2
      : about.toLowerCase().includes(wanted)
        ? 3
        : 4;
  };
  return entries
    .map((entry) => [rank(entry), entry] as const)
    .filter(([at]) => at < 4)
    .toSorted(([a], [b]) => a - b)
    .map(([, entry]) => entry);
}
