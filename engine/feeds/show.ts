/** How feeds and runs look on the wire (choice: catalog-feeds). */
import type { Read } from '../state/state.ts';
import type { FeedRun, ProductFeed } from '../state/tables/catalog.ts';
import { lastRun } from './queue.ts';
import { rejectionsOf } from './rejected.ts';

/** Most rejected rows in an answer. */
const errorsShown = 100;

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

export function showFeed(
  { id, catalog_id, taken: _, created_at, updated_at, ...rest }: ProductFeed,
  tables: Pick<Read, 'feed_runs' | 'feed_rejections'>,
): object {
  const last = lastRun(id, tables);
  return {
    ...{ id, product_catalog_id: catalog_id, ...rest },
    ...{ created_at: iso(created_at), updated_at: iso(updated_at) },
    last_run: last && showFeedRun(last, tables),
  };
}

export function showFeedRun(run: FeedRun, { feed_rejections }: Pick<Read, 'feed_rejections'>): object {
  const { status, started_at, finished_at, counts, failure } = run;
  const { bytes, rows, created, updated, unchanged, rejected } = counts;
  return {
    ...{ status, started_at: isoOrNull(started_at), finished_at: isoOrNull(finished_at) },
    ...{ bytes, rows, accepted: created + updated + unchanged, rejected },
    failure: failure && { reason: failure.reason, message: failure.message, line: failure.line },
    errors: rejectionsOf(run.id, 0, errorsShown, feed_rejections).map(({ line, column, message }) => ({
      ...{ line, column, reason: message },
    })),
  };
}
