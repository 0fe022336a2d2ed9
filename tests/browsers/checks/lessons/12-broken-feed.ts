import { lesson } from '../../../../lessons/12-broken-feed/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { fill, press, see } from '../seeing.ts';
import { enterProgram, replace, save } from './editor.ts';
import { named, pick } from './radio.ts';
import { button, link, textbox, view, walk } from './walk.ts';

async function create(tab: Tab, file: string, format: 'CSV' | 'TSV', outcome: string): Promise<void> {
  await pick(tab, named('The file'), 'An address');
  await fill(tab, textbox('Address'), `https://shop.northwind.example/${file}`);
  await pick(tab, named('Read as'), format);
  await pick(tab, named('Fetched'), 'Hourly');
  await press(tab, button('Create the feed and run it'));
  await see(tab, view, outcome);
}

async function runAgain(tab: Tab, file: string): Promise<void> {
  await press(tab, link('Catalog'));
  await press(tab, link(`${file}…`));
  await press(tab, button('Run now'));
}

export const brokenFeed = walk(
  lesson,
  [
    (tab) => create(tab, 'products.csv', 'CSV', '5 of 8 rows accepted'),
    async (tab) => {
      await press(tab, link('products.csv…'));
      await press(tab, link('Report…'));
      await see(tab, view, 'First line', 'availability');
      await fill(
        tab,
        textbox('Line and column of each, such as 3 title, 7 brand'),
        '6 price, 8 availability, 9 link',
      );
      await press(tab, button('Check it'));
    },
    async (tab) => {
      await enterProgram(tab);
      await replace(tab, ',12.50,', ',12.50 EUR,');
      await replace(tab, ',yes,', ',in stock,');
      await replace(tab, ',http:', ',https:');
      await save(tab);
      await runAgain(tab, 'products.csv');
    },
    (tab) => press(tab, button('+1 h')),
    async (tab) => {
      await create(tab, 'sale.tsv', 'TSV', '2 of 3 rows accepted');
      await press(tab, link('Webhooks'));
      await enterProgram(tab);
      await replace(tab, '16.00', '12.00');
      await save(tab);
      await runAgain(tab, 'sale.tsv');
    },
  ],
  { expects: /Content-Security-Policy/ }, // what the sandbox tries before it runs a receiver
);
