import { openSnapshot } from '../../../engine/state/open-snapshot.ts';
import { State } from '../../../engine/state/state.ts';
import type { Post } from '../../../engine/state/tables/posts.ts';
import { median, short, sweep, timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { now, postRows, withPosts } from './world.ts';

const few = 5000;
const many = 200_000;
const rounds = 5;

/** The order in which posts are removed: ascending, descending or random. */
const orders = {
  ascending: (posts: readonly Post[]) => posts,
  descending: (posts: readonly Post[]) => posts.toReversed(),
  random: shuffled,
} as const;

/**
 * One transaction removes all posts of one author, and another inserts them again, in each order. The large world is compared
 * with several small ones that have as many rows together, so that both touch the same amount of memory. A bare Map of the same rows is measured in the same turns:
 * a processor's cache makes it dearer at size too, so the figure is how much more the cost of a row grows than the Map's.
 */
export const changing = (): Figure[] => (['ascending', 'descending', 'random'] as const).flatMap(inOrder);

function inOrder(order: keyof typeof orders): Figure[] {
  const large = [world(many, order)];
  const small = Array.from({ length: many / few }, () => world(few, order));
  const bare = [small, large].map((worlds) => worlds.map(mapOf));
  const times = [small, large, ...bare].map(() => ({ removing: [] as number[], inserting: [] as number[] }));
  for (let round = 0; round <= rounds; round++)
    for (const [at, worlds] of [small, large, ...bare].entries()) {
      sweep();
      const rows = worlds.reduce((sum, { count }) => sum + count, 0);
      const removing = worlds.reduce((sum, each) => sum + timed(() => each.remove()), 0) / rows;
      const inserting = worlds.reduce((sum, each) => sum + timed(() => each.insert()), 0) / rows;
      if (round === 0) continue; // until the code is compiled
      times[at]!.removing.push(removing * 1000);
      times[at]!.inserting.push(inserting * 1000);
    }
  return (['removing', 'inserting'] as const).map((name) => {
    const [a, b, c, d] = times.map((each) => median(each[name]));
    const [growth, mapGrowth] = [b! / a!, d! / c!];
    return {
      what: `${name} in ${order} order, growth of a row's cost from ${short(few)} to ${short(many)}`,
      value: growth / mapGrowth,
      aim: 1.2,
      unit: "times a bare Map's",
      detail: `${a!.toFixed(2)} to ${b!.toFixed(2)} µs a row, ${growth.toFixed(2)} times; the Map ${mapGrowth.toFixed(2)} times, ${(c! * 1000).toFixed(0)} to ${(d! * 1000).toFixed(0)} ns`,
    };
  });
}

interface Changed {
  readonly count: number;
  remove(): void;
  insert(): void;
}

interface World extends Changed {
  readonly posts: readonly Post[];
}

/**
 * A world with this many posts of one author, which are removed and restored in one transaction each, in this order.
 */
export function world(count: number, order: keyof typeof orders = 'random'): World {
  const state = new State(openSnapshot(withPosts(postRows(count))), () => now);
  const posts = orders[order]([...state.tables.posts.values()]);
  return {
    count,
    posts,
    remove: () => {
      state.transact((write) => {
        for (const { id } of posts) write.posts.remove(id);
      });
      state.journal.take();
    },
    insert: () => {
      state.transact((write) => {
        for (const post of posts) write.posts.insert(post);
      });
      state.journal.take();
    },
  };
}

function mapOf({ count, posts }: World): Changed {
  const map = new Map(posts.map((post) => [post.id, post]));
  return {
    count,
    remove: () => {
      for (const { id } of posts) map.delete(id);
    },
    insert: () => {
      for (const post of posts) map.set(post.id, post);
    },
  };
}

/** With a separate generator (mulberry32): the same order in every run. */
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
