import type { Mistake } from '../format/lesson.ts';
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

const withoutRow = (code: string, has: string): string =>
  code
    .split('\n')
    .filter((line) => !line.includes(has))
    .join('\n');

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'a letter of the address is missing', told: 'The feed is of another address' },
    act: async (learner) => void (await makeFeed(learner, productsUrl.replace('products', 'product'))),
  },
  {
    ...{ step: 0, name: 'tabs are expected', told: 'The feed is read as TSV' },
    act: async (learner) => void (await makeFeed(learner, productsUrl, 'TSV')),
  },
  {
    ...{ step: 0, name: 'the address is not of https', told: 'The feed was refused' },
    act: async (learner) =>
      void (await learner.user(merchant, shopApp).post(feedsPath, {
        ...{ feed_url: productsUrl.replace('https', 'http'), feed_format: 'CSV', frequency: 'HOURLY' },
      })),
  },
  {
    ...{
      step: 0,
      name: 'the shop was fixed before it was read',
      told: 'The rows were fixed before they were read',
    },
    async act(learner) {
      await save(learner, fixed());
      await runFeed(learner, await makeFeed(learner, productsUrl));
    },
  },
  {
    ...{ step: 1, name: 'products are counted', told: 'The row with the wrong price is on another line' },
    act: async (learner) => learner.write('4 price, 6 availability, 7 link'),
  },
  {
    ...{ step: 1, name: 'another column is named', told: 'Line 9 is not rejected for its image_link' },
    act: async (learner) => learner.write('6 price, 8 availability, 9 image_link'),
  },
  {
    ...{ step: 1, name: 'one row is left out', told: '2 of the three rows are named' },
    act: async (learner) => learner.write('6 price, 9 link'),
  },
  {
    ...{ step: 1, name: 'no lines are named', told: 'No line with its column was read' },
    act: async (learner) => learner.write('rope, cup and knife'),
  },
  {
    ...{ step: 2, name: 'it is not saved', told: 'The shop still sends the same file' },
    act: async (learner) => runFeed(learner, await feedId(learner)),
  },
  {
    ...{ step: 2, name: 'one of the three is forgotten', told: '1 row is still rejected' },
    async act(learner) {
      await save(learner, fixed(faults.slice(1)));
      await runFeed(learner, await feedId(learner));
    },
  },
  {
    ...{ step: 2, name: 'the rows are taken out', told: 'Rows have left the file' },
    async act(learner) {
      await save(
        learner,
        faults.reduce((code, { has }) => withoutRow(code, has), program),
      );
      await runFeed(learner, await feedId(learner));
    },
  },
  {
    ...{ step: 2, name: 'the program is broken', told: 'The shop sent no file' },
    async act(learner) {
      await save(learner, fixed().replace('`;', ''));
      await runFeed(learner, await feedId(learner));
    },
  },
  {
    ...{ step: 3, name: 'it is run by hand', told: 'That run was begun by hand' },
    act: async (learner) => runFeed(learner, await feedId(learner)),
  },
  {
    ...{ step: 3, name: 'a price changes before', told: 'The schedule found another file' },
    async act(learner) {
      await save(learner, fixed().replace('39.00 EUR', '35.00 EUR'));
      await learner.advance(hour);
    },
  },
  {
    ...{ step: 4, name: 'commas are expected', told: 'The columns of the file were not found' },
    act: async (learner) => runFeed(learner, await makeFeed(learner, saleUrl)),
  },
  {
    ...{ step: 4, name: 'it is not fixed', told: '1 row is still rejected' },
    act: async (learner) => runFeed(learner, await makeFeed(learner, saleUrl, 'TSV')),
  },
  {
    ...{ step: 4, name: 'the row is taken out', told: 'Rows have left the file' },
    async act(learner) {
      await save(learner, withoutRow(fixed(), saleFault.has));
      await runFeed(learner, await makeFeed(learner, saleUrl, 'TSV'));
    },
  },
];
