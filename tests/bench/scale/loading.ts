import { createPlatform } from '../../../engine/index.ts';
import type { Platform, Row } from '../../../engine/inside.ts';
import { median, short, sweep, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { postRows, withPosts } from './world.ts';

const count = 1_000_000;
const rounds = 7;

export function loading(): Figure[] {
  const [filled, loaded] = [[] as number[], [] as number[]];
  let beyond = 0;
  for (let round = 0; round < rounds; round++) {
    filled.push(withRows((rows) => timed(() => fill(rows))));
    loaded.push(
      withRows((rows) => {
        const before = process.memoryUsage().heapUsed;
        let platform: Platform | undefined;
        const time = timed(() => (platform = createPlatform({ snapshot: withPosts(rows) })));
        sweep();
        beyond = (process.memoryUsage().heapUsed - before) / 1e6;
        if (platform!.snapshot().tables['posts']!.length !== count) throw new Error('Rows are missing');
        return time;
      }),
    );
  }
  // Neighbours in time are compared: the same Map takes half as long again in another minute.
  const ratios = filled.map((fill, round) => loaded[round]! / fill);
  return [
    {
      what: `loading ${short(count)} posts, to filling one Map with them`,
      value: median(ratios),
      aim: 3,
      detail: `${median(loaded).toFixed(0)} and ${median(filled).toFixed(0)} ms; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    },
    {
      what: `heap beyond the rows, at ${short(count)} posts`,
      value: beyond,
      aim: 120,
      unit: 'MB',
      detail: 'heapUsed',
    },
  ];
}

/** Rows of their own for every turn: the second look at a text is cheaper than the first. */
function withRows<T>(work: (rows: readonly Row[]) => T): T {
  const rows = postRows(count);
  sweep();
  const result = work(rows);
  if (rows.length !== count) throw new Error('Rows are missing'); // they live until here
  return result;
}

const fill = (rows: readonly Row[]): Map<unknown, Row> => {
  const map = new Map<unknown, Row>();
  for (const row of rows) map.set(row['id'], row);
  return map;
};
