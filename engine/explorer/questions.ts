/** Questions about all data of the world, regardless of what a caller may see (contract.ts). */
import { known, recordOf } from '../checked/known.ts';
import type { ReadTable } from '../state/store/table.ts';
import { isWhole, keysOf } from '../checked/is.ts';
import { nullable, oneOf, text, tuple } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { arriving } from '../declaration/arriving.ts';
import { question } from '../declaration/command.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import type { ReadWorldRecipe } from '../scenario-file/recipe.ts';
import type { WrittenRecipe } from '../scenario-file/recipe-of.ts';
import type { WrittenScenario } from '../scenario-file/written.ts';
import { isFlaw, parseQuery } from '../search/parser.ts';
import { operatorHelp } from '../search/operator-help.ts';
import { placesOf } from '../search/places.ts';
import type { World } from '../social/world.ts';
import type { Read, State, StateView } from '../state/state.ts';
import { compareKeys } from '../state/store/order.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { PopulationName } from '../state/tables/platform.ts';
import { accountsOf } from '../ads/access.ts';
import { businessTables, findBusiness, isBusiness, isOfAds, showBusiness } from './business.ts';
import { browsedKinds } from './contract.ts';
import type { Browsed, BrowsedKind, Census, Found, Marked, SocialKind, Standing } from './contract.ts';
import { shows, textOf } from './kinds.ts';
import { newPosts } from './new-posts.ts';
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
} as const satisfies Readonly<Record<SocialKind, keyof Read>>;

const count: Check<number> = (value): value is number => isWhole(value, 0);

/** Most characters of a search. */
const longest = 512;
const mostRows = 100;

const kindOf = oneOf(...browsedKinds);

export interface Needs extends World {
  readonly state: StateView;
  /** Adds the seeded users that do not exist yet. */
  readonly seedPopulation: (name?: PopulationName) => Promise<void>;
}

export interface Written {
  readonly state: State;
  readonly exchanges: ExchangeLog;
}

/** Questions that need all users, including those whom the scenario has not added yet. */
const asked = <A extends readonly unknown[], R>(takes: Check<A>, look: (world: Looking, ...args: A) => R) =>
  question(takes, async (world: Needs, ...args: A): Promise<R> => {
    await world.seedPopulation();
    const [kind] = args;
    if (typeof kind === 'string' && isBusiness(kind) && isOfAds(kind)) await world.seedPopulation('ads');
    return look(new Looking(world), ...args);
  });

export const questions = {
  census: asked(tuple(), (world) => world.census()),
  /** The rows from an offset, at most 100 at a time. */
  find: asked(tuple(kindOf, text, count, count), (world, ...args) => world.find(...args)),
  /** The operators of a search for posts. */
  operators: question(tuple(), () => operatorHelp),
  /** One row; null if it does not exist. */
  look: asked(tuple(kindOf, text), (world, kind, id) => world.look(kind, id)),
  /** The relation between two users, for a client that shows one of them to the other. */
  between: asked(tuple(text, text), (world, userId, otherId) => world.between(userId, otherId)),
  /** What a user did with posts: ids joined by commas, at most 100 of them. */
  marks: asked(tuple(text, text), (world, userId, ids) => world.marks(userId, ids)),
  /**
   * The posts after a given one that a user would read in their home timeline or, with the id of an author, among that
   * author's posts; null if there are none. The user's own reposts do not count as new.
   */
  newPosts: asked(tuple(text, nullable(text), text), (world, viewerId, authorId, afterId) =>
    newPosts(viewerId, authorId, afterId, world.world),
  ),
  /** The world as a scenario file; null for one that is too large. */
  scenario: question(tuple(), async ({ state, exchanges }: Written): Promise<WrittenScenario | null> => {
    const { writtenScenario } = await arriving(() => import('../scenario-file/written.ts'));
    return writtenScenario(state, exchanges);
  }),
  /** The world as a recipe, whose form is checked; null for one that is too large to be compared. */
  recipe: question(tuple(), async ({ state, exchanges }: Written): Promise<WrittenRecipe | null> => {
    const { writtenRecipe } = await arriving(() => import('../scenario-file/recipe-of.ts'));
    return writtenRecipe(state, exchanges);
  }),
  /** Checks the form of a recipe, given as JSON. */
  readRecipe: question(tuple(text), async (_: Written, recipe): Promise<ReadWorldRecipe> => {
    const { readRecipe } = await arriving(() => import('../scenario-file/recipe.ts'));
    return readRecipe(recipe);
  }),
  /** The advertiser accounts that a user may use. */
  adAccountsOf: question(tuple(text), async (world: Needs, userId) => {
    await world.seedPopulation('ads');
    return accountsOf(userId, world.tables).flatMap(({ id, name, deleted }) =>
      deleted ? [] : [{ id, name }],
    );
  }),
};

class Looking {
  constructor(readonly world: World & { readonly state: StateView }) {}

  census(): Census {
    const { tables } = this.world;
    const isDue = tables.platform.must('platform').populations_due.includes('ads');
    const allTables = { ...tableOf, ...businessTables };
    const counts = recordOf(keysOf(allTables), (kind) =>
      isDue && isBusiness(kind) && isOfAds(kind) ? null : tables[allTables[kind]].size,
    );
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
    const some = Math.min(most, mostRows);
    if (isBusiness(kind)) return findBusiness(kind, search.trim(), [from, some], this.world);
    const keys = this.#found(kind, search.trim());
    if ('problem' in keys) return { rows: [], total: 0, problem: keys.problem };
    const rows = keys.slice(from, from + some).map((key) => known(this.look(kind, key), key));
    const places = kind === 'posts' ? this.#places(search.trim(), rows) : null;
    return { rows, total: keys.length, problem: null, ...(places && { places }) };
  }

  /** null if the search has no words. */
  #places(search: string, rows: readonly Browsed[]): Found['places'] | null {
    const query = parseQuery(search);
    if (isFlaw(query)) return null;
    return Object.fromEntries(
      rows.map(({ id }) => [id, placesOf(query, this.world.tables.posts.must(id).text)]),
    );
  }

  #found(kind: SocialKind, search: string): readonly string[] | { readonly problem: string } {
    if (search === '') return this.#keys(kind);
    if (kind === 'posts') return findPosts(search, this.world.state);
    const words = search.toLowerCase().split(/\s+/);
    return this.#keys(kind).filter((key) => this.#has(kind, key, words));
  }

  look(kind: BrowsedKind, id: string): Browsed | null {
    return isBusiness(kind) ? showBusiness(kind, id, this.world) : shows[kind](id, this.world);
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
      posts.rowsBy('reposted', id).some((repost) => repost.author_id === userId);
    return {
      liked: all.filter((id) => likes.get(pairId(userId, id))),
      reposted: all.filter(isReposted),
      bookmarked: all.filter((id) => bookmarks.get(pairId(userId, id))),
    };
  }

  /** Newest first; users in the order of creation. */
  #keys(kind: SocialKind): string[] {
    const { tables } = this.world;
    if (kind === 'users') return Array.from(tables.users.values(), ({ id }) => id);
    if (kind === 'spaces')
      return Array.from(tables.spaces.values())
        .sort((one, other) => other.starts_at - one.starts_at)
        .map(({ id }) => id);
    if (kind === 'conversations') return this.#conversations();
    const table: ReadTable<{ readonly id: string }> = tables[tableOf[kind]];
    return Array.from(table.values(), ({ id }) => id).sort((one, other) => compareKeys(other, one));
  }

  /** Ordered by the latest message. */
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

  #has(kind: Exclude<SocialKind, 'posts'>, key: string, words: readonly string[]): boolean {
    const text = textOf[kind](key, this.world).toLowerCase();
    return words.every((word) => text.includes(word));
  }
}
