/** Reduces the rejected rows of runs before the latest one that has any, so that a feed's twenty runs stay small. */
import type { Read, Write } from '../state/state.ts';
import type { FeedRejection, FeedRun } from '../state/tables/catalog.ts';
import { runsOf } from './queue.ts';

/** How many rows of an earlier run keep their texts. None keeps the rows around it. */
const textsKept = 1000;

type Tables = Pick<Read, 'feed_runs' | 'feed_rejections'>;

/** Must be called when a run with rejected rows ends. */
export function thinEarlier({ id, feed_id }: FeedRun, tables: Tables, write: Write): void {
  for (const run of runsOf(feed_id, tables)) if (run.id !== id) thin(run.id, tables, write);
}

function thin(runId: string, { feed_rejections: kept }: Tables, write: Write): void {
  let before = 0;
  for (let part = 0; ; part++) {
    const chunk = kept.get(`${runId}:${part}`);
    if (!chunk) return;
    const rows = chunk.rows.map((row, at) => thinned(row, before + at < textsKept));
    if (rows.some((row, at) => row !== chunk.rows[at])) write.feed_rejections.put({ ...chunk, rows });
    before += chunk.rows.length;
  }
}

/** Returns the same row if there is nothing to remove. */
function thinned(row: FeedRejection, keepsText: boolean): FeedRejection {
  const isThin = row.before.length + row.after.length === 0 && (keepsText || row.text === null);
  if (isThin) return row;
  const rest = { ...row, before: [], after: [] };
  return keepsText ? rest : { ...rest, text: null, isWhole: false };
}
