import { createPlatform, encodeForm } from '../../../engine/inside.ts';
import type { HttpRequest, Platform, Row } from '../../../engine/inside.ts';
import { bind, matches, Subject } from '../../../engine/search/matches.ts';
import { isFlaw, parseQuery } from '../../../engine/search/parser.ts';
import { SearchIndex } from '../../../engine/search/search-index.ts';
import type { Read } from '../../../engine/state/state.ts';
import type { Post } from '../../../engine/state/tables/posts.ts';
import { median, short, stopwatch, sweep, timed, timedAsync } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { initialCredentials, postRow, withPosts } from './world.ts';

const sizes = [100_000, 1_000_000];
const rounds = 3;
const calls = 50;
const onPage = 100;
const path = '/2/posts/search/all';

/** The queries, each with the largest share of a full scan's time that it may take. */
const cases = [
  ['a rare word', 'zebra', 0.02],
  ['a frequent word', 'w1', 0.05],
  ['a phrase', '"w1 w2"', 0.1],
  ['a negation', 'w1 -w2', 0.1],
  ['no hit', 'unheard', 0.01],
] as const;

const bearer = initialCredentials.find((each) => each.kind === 'app')!;

/** The first search of a platform, and the longest turn until its index is built: in processor time. */
async function first(size: number): Promise<Figure[]> {
  const rows = peopleWrite(size);
  const before = timed(() => scan('zebra', rows));
  let turns = 0;
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  const turn = () => {
    turns++;
    return tick();
  };
  const platform = createPlatform({ snapshot: withPosts(rows), turn });
  await platform.do('portal.setAbuse', false);
  await platform.handle(requestOf('"')); // loads the modules of search
  await platform.clock.advance(1000);
  const spent = stopwatch();
  const outcome = await platform.handle(requestOf('zebra'));
  const answered = spent();
  demandHits(outcome, 10);
  // Rows of a platform have another shape, for which the same code is compiled again: the floor is scanned twice, too.
  const scanned = (before + timed(() => scan('zebra', rows))) / 2;
  let longest = 0;
  // The index is complete when no more turns are requested.
  for (let idle = 0; idle < 50; idle++) {
    const count = turns;
    longest = Math.max(longest, await timedAsync(tick));
    if (turns > count) idle = 0;
  }
  return [
    {
      what: `the first search in ${short(size)} posts, to a look at each`,
      value: answered / scanned,
      aim: 1,
      detail: `${answered.toFixed(0)} and ${scanned.toFixed(0)} ms`,
    },
    {
      what: `making the index of ${short(size)} posts, the longest that others wait`,
      value: longest,
      aim: 200,
      unit: 'ms',
      detail: `in ${turns} turns`,
    },
  ];
}

/** Whole calls compared with the evaluator alone, which scans every post; and the memory of the index. */
export async function searching(): Promise<Figure[]> {
  const figures: Figure[] = await first(300_000);
  for (const size of sizes) {
    const rows = peopleWrite(size);
    const platform = createPlatform({ snapshot: withPosts(rows) });
    await platform.do('portal.setAbuse', false);
    for (const [what, query, aim] of cases) {
      const scans: number[] = [];
      const pages: number[] = [];
      for (let round = 0; round < rounds; round++) {
        let found = 0;
        scans.push(timed(() => (found = scan(query, rows))));
        pages.push(await measure(platform, query, Math.min(found, onPage)));
      }
      const [scanned, page] = [median(scans), median(pages)];
      figures.push({
        what: `search for ${what} in ${short(size)} posts, to a look at each`,
        value: page / scanned,
        aim,
        detail: `${page.toFixed(2)} and ${scanned.toFixed(0)} ms`,
      });
    }
    figures.push(memory(`search index of ${short(size)} posts`, rows));
  }
  const numbered = Array.from({ length: sizes[1]! }, (_, at) => postRow(at, sizes[1]!));
  return [...figures, memory(`… of ${short(sizes[1]!)}, each with a word of its own`, numbered)];
}

function memory(what: string, rows: readonly Row[]): Figure {
  const posts = rows as readonly object[] as readonly Post[];
  const text = posts.reduce((sum, post) => sum + Buffer.byteLength(post.text), 0);
  let index: SearchIndex | null = null;
  sweep();
  const time = timed(() => (index = new SearchIndex(posts)));
  const { byteLength } = index!;
  return {
    what: `${what}, memory to that of their text`,
    value: byteLength / text,
    aim: 1.5,
    detail: `${(byteLength / 1e6).toFixed(1)} and ${(text / 1e6).toFixed(1)} MB, made in ${time.toFixed(0)} ms`,
  };
}

function scan(text: string, rows: readonly Row[]): number {
  const parsed = parseQuery(text);
  if (isFlaw(parsed)) throw new Error(parsed.says);
  const query = bind(parsed, {} as Read);
  let found = 0;
  for (const row of rows) if (matches(query, new Subject(row as object as Post))) found++;
  return found;
}

/** Milliseconds per call, the median of a round. */
async function measure(platform: Platform, query: string, expected: number): Promise<number> {
  const request = requestOf(query);
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    await platform.clock.advance(1000);
    const start = performance.now();
    const outcome = await platform.handle(request);
    times.push(performance.now() - start);
    demandHits(outcome, expected);
  }
  return median(times);
}

function requestOf(query: string): HttpRequest {
  const inputs = encodeForm(Object.entries({ query, max_results: String(onPage) }));
  return {
    method: 'GET',
    url: `https://api.svc.example${path}?${inputs}`,
    headers: [['authorization', `Bearer ${bearer.bearer_token}`]],
  };
}

/** A benchmark of refusals would be worthless. */
function demandHits(outcome: Awaited<ReturnType<Platform['handle']>>, expected: number): void {
  const { meta } = JSON.parse('body' in outcome ? new TextDecoder().decode(outcome.body) : '{}') as {
    meta?: { result_count: number };
  };
  if (meta?.result_count !== expected) throw new Error(`Not ${expected} posts: ${JSON.stringify(outcome)}`);
}

/** Posts of 6 to 15 words out of 50,000, with the frequencies of a natural language (Zipf); ten have a rare word. */
function peopleWrite(count: number): Row[] {
  const chance = dice();
  const shares: number[] = [];
  for (let word = 0, sum = 0; word < 50_000; word++) shares.push((sum += 1 / (word + 2)));
  const word = (): string => {
    const drawn = chance() * shares.at(-1)!;
    let [low, high] = [0, shares.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (shares[middle]! < drawn) low = middle + 1;
      else high = middle;
    }
    // Frequent words are short, in most languages.
    return `w${low + 1}${'aeiou'.repeat(2).slice(0, Math.floor(Math.log10(low + 1) * 1.5))}`;
  };
  return Array.from({ length: count }, (_, at) => {
    const words = Array.from({ length: 6 + Math.floor(chance() * 10) }, word);
    if (at % (count / 10) === 5) words.push('zebra');
    return { ...postRow(at, count), text: words.join(' ') };
  });
}

/** With a separate generator (mulberry32): the same words in every run. */
function dice(): () => number {
  let seed = 5849;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
