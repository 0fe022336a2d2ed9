/** Queues, cancels and removes runs of feeds (choices: catalog-feeds, feed-schedule). */
import type { Services } from '../declaration/services.ts';
import type { Read, StateView, Write } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import type { FeedCounts, FeedRun, ProductFeed } from '../state/tables/catalog.ts';

/** Name of the undertaking of a run. Its data is the run's id. */
export const runName = 'feedRun';
/** Name of the job that makes a feed due. Its data is the feed's id. */
export const dueName = 'feed-due';

/** Most runs of a feed that are kept (choice: catalog-feeds). */
export const runsKept = 20;
/** Most rejected rows of a run that are kept (choice: catalog-feeds). */
export const rejectionsKept = 10_000;

export const noCounts: FeedCounts = {
  ...{ bytes: 0, unpacked: 0, rows: 0 },
  ...{ created: 0, updated: 0, unchanged: 0, rejected: 0, warned: 0 },
};

interface Needs {
  readonly state: Pick<StateView, 'tables' | 'nextId' | 'now'>;
  readonly outbox: Services['outbox'];
}

export const dueJob = (feedId: string): string => `${dueName}:${feedId}`;
export const hasEnded = ({ status }: FeedRun): boolean => status !== 'QUEUED' && status !== 'RUNNING';

/** The runs of a feed, latest first. */
export function runsOf(feedId: string, { feed_runs }: Pick<Read, 'feed_runs'>): FeedRun[] {
  return feed_runs.rowsBy('feed', feedId).reverse();
}

export function lastRun(feedId: string, { feed_runs }: Pick<Read, 'feed_runs'>): FeedRun | null {
  const [place] = feed_runs.range('feed', feedId).descending();
  return place ? feed_runs.must(keyAt(place)) : null;
}

/**
 * Puts a run into the queue of its catalog, after those that were due earlier. null if the feed's last run has not
 * ended, which then notes that a turn was skipped, or if the queue is full.
 */
export function queueRun(feed: ProductFeed, write: Write, { state, outbox }: Needs): FeedRun | null {
  const { tables } = state;
  const last = lastRun(feed.id, tables);
  if (last && !hasEnded(last)) {
    write.feed_runs.update(last.id, { turns_skipped: last.turns_skipped + 1 });
    return null;
  }
  const id = BigInt(state.nextId()).toString(36);
  if (outbox.enqueue(write, { effect: runName, key: lineOf(feed.catalog_id), data: id }) === null)
    return null;
  for (const old of runsOf(feed.id, tables).slice(runsKept - 1)) forgetRun(old, tables, write);
  return write.feed_runs.insert({
    ...{ id, feed_id: feed.id, catalog_id: feed.catalog_id, status: 'QUEUED' },
    ...{ queued_at: state.now(), started_at: null, finished_at: null },
    ...{
      length: null,
      counts: noCounts,
      failure: null,
      reasons: [],
      changed: [],
      columns: [],
      sets: null,
      absent: null,
      lines: 0,
      turns_skipped: 0,
    },
  });
}

export const lineOf = (catalogId: string): string => `catalog:${catalogId}`;

/** Ends a run that is waiting or under way, and removes it from its queue. */
export function cancelRun(run: FeedRun, write: Write, { state, outbox }: Needs): void {
  leaveLine(run, state.tables, write, outbox);
  write.feed_runs.update(run.id, { status: 'CANCELLED', finished_at: state.now() });
}

function leaveLine(
  { id, catalog_id }: FeedRun,
  { outbox: rows }: Pick<Read, 'outbox'>,
  write: Write,
  outbox: Needs['outbox'],
): void {
  const row = rows.rowsBy('key', lineOf(catalog_id)).find(({ data }) => data === id);
  if (row) outbox.drop(write, row.id);
}

function forgetRun(
  { id }: FeedRun,
  { feed_rejections, feed_traces }: Pick<Read, 'feed_rejections' | 'feed_traces'>,
  write: Write,
): void {
  for (const key of feed_rejections.keysBy('run', id)) write.feed_rejections.remove(key);
  if (feed_traces.get(id)) write.feed_traces.remove(id);
  write.feed_runs.remove(id);
}

/** Removes a feed with its runs. A run that is under way stops. */
export function removeFeed(
  feed: ProductFeed,
  tables: Read,
  write: Write,
  { jobs, outbox }: Pick<Services, 'jobs' | 'outbox'>,
): void {
  jobs.cancel(write, dueJob(feed.id));
  for (const run of runsOf(feed.id, tables)) {
    leaveLine(run, tables, write, outbox);
    forgetRun(run, tables, write);
  }
  write.product_feeds.remove(feed.id);
}
