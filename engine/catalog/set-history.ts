/** How changes of products moved products into and out of a filtered set since it was saved, as the page shows it. */
import { known } from '../checked/known.ts';
import type { Read, StateView } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import type { Product, ProductFilter, ProductSet } from '../state/tables/catalog.ts';
import { passes } from './filters.ts';
import { valueOf } from './funnel.ts';
import { membershipsOf } from './membership.ts';
import type { Cause, Move, MoveCounts } from './moves.ts';
import type { Members } from './members.ts';

/** An API call or a feed run. `feedUrl` is null if the feed was deleted. */
export type ToldCause =
  | { readonly type: 'call' }
  | { readonly type: 'run'; readonly runId: string; readonly feedUrl: string | null };

/** A product that entered or left the set. */
export interface Moved {
  readonly moved: 'came' | 'went';
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly cause: ToldCause;
  readonly product_key: string;
  readonly id: string;
  readonly title: string;
  readonly price: string;
  /** The attribute value that made the difference; null for a product that was created or removed. */
  readonly change: {
    readonly attribute: ProductFilter['attribute'];
    readonly before: string | null;
    readonly after: string | null;
  } | null;
}

export interface SetHistory extends MoveCounts {
  /** When recording began, epoch ms on the platform's clock. */
  readonly since: number;
  /** The latest moves, latest first. */
  readonly entries: readonly Moved[];
  /** The latest causes, latest first. */
  readonly causes: readonly (MoveCounts & { readonly cause: ToldCause })[];
  /** Earlier runs, with the counts of the set from their reports, latest first, at most `mostEarlier`. */
  readonly earlier: readonly EarlierRun[];
}

/** Counted with the filters that the set had at that time. */
export interface EarlierRun extends MoveCounts {
  readonly runId: string;
  readonly feedUrl: string;
  /** When the run ended, epoch ms on the platform's clock. */
  readonly at: number;
}

export const mostEarlier = 5;

type View = Pick<StateView, 'journal' | 'now' | 'tables' | 'turn'>;

/** null for a set that is incomplete, has no filters, or does not exist. */
export async function historyOf(
  setId: string,
  state: View,
  turn: () => Promise<void>,
): Promise<SetHistory | null> {
  const memberships = membershipsOf(state);
  const find = () => state.tables.product_sets.get(setId);
  for (let set = find(); set?.filters && !set.processing; set = find()) {
    if (memberships.look(set)) return told(set, set.filters, memberships.of(set), state);
    await turn();
  }
  return null;
}

function told(set: ProductSet, filters: Filters, members: Members, { tables }: View): SetHistory {
  const moves = known(members.moves, 'moves of a set that was looked at');
  const tell = (cause: Cause): ToldCause =>
    cause.type === 'call'
      ? cause
      : {
          ...{ type: 'run', runId: cause.runId },
          feedUrl: tables.product_feeds.get(cause.feedId)?.feed_url ?? null,
        };
  return {
    since: moves.since,
    ...moves.counts,
    entries: moves.entries.map((move) => ({
      ...movedOf(move, filters),
      at: move.occasion.at,
      cause: tell(move.occasion.cause),
    })),
    causes: moves.causes.toReversed().map((each) => ({ ...each, cause: tell(each.cause) })),
    earlier: earlierRuns(set, moves.since, tables),
  };
}

function earlierRuns(
  set: ProductSet,
  since: number,
  { feed_runs, product_feeds }: Read,
): readonly EarlierRun[] {
  const found: EarlierRun[] = [];
  for (const feed of product_feeds.rowsBy('catalog', set.catalog_id))
    for (const place of feed_runs.range('feed', feed.id).descending()) {
      const { id, finished_at: at, sets } = feed_runs.must(keyAt(place));
      const change = sets?.find(({ set_id }) => set_id === set.id);
      if (!change || at === null || at >= since) continue;
      const { came, went } = change;
      found.push({ runId: id, feedUrl: feed.feed_url, at, came, went });
    }
  return found.sort((one, other) => other.at - one.at).slice(0, mostEarlier);
}

type Filters = readonly ProductFilter[];

function movedOf({ isIn, before, after }: Move, filters: Filters): Omit<Moved, 'at' | 'cause'> {
  const { product_key, id, title, price } = known(after ?? before, 'product that moved');
  const change = before && after ? changeBetween(before, after, filters) : null;
  return { moved: isIn ? 'came' : 'went', product_key, id, title, price, change };
}

/** The first filter that one of the two passes and the other fails. */
function changeBetween(before: Product, after: Product, filters: readonly ProductFilter[]): Moved['change'] {
  const decisive = filters.find((each) => passes(each)(before) !== passes(each)(after));
  if (!decisive) return null;
  const { attribute } = decisive;
  return { attribute, before: valueOf(before, attribute), after: valueOf(after, attribute) };
}
