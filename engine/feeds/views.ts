/** Feeds and their runs as the page shows them. */
import type { Read } from '../state/state.ts';
import type { FeedRun, FeedSample, ProductFeed } from '../state/tables/catalog.ts';
import { dueJob, runsOf } from './queue.ts';

export interface MerchantFeed extends Omit<ProductFeed, 'taken' | 'catalog_id'> {
  /** Epoch ms of the next fetch; null while it is being planned. */
  readonly due: number | null;
  /** Latest first. */
  readonly runs: readonly RunGist[];
}

export interface RunGist extends Pick<
  FeedRun,
  'id' | 'status' | 'queued_at' | 'started_at' | 'finished_at' | 'length' | 'counts'
> {
  /** Real ms from the start to the end or the latest sample; null if it was not measured. */
  readonly took: number | null;
}

type Tables = Pick<Read, 'feed_runs' | 'feed_traces' | 'jobs'>;

export function feedView({ taken: _, catalog_id: __, ...feed }: ProductFeed, tables: Tables): MerchantFeed {
  return {
    ...feed,
    due: tables.jobs.get(dueJob(feed.id))?.due ?? null,
    runs: runsOf(feed.id, tables).map((run) => gistOf(run, tables)),
  };
}

function gistOf(run: FeedRun, { feed_traces }: Pick<Tables, 'feed_traces'>): RunGist {
  const { id, status, queued_at, started_at, finished_at, length, counts } = run;
  const took = tookOf(feed_traces.get(id)?.samples ?? []);
  return { id, status, queued_at, started_at, finished_at, length, counts, took };
}

/** A machine without a clock reports 0. */
const tookOf = (samples: readonly FeedSample[]): number | null => samples.at(-1)?.ms || null;
