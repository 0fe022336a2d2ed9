import type { Alternative } from '../format/lesson.ts';
import {
  faults,
  feedsPath,
  fixed,
  merchant,
  productsUrl,
  program,
  saleFault,
  saleUrl,
  shopApp,
} from './shop.ts';
import { feedId, hour, makeFeed, runFeed, save } from './solution.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'the call is made without a start, and its schedule begins at once' },
    async act(learner) {
      await learner
        .user(merchant, 'Northwind Courier')
        .post(feedsPath, { feed_url: productsUrl, feed_format: 'CSV', frequency: 'WEEKLY' });
      await learner.advance(1000);
    },
  },
  {
    ...{ step: 0, name: 'a feed of a wrong address is changed' },
    async act(learner) {
      const id = await makeFeed(learner, `${productsUrl}.gz`);
      await learner
        .user(merchant, shopApp)
        .send({ method: 'PUT', path: `${feedsPath}/${id}`, json: { feed_url: productsUrl } });
      await runFeed(learner, id);
    },
  },
  {
    ...{ step: 1, name: 'the columns come first, in another order' },
    act: async (learner) => learner.write('link: 9\nprice: 6\navailability: 8'),
  },
  {
    ...{ step: 1, name: 'in whole sentences, at the second try' },
    async act(learner) {
      learner.write('the price');
      learner.write('Line 6 has a wrong price, line 8 a wrong availability and line 9 a wrong link.');
    },
  },
  {
    ...{ step: 2, name: 'one row is fixed before the others' },
    async act(learner) {
      await save(learner, fixed(faults.slice(0, 1)));
      await runFeed(learner, await feedId(learner));
      await save(learner, fixed());
      await runFeed(learner, await feedId(learner));
    },
  },
  {
    ...{ step: 2, name: 'the schedule fetches what was fixed' },
    async act(learner) {
      await save(learner, fixed());
      await learner.advance(hour);
    },
  },
  {
    ...{ step: 3, name: 'the clock goes two hours further' },
    act: async (learner) => learner.advance(2 * hour),
  },
  {
    ...{ step: 4, name: 'it is read first, and fixed then' },
    async act(learner) {
      const id = await makeFeed(learner, saleUrl, 'TSV', 'DAILY');
      await runFeed(learner, id);
      await save(learner, fixed([saleFault], program));
      await runFeed(learner, id);
    },
  },
];
