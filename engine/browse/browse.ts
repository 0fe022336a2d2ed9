/** What there is in the world, whatever any caller may see (contract.ts). */
import type { World } from '../social/world.ts';
import type { Read, StateView } from '../state/state.ts';
import { compareKeys } from '../state/store/order.ts';
import { pairId } from '../state/tables/pairs.ts';
import { browsedKinds } from './contract.ts';
import type {
  Browse,
  BrowseMethod,
  Browsed,
  BrowsedKind,
  Census,
  Found,
  Marked,
  Standing,
} from './contract.ts';
import { shows, textOf } from './kinds.ts';
import { findPosts } from './posts.ts';

const tableOf = {
  users: 'users',
  posts: 'posts',
  lists: 'lists',
  folders: 'bookmark_folders',
  spaces: 'spaces',
  communities: 'communities',
  conversations: 'dm_conversations',
  jobs: 'compliance_jobs',
} as const satisfies Readonly<Record<BrowsedKind, keyof Read>>;

type Taken = (value: unknown) => boolean;
const isText: Taken = (value) => typeof value === 'string';
const isCount: Taken = (value) => Number.isInteger(value) && (value as number) >= 0;
const isKind: Taken = (value) => (browsedKinds as readonly unknown[]).includes(value);

const taken: Readonly<Record<BrowseMethod, readonly Taken[]>> = {
  census: [],
  find: [isKind, isText, isCount, isCount],
  look: [isKind, isText],
  between: [isText, isText],
  marks: [isText, isText],
};

/** Characters of a search. */
const longest = 512;
const mostRows = 100;

export class Browser implements Browse {
  constructor(private readonly world: World & { readonly state: StateView }) {}

  ask(method: string, args: readonly (string | number)[]): unknown {
    const takes = Object.hasOwn(taken, method) ? taken[method as BrowseMethod] : null;
    if (!takes || args.length !== takes.length || !takes.every((isTaken, at) => isTaken(args[at])))
      throw new TypeError(`${method} is not asked so`);
    const [first, second, from, most] = args as readonly [BrowsedKind, string, number, number];
    switch (method as BrowseMethod) {
      case 'census':
        return this.census();
      case 'find':
        return this.find(first, second, from, most);
      case 'look':
        return this.look(first, second);
      case 'between':
        return this.between(first, second);
      case 'marks':
        return this.marks(first, second);
    }
  }

  census(): Census {
    const { tables } = this.world;
    const counts = Object.fromEntries(
      Object.entries(tableOf).map(([kind, table]) => [kind, tables[table].size]),
    ) as Record<BrowsedKind, number>;
    let [oldest, newest] = [Infinity, -Infinity];
    for (const { created_at } of tables.posts.values()) {
      if (created_at < oldest) oldest = created_at;
      if (created_at > newest) newest = created_at;
    }
    return counts.posts === 0 ? { counts, oldest: null, newest: null } : { counts, oldest, newest };
  }

  find(kind: BrowsedKind, search: string, from: number, most: number): Found {
    if (search.length > longest)
      return { rows: [], total: 0, problem: `A search has at most ${longest} characters.` };
    const keys = this.#found(kind, search.trim());
    if ('problem' in keys) return { rows: [], total: 0, problem: keys.problem };
    const rows = keys.slice(from, from + Math.min(most, mostRows)).map((key) => this.look(kind, key)!);
    return { rows, total: keys.length, problem: null };
  }

  #found(kind: BrowsedKind, search: string): readonly string[] | { readonly problem: string } {
    if (search === '') return this.#keys(kind);
    if (kind === 'posts') return findPosts(search, this.world.state);
    const words = search.toLowerCase().split(/\s+/);
    return this.#keys(kind).filter((key) => this.#has(kind, key, words));
  }

  look(kind: BrowsedKind, id: string): Browsed | null {
    return shows[kind](id, this.world);
  }

  between(userId: string, otherId: string): Standing {
    const { follows, follow_requests, mutes, blocks } = this.world.tables;
    const [there, back] = [pairId(userId, otherId), pairId(otherId, userId)];
    return {
      follows: follows.get(there) !== undefined,
      asks: follow_requests.get(there) !== undefined,
      mutes: mutes.get(there) !== undefined,
      blocks: blocks.get(there) !== undefined,
      isFollowed: follows.get(back) !== undefined,
      isAsked: follow_requests.get(back) !== undefined,
      isBlocked: blocks.get(back) !== undefined,
    };
  }

  marks(userId: string, ids: string): Marked {
    const { likes, bookmarks, posts } = this.world.tables;
    const all = ids.split(',').slice(0, mostRows);
    const isReposted = (id: string): boolean =>
      posts.keysBy('reposted', id).some((key) => posts.get(key)!.author_id === userId);
    return {
      liked: all.filter((id) => likes.get(pairId(userId, id))),
      reposted: all.filter(isReposted),
      bookmarked: all.filter((id) => bookmarks.get(pairId(userId, id))),
    };
  }

  /** The newest first; users in the order in which they came. */
  #keys(kind: BrowsedKind): string[] {
    const { tables } = this.world;
    if (kind === 'users') return Array.from(tables.users.values(), ({ id }) => id);
    if (kind === 'spaces')
      return Array.from(tables.spaces.values())
        .sort((one, other) => other.starts_at - one.starts_at)
        .map(({ id }) => id);
    if (kind === 'conversations') return this.#conversations();
    return Array.from<{ readonly id: string }, string>(
      (tables[tableOf[kind]] as Read['lists']).values() as Iterable<{ id: string }>,
      ({ id }) => id,
    ).sort((one, other) => compareKeys(other, one));
  }

  /** By the last thing said in them. */
  #conversations(): string[] {
    const { dm_conversations, dm_events } = this.world.tables;
    const last = ({ id }: { readonly id: string }) => {
      const [place] = dm_events.range('conversation', id).descending();
      return { id, at: String(place?.[0] ?? '0') };
    };
    return Array.from(dm_conversations.values(), last)
      .sort((one, other) => compareKeys(other.at, one.at))
      .map(({ id }) => id);
  }

  #has(kind: Exclude<BrowsedKind, 'posts'>, key: string, words: readonly string[]): boolean {
    const text = textOf[kind](key, this.world).toLowerCase();
    return words.every((word) => text.includes(word));
  }
}
