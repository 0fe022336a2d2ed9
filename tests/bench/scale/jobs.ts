import { createPlatform, families } from '../../../engine/inside.ts';
import { familyOf } from '../../../engine/declaration/family.ts';
import { median, sweep } from '../figure.ts';
import type { Figure } from '../figure.ts';

const rounds = 15;
const warmUp = 5;
const [few, many] = [500, 2000];
const day = 86_400_000;
const platformNow = 1_772_000_000_000;

/**
 * A jump over a day in which so many jobs fall due, each at a moment of its own. Beside the one with many there are as many
 * jobs in jumps with few, taken in turns: both leave as much behind for the collector.
 */
export async function jobs(): Promise<Figure[]> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < rounds + warmUp; round++) {
    const ofFew = await jumps(few, many / few);
    const ofMany = await jumps(many, 1);
    if (round < warmUp) continue; // until the code is compiled
    times.few.push(ofFew);
    times.many.push(ofMany);
  }
  const [a, b] = [median(times.few), median(times.many)];
  const detail = `${b.toFixed(1)} and ${a.toFixed(1)} ms`;
  return [{ what: `a jump over ${many} jobs to one over ${few}`, value: b / a, aim: 5, detail }];
}

/** Milliseconds of processor time of one of several jumps, with this many jobs each. */
export async function jumps(count: number, repeats: number, settle = sweep): Promise<number> {
  const snapshot = withJobs(count);
  const platforms = Array.from({ length: repeats }, () => createPlatform({ families: all, snapshot }));
  settle();
  ran = 0;
  const before = process.cpuUsage();
  for (const { clock } of platforms) await clock.advance(day);
  const { user, system } = process.cpuUsage(before);
  if (ran !== count * repeats) throw new Error(`${ran} of ${count * repeats} jobs ran`);
  return (user + system) / 1000 / repeats;
}

let ran = 0;
const counting = familyOf('counting', 'Counting', [], {
  jobs: [{ name: 'count' }],
  effects: [],
  load: () =>
    Promise.resolve({
      jobs: {
        count: {
          run: () => {
            ran++;
          },
        },
      },
      effects: {},
    }),
});

const all = [...families, counting];

const empty = createPlatform({ now: () => platformNow }).snapshot();

function withJobs(count: number) {
  const jobs = Array.from({ length: count }, (_, at) => ({
    id: `job ${at}`,
    name: 'count',
    // In random order (Knuth 6.4: the golden ratio scatters).
    due: platformNow + 1 + ((at * 2654435761) % day),
    every_ms: null,
    data: null,
  }));
  return { ...empty, tables: { ...empty.tables, jobs } };
}
