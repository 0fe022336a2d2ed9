/** What the parts of the seeded population share: people, random numbers, the current time, and ids that match times. */
import { itemAt } from '../../checked/known.ts';
import { follow } from '../../social/follows.ts';
import { firstIdAt } from '../../state/ids.ts';
import { Random } from '../../state/random.ts';
import type { StateView, Write } from '../../state/state.ts';
import { pairId } from '../../state/tables/pairs.ts';
import type { Person } from './people.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

/** Tables of pairs, with their fields. */
const relations = {
  follow_requests: ['source_user_id', 'target_user_id'],
  mutes: ['source_user_id', 'target_user_id'],
  blocks: ['source_user_id', 'target_user_id'],
  likes: ['user_id', 'post_id'],
  bookmarks: ['user_id', 'post_id'],
  filed_bookmarks: ['folder_id', 'post_id'],
  list_members: ['list_id', 'user_id'],
  list_follows: ['user_id', 'list_id'],
  pinned_lists: ['user_id', 'list_id'],
  space_buyers: ['space_id', 'user_id'],
  space_posts: ['space_id', 'post_id'],
  community_members: ['community_id', 'user_id'],
} as const;

export class Town {
  readonly random: Random;
  /** Epoch ms: everything here happened before it, or is planned for later. */
  readonly now: number;
  #lastId = 0n;

  constructor(
    readonly people: readonly Person[],
    readonly state: StateView,
    readonly write: Write,
    seed: string,
  ) {
    this.random = Random.seeded(`${seed}:population`);
    this.now = Math.floor(state.now());
  }

  chance(share: number): boolean {
    return this.random.below(1000) < share * 1000;
  }

  pick<T>(list: readonly T[]): T {
    return itemAt(list, this.random.below(list.length));
  }

  /** A random time between the two, in epoch ms. */
  between(from: number, to: number): number {
    return from + Math.floor(((to - from) * this.random.uint32()) / 2 ** 32);
  }

  /** An id for that time that no row of the table has; ids ascend with their times. */
  idAt(at: number, table: 'posts' | 'polls' | 'dm_events' | 'dm_conversations'): string {
    const first = BigInt(firstIdAt(at)) + 4096n;
    let id = first > this.#lastId ? first : this.#lastId + 1n;
    while (this.state.tables[table].get(String(id))) id++;
    this.#lastId = id;
    return String(id);
  }

  /** The next messages or posts begin at an earlier time. */
  rewind(): void {
    this.#lastId = 0n;
  }

  /** Adds a relation since that time; an existing one stays unchanged. */
  relate(table: keyof typeof relations, one: string, other: string, at: number): void {
    const id = pairId(one, other);
    if (this.state.tables[table].get(id)) return;
    const [first, second] = relations[table];
    (this.write[table].insert as (row: object) => void)({ id, [first]: one, [second]: other, at });
  }

  follows(source: string, target: string): boolean {
    return this.state.tables.follows.get(pairId(source, target)) !== undefined;
  }

  follow(source: string, target: string, at: number): void {
    if (!this.follows(source, target)) follow(source, target, at, this.write);
  }
}
