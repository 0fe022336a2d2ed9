import { createPlatform } from '../../../engine/index.ts';
import type { Platform, Row } from '../../../engine/inside.ts';
import { median, short, sweep, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { postRows, withPosts } from './world.ts';

const count = 1_000_000;
const rounds = 7;

export async function loading(): Promise<Figure[]> {
  const [filled, loaded] = [[] as number[], [] as number[]];
  const beyond = { map: 0, platform: 0 };
  for (let round = 0; round < rounds; round++) {
    filled.push(
      withRows((rows) => {
        let map: Map<unknown, Row> | undefined;
        const before = heap();
        const time = timed(() => (map = fill(rows)));
        beyond.map = heap() - before;
        if (map!.size !== count) throw new Error('Rows are missing');
        return time;
      }),
    );
    loaded.push(
      withRows((rows) => {
        let platform: Platform | undefined;
        const before = heap();
        const time = timed(() => (platform = createPlatform({ snapshot: withPosts(rows) })));
        beyond.platform = heap() - before;
        if (platform!.snapshot().tables['posts']!.length !== count) throw new Error('Rows are missing');
        return time;
      }),
    );
    await new Promise((resolve) => setImmediate(resolve)); // until then, pending work keeps the platform alive
  }
  // Adjacent measurements are compared: a minute later the same Map takes half as long again.
  const ratios = filled.map((fill, round) => loaded[round]! / fill);
  return [
    {
      what: `loading ${short(count)} posts, to filling one Map with them`,
      value: median(ratios),
      aim: 3,
      detail: `${median(loaded).toFixed(0)} and ${median(filled).toFixed(0)} ms; ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    },
    {
      what: `memory beyond the rows, at ${short(count)} posts`,
      value: beyond.platform,
      aim: 50,
      unit: 'MB',
      detail: `heapUsed and external; a bare Map ${beyond.map.toFixed(0)}`,
    },
  ];
}

/** The used heap, in MB. */
function heap(): number {
  sweep();
  sweep(); // buffers are freed after the objects that hold them
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** New rows for every turn: a second look at a text is cheaper. */
function withRows<T>(work: (rows: readonly Row[]) => T): T {
  const rows = postRows(count);
  sweep();
  const result = work(rows);
  if (rows.length !== count) throw new Error('Rows are missing'); // keeps them alive until here
  return result;
}

const fill = (rows: readonly Row[]): Map<unknown, Row> => {
  const map = new Map<unknown, Row>();
  for (const row of rows) map.set(row['id'], row);
  return map;
};
