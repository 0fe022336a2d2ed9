/** Product feeds and their runs (choices: catalog-feeds, feed-fetch, feed-schedule). */
import { FeedUrl, feedUrlObjection, mostFeeds, Repeat, StartTime, TimeZone } from '../feeds/inputs.ts';
import { dueJob, hasEnded, lineOf, runsKept } from '../feeds/queue.ts';
import { rejectionsKept } from '../feeds/queue.ts';
import { mostOfField, mostOfText } from '../feeds/rows.ts';
import { rejectionsTogether } from '../state/tables/catalog-words.ts';
import type { FeedRejections, FeedRun, FeedTrace, ProductFeed } from '../state/tables/catalog.ts';
import { demand, firstOf, made, setBy, typed } from './door.ts';
import type { Admission, Objection } from './door.ts';
import { all, bySchema, moment } from './values.ts';

const setters = ['createProductFeed', 'updateProductFeed'];

export const product_feeds: Admission<ProductFeed> = {
  doors: {
    id: typed,
    catalog_id: typed,
    feed_url: setBy(setters, all<string>(bySchema(FeedUrl), feedUrlObjection)),
    feed_format: setBy(setters),
    frequency: setBy(setters),
    repeat: setBy(setters, bySchema(Repeat)),
    start_time: setBy(setters, bySchema(StartTime)),
    time_zone: setBy(setters, bySchema(TimeZone)),
    created_at: moment,
    updated_at: moment,
    taken: typed,
  },
  among: ({ id, catalog_id }, { product_feeds, jobs }) =>
    firstOf(
      demand(
        product_feeds.countBy('catalog', catalog_id) <= mostFeeds,
        'catalog_id',
        `has more than ${mostFeeds} feeds`,
      ),
      demand(jobs.get(dueJob(id)) !== undefined, 'id', 'has no job that makes it due'),
    ),
};

/** Texts from the file, or from the platform about the file. */
const short = (text: string | null): boolean => text === null || text.length <= mostOfField;

const texts =
  <T>(textsOf: (value: T) => readonly (string | null)[]): Objection<T> =>
  (value) =>
    textsOf(value).every(short) ? null : `has a text of more than ${mostOfField} characters`;

export const feed_runs: Admission<FeedRun> = {
  doors: {
    id: typed,
    feed_id: typed,
    catalog_id: typed,
    status: typed,
    queued_at: moment,
    started_at: moment,
    finished_at: moment,
    length: typed,
    counts: typed,
    failure: made(texts(({ reason, message }: NonNullable<FeedRun['failure']>) => [reason, message])),
    reasons: made(
      texts((reasons: FeedRun['reasons']) =>
        reasons.flatMap(({ column, message, example }) => [column, message, example]),
      ),
    ),
    changed: made(texts((changed: FeedRun['changed']) => changed.map(({ attribute }) => attribute))),
    columns: made(
      texts((columns: FeedRun['columns']) => columns.flatMap(({ name, attribute }) => [name, attribute])),
    ),
    sets: typed,
    absent: typed,
    lines: typed,
    turns_skipped: typed,
  },
  row: (run) =>
    demand(
      hasEnded(run) === (run.finished_at !== null),
      'finished_at',
      `does not fit a run that is ${run.status}`,
    ),
  among: (run, { feed_runs, product_feeds, outbox }) =>
    firstOf(
      demand(
        product_feeds.get(run.feed_id)?.catalog_id === run.catalog_id,
        'catalog_id',
        'is not the catalog of its feed',
      ),
      demand(feed_runs.countBy('feed', run.feed_id) <= runsKept, 'feed_id', `has more than ${runsKept} runs`),
      demand(
        hasEnded(run) || outbox.rowsBy('key', lineOf(run.catalog_id)).some(({ data }) => data === run.id),
        'status',
        `is ${run.status}, and the run is not in the outbox`,
      ),
    ),
};

export const feed_rejections: Admission<FeedRejections> = {
  doors: {
    id: typed,
    run_id: typed,
    rows: made((rows: FeedRejections['rows']) =>
      rows.every(
        ({ column, message, text, before, after }) =>
          short(column) &&
          short(message) &&
          [text, ...[...before, ...after].map((each) => each.text)].every(
            (each) => each === null || each.length <= mostOfText,
          ),
      )
        ? null
        : 'have a text that is too long',
    ),
  },
  row: ({ id, run_id }) => demand(id.startsWith(`${run_id}:`), 'id', `does not begin with ${run_id}:`),
  among: ({ run_id }, { feed_rejections }) =>
    demand(
      feed_rejections.countBy('run', run_id) <= rejectionsKept / rejectionsTogether + 1,
      'run_id',
      `has more than ${rejectionsKept} rejected rows`,
    ),
};

export const feed_traces: Admission<FeedTrace> = {
  doors: { run_id: typed, isPacked: typed, slice: typed, rejected: typed, samples: typed },
};
