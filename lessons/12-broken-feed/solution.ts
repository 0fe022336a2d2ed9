import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import {
  faults,
  feedsPath,
  fixed,
  merchant,
  productsUrl,
  saleFault,
  saleUrl,
  shopApp,
  shopHost,
} from './shop.ts';

/** Long enough for everything that is due at this moment. */
const aMoment = 1000;
export const hour = 3_600_000;

/** Creates a feed as the page does, starting at six in the morning. Returns its id. */
export async function makeFeed(
  learner: Learner,
  feed_url: string,
  feed_format = 'CSV',
  frequency = 'HOURLY',
): Promise<string> {
  const { json } = await learner.user(merchant, shopApp).post(feedsPath, {
    ...{ feed_url, feed_format, frequency, start_time: '2026-03-02T06:00:00', time_zone: 'UTC' },
  });
  return json.data.id;
}

export async function runFeed(learner: Learner, id: string): Promise<void> {
  await learner.do('feeds.run', id);
  await learner.advance(aMoment);
}

/** The newest feed. */
export async function feedId(learner: Learner): Promise<string> {
  const { json } = await learner.user(merchant, shopApp).get(feedsPath);
  return json.data.at(-1)?.id ?? '';
}

export const save = (learner: Learner, program: string) => learner.do('receivers.save', shopHost, program);

export const written = faults.map(({ line, column }) => `${line} ${column}`).join(', ');

export const solution: Solution = [
  async (learner) => runFeed(learner, await makeFeed(learner, productsUrl)),
  async (learner) => learner.write(written),
  async (learner) => {
    await save(learner, fixed());
    await runFeed(learner, await feedId(learner));
  },
  async (learner) => learner.advance(hour),
  async (learner) => {
    await save(learner, fixed([...faults, saleFault]));
    await runFeed(learner, await makeFeed(learner, saleUrl, 'TSV'));
  },
];
