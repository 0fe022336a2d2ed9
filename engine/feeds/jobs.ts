/** The scheduled work of feeds. */
import { asText } from '../checked/known.ts';
import type { Services } from '../declaration/services.ts';
import type { JobHandler } from '../declaration/work.ts';
import type { Write } from '../state/state.ts';
import type { ProductFeed } from '../state/tables/catalog.ts';
import { dueJob, dueName, queueRun } from './queue.ts';
import { dueAfter } from './schedule.ts';

/** Plans the next run of a feed: after a time, or at its start time for null. */
export function planFeed(
  feed: ProductFeed,
  moment: number | null,
  write: Write,
  { jobs }: Pick<Services, 'jobs'>,
): void {
  const due = moment === null ? feed.created_at : dueAfter(feed, moment);
  jobs.plan(write, { id: dueJob(feed.id), name: dueName, due, data: feed.id });
}

export const jobs: Readonly<Record<typeof dueName, JobHandler>> = {
  [dueName]: {
    run({ now, data }, write, platform) {
      const feed = platform.tables.product_feeds.get(asText(data));
      if (!feed) return;
      queueRun(feed, write, platform);
      // This run stands for all missed ones.
      planFeed(feed, now, write, platform);
    },
  },
};
