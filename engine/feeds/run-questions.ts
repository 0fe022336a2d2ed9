/**
 * Questions about one feed and its runs. What changes during a run is separate from what stays, so that a run can be
 * watched.
 */
import { number, text, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { Read, State } from '../state/state.ts';
import type { FeedRun, FeedTrace, SetChange } from '../state/tables/catalog.ts';
import { hasEnded, lastRun, rejectionsKept, runsKept } from './queue.ts';
import { headOf, rowsOf } from './rejected-file.ts';
import { rejectedLine, rejectionsOf, textsOf } from './rejected.ts';
import type { RejectedLine } from './rejected.ts';
import { dueAfter } from './schedule.ts';
import { feedView } from './views.ts';
import type { MerchantFeed } from './views.ts';

export interface Needs {
  readonly state: State;
}

export interface FeedDetail extends MerchantFeed {
  readonly catalog: { readonly id: string; readonly name: string };
  /** The owner of the catalog. */
  readonly owner: { readonly id: string; readonly username: string };
  /** How many of its runs are kept. */
  readonly runsKept: number;
}

/** The part of a run that stays the same after its first rows. */
export interface RunHead extends Pick<FeedRun, 'id' | 'columns'> {
  readonly feed: FeedDetail;
  /** How many of its rejected rows are kept at most. */
  readonly rejectionsKept: number;
}

/** The part of a run that changes while it runs. */
export interface RunFigures extends Omit<FeedRun, 'columns' | 'sets'>, Omit<FeedTrace, 'run_id'> {
  readonly sets: readonly NamedSetChange[] | null;
  /** The run that a queued one waits for; null if the run is not queued, or is about to begin. */
  readonly waitsFor: { readonly runId: string; readonly feedUrl: string } | null;
}

export interface NamedSetChange extends SetChange {
  /** null if the set was deleted since. */
  readonly name: string | null;
}

/** When a feed is due while the clock jumps. */
export interface PlannedRuns {
  readonly feedUrl: string;
  /** Epoch ms, ascending. */
  readonly times: readonly number[];
  /** Whether there are more than these. */
  readonly isMore: boolean;
}

export interface RunUnderWay {
  readonly runId: string;
  readonly feedUrl: string;
  /** The share of the announced bytes that were read; null if it is not known. */
  readonly share: number | null;
}

function detailOf(feedId: string, tables: Read): FeedDetail | null {
  const feed = tables.product_feeds.get(feedId);
  const catalog = feed && tables.catalogs.get(feed.catalog_id);
  if (!catalog) return null;
  const { username } = tables.users.must(catalog.owner_id);
  return {
    ...feedView(feed, tables),
    catalog: { id: catalog.id, name: catalog.name },
    owner: { id: catalog.owner_id, username },
    runsKept,
  };
}

/** A feed with its catalog; null if it was deleted. */
const feed = question(tuple(text), ({ state }: Needs, id) => detailOf(id, state.tables));

/** The unchanging part of a run; null if it is no longer kept. */
const run = question(tuple(text), ({ state: { tables } }: Needs, id): RunHead | null => {
  const found = tables.feed_runs.get(id);
  const of = found && detailOf(found.feed_id, tables);
  return of ? { id, columns: found.columns, feed: of, rejectionsKept } : null;
});

/** The changing part of a run, asked repeatedly while it runs; null if it is no longer kept. */
const figures = question(tuple(text), ({ state }: Needs, id): RunFigures | null => {
  const { tables } = state;
  const found = tables.feed_runs.get(id);
  if (!found) return null;
  const { sets, ...moving } = withoutColumns(found);
  const { isPacked = false, slice = 1, rejected = [], samples = [] } = tables.feed_traces.get(id) ?? {};
  return {
    ...moving,
    ...{ isPacked, slice, rejected, samples },
    sets: sets && sets.map((change) => ({ ...change, name: nameOf(change.set_id, tables) })),
    waitsFor: found.status === 'QUEUED' ? aheadOf(found, tables) : null,
  };
});

const withoutColumns = ({ columns: _, ...rest }: FeedRun): Omit<FeedRun, 'columns'> => rest;

const nameOf = (setId: string, { product_sets }: Read): string | null =>
  product_sets.get(setId)?.name ?? null;

/** A catalog has one run at a time, in the order in which they were due. */
function aheadOf({ id, catalog_id, queued_at }: FeedRun, tables: Read): RunFigures['waitsFor'] {
  const ahead = tables.product_feeds
    .keysBy('catalog', catalog_id)
    .flatMap((key) => lastRun(key, tables) ?? [])
    .filter((other) => other.id !== id && !hasEnded(other) && other.queued_at <= queued_at)
    .sort(
      (a, b) => Number(b.status === 'RUNNING') - Number(a.status === 'RUNNING') || a.queued_at - b.queued_at,
    );
  const [first] = ahead;
  return first ? { runId: first.id, feedUrl: tables.product_feeds.must(first.feed_id).feed_url } : null;
}

/** The `nth` rejected row of a reason, an index into the run's reasons; null if it is not kept. */
const line = question(
  tuple(text, number, number),
  ({ state: { tables } }: Needs, runId, reason, nth): RejectedLine | null => {
    const found = tables.feed_runs.get(runId);
    const format = found && tables.product_feeds.get(found.feed_id)?.feed_format;
    return format ? rejectedLine(found, format, reason, nth, tables.feed_rejections) : null;
  },
);

/** Rejected rows per piece of their file. */
const inPiece = 500;

export interface RejectedPiece {
  readonly text: string;
  /** Where the next piece begins; null for the last piece. */
  readonly next: number | null;
}

/** The file of a run's kept rejected rows, in pieces, starting at 0. */
const rejectedFile = question(
  tuple(text, number),
  ({ state: { tables } }: Needs, runId, from): RejectedPiece | null => {
    const found = tables.feed_runs.get(runId);
    const format = found && tables.product_feeds.get(found.feed_id)?.feed_format;
    if (!format) return null;
    const rows = rejectionsOf(runId, from, inPiece, tables.feed_rejections);
    const head = from === 0 ? headOf(found.columns, format) : '';
    const next = rows.length === inPiece ? from + inPiece : null;
    return { text: head + rowsOf(rows, found.columns, format), next };
  },
);

/** The texts of the rows of one reason that are kept. */
const texts = question(
  tuple(text, number),
  ({ state: { tables } }: Needs, runId, reason): readonly string[] => {
    const found = tables.feed_runs.get(runId);
    return found ? textsOf(found, reason, tables.feed_rejections) : [];
  },
);

/** Most due times for a jump, over all feeds. */
const mostPlanned = 2000;

/** When feeds are due between two moments. */
const planned = question(
  tuple(number, number),
  ({ state: { tables } }: Needs, from, until): readonly PlannedRuns[] => {
    let left = mostPlanned;
    const all: PlannedRuns[] = [];
    for (const each of tables.product_feeds.values()) {
      const times: number[] = [];
      let due = dueAfter(each, from);
      while (due <= until && left > 0) {
        times.push(due);
        left--;
        due = dueAfter(each, due);
      }
      if (times.length > 0) all.push({ feedUrl: each.feed_url, times, isMore: due <= until });
    }
    return all;
  },
);

/** The runs that are under way now. */
const underWay = question(tuple(), ({ state: { tables } }: Needs): readonly RunUnderWay[] => {
  const all: RunUnderWay[] = [];
  for (const { id, feed_url } of tables.product_feeds.values()) {
    const last = lastRun(id, tables);
    if (last?.status !== 'RUNNING') continue;
    const { length, counts } = last;
    all.push({
      runId: last.id,
      feedUrl: feed_url,
      share: length ? Math.min(1, counts.bytes / length) : null,
    });
  }
  return all;
});

export const questions = { feed, run, figures, line, texts, rejectedFile, planned, underWay };
