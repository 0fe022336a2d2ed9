import { blocksOf } from '../../../engine/state/store/snapshot.ts';
import { State } from '../../../engine/state/state.ts';
import type { Post } from '../../../engine/state/tables/posts.ts';
import { median, short, sweep, timed } from './figure.ts';
import type { Figure } from './figure.ts';
import { now, postRows, withPosts } from './world.ts';

const few = 5000;
const many = 200_000;
const rounds = 5;

/** All posts of one author go in one transaction, and come back in one, in an order of chance. */
export function changing(): Figure[] {
  const [small, large] = [world(few), world(many)];
  const times = [small, large].map(() => ({ removing: [] as number[], inserting: [] as number[] }));
  for (let round = 0; round <= rounds; round++)
    for (const [at, each] of [small, large].entries()) {
      // As many rows, so that both fill the heap alike.
      const turns = Math.ceil(many / each.posts.length / 4);
      const spent = { removing: 0, inserting: 0 };
      sweep();
      for (let turn = 0; turn < turns; turn++) {
        spent.removing += remove(each);
        spent.inserting += insert(each);
      }
      if (round === 0) continue; // until the code is compiled
      for (const name of ['removing', 'inserting'] as const)
        times[at]![name].push((spent[name] / turns / each.posts.length) * 1000);
    }
  return (['removing', 'inserting'] as const).map((name) => {
    const [a, b] = times.map((each) => median(each[name]));
    return {
      what: `${name} ${short(many)} in random order, cost a row to that of ${short(few)}`,
      value: b! / a!,
      aim: 2,
      detail: `${b!.toFixed(2)} and ${a!.toFixed(2)} µs a row`,
    };
  });
}

interface World {
  readonly state: State;
  readonly posts: readonly Post[];
}

function world(count: number): World {
  const state = new State({ ...withPosts([]), blocks: blocksOf(withPosts(postRows(count))) }, () => now);
  const posts = [...state.tables.posts.values()];
  return { state, posts: shuffled(posts) };
}

const remove = ({ state, posts }: World): number =>
  timed(() => {
    state.transact((write) => {
      for (const { id } of posts) write.posts.remove(id);
    });
    state.journal.take();
  });

const insert = ({ state, posts }: World): number =>
  timed(() => {
    state.transact((write) => {
      for (const post of posts) write.posts.insert(post);
    });
    state.journal.take();
  });

/** By a generator of its own (mulberry32): the same order in every run. */
function shuffled<T>(values: readonly T[]): T[] {
  const result = [...values];
  let seed = 5849;
  for (let at = result.length - 1; at > 0; at--) {
    seed = (seed + 0x6d2b79f5) | 0;
    const mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    const other = ((mixed ^ (mixed >>> 14)) >>> 0) % (at + 1);
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}
