import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { encodeFile } from '../../../worker/host/transfer/state-file.ts';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { importFile } from '../../support/import-file.ts';
import { createCatalog, createFeed, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { expect, test } from '../../support/page.ts';
import { start } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import { ShopHost } from '../../support/shop-host.ts';
import { mira } from '../../../testing/worlds.ts';

/** 1,200 products, of which each hundredth has no price and one has too few fields. */
const shop = `
export default function () {
  const rows = ['id,title,description,availability,condition,price,link,image_link,brand,qty,shelf'];
  for (let at = 0; at < 1200; at++) {
    const price = at % 100 === 0 ? 'on request' : '20.00 USD';
    const to = 'https://shop.example/' + at;
    rows.push(['p' + at, '"Lantern, ' + at + '"', 'Burns', 'in stock', 'new', price, to, to + '.jpg', 'Northwind', at % 7, 'A1'].join(','));
  }
  rows.push('short,row');
  return new Response(rows.join('\\n'));
}
`;
const silent = 'export default () => new Promise(() => {});';
/** Takes its time, so that a jump with many of its runs is seen. */
const hourly =
  'export default async () => { await new Promise((go) => setTimeout(go, 400)); return new Response("id"); };';
const later = { start_time: '2040-01-01T06:00:00' };

/** A catalog with a set and four feeds: of that file, of a source that does not answer, of one each hour, and one whose run was cut off. */
async function world(): Promise<Buffer> {
  const host = new ShopHost();
  const { platform, as } = await start({ open: host.open });
  must(await platform.do('receivers.save', 'shop.example', shop));
  must(await platform.do('receivers.save', 'silent.example', silent));
  must(await platform.do('receivers.save', 'hourly.example', hourly));
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user, 'Lamps');
  await putProducts(user, catalog, product('p1', { price: '9.00 USD' }), product('other'));
  const filters = [{ attribute: 'price', operator: 'GREATER_THAN', value: '10.00 USD' }];
  await user.post(`${catalog}/product_sets`, { name: 'Not cheap', type: 'FILTERED', filters });
  await platform.clock.advance(1);
  await createFeed(user, catalog, { feed_url: 'https://shop.example/lamps.csv', ...later });
  await createFeed(user, catalog, { feed_url: 'https://silent.example/slow.csv', ...later });
  const start_time = '2026-03-02T00:30:00';
  await createFeed(user, catalog, {
    feed_url: 'https://hourly.example/hourly.csv',
    frequency: 'HOURLY',
    start_time,
  });
  host.serve('https://cut.example/cut.csv', () => ({ status: 200, headers: [], body: new ReadableStream() }));
  await createFeed(user, catalog, { feed_url: 'https://cut.example/cut.csv' });
  await platform.clock.advance(0);
  await expect.poll(() => platform.snapshot().tables['feed_runs']![0]!['status']).toBe('RUNNING');
  return Buffer.from(encodeFile({ ...platform.snapshot(), vault: platform.initialCredentials }));
}

const feeds = (page: Page) => page.getByRole('navigation', { name: 'Product feeds' });
const feed = (page: Page, name: string) => feeds(page).getByRole('link', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const line = (page: Page) => page.getByRole('region', { name: 'Rejected row' });
const report = (page: Page) => page.getByRole('region', { name: 'Run of a feed' });

test('a feed is run, its rejected rows are opened one by one and downloaded, and runs wait, are cancelled and interrupted', async ({
  page,
}) => {
  await importFile(page, await world());
  await page.goto('./#/catalog');

  await test.step('what a closed tab cut off is interrupted', async () => {
    await feed(page, 'cut.csv').click();
    await expect(page.getByRole('table', { name: 'Runs' })).toContainText('interrupted');
    // The feed may be due by the time of day, and a later run under way.
    const cutOff = page.getByRole('table', { name: 'Runs' }).getByRole('row', { name: /interrupted/ });
    await cutOff.getByRole('link').first().click();
    await expect(report(page)).toContainText('The tab that ran the engine was closed.');
    expect(await violations(page), 'interrupted').toEqual([]);
    await expect(button(page, 'Run again')).toBeVisible();
  });

  await test.step('a feed shows its settings, and opens the calls that change them', async () => {
    await feed(page, 'lamps.csv').click();
    await expect(page.getByText('No run yet.').first()).toBeVisible();
    await expect(page.getByText('every day at 06:00, UTC')).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    const change = await page.getByRole('link', { name: 'Change it' }).getAttribute('href');
    expect(decodeURIComponent(change!)).toContain('"https://shop.example/lamps.csv"');
  });

  await test.step('its run is reported', async () => {
    await button(page, 'Run now').click();
    await expect(report(page)).toContainText('1,188 of 1,201 rows accepted');
    const reasons = page.getByRole('table', { name: 'Why rows were rejected' });
    await expect(reasons.getByRole('row')).toHaveCount(3);
    await expect(reasons.getByRole('row').nth(1)).toContainText('Not a price such as 20.00 USD');
    await expect(report(page)).toContainText('1 product of the catalog has no accepted row here');
    await expect(report(page)).toContainText('qty as inventory');
    await expect(page.getByRole('table', { name: 'Sets that changed' })).toContainText('+1,188');
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  await test.step('a product leads to the run that wrote it last', async () => {
    const run = page.url();
    await page.goto('./#/catalog/products?row=p5');
    const written = page.getByRole('region', { name: 'Last written' });
    await written.getByRole('link', { name: 'a run of lamps.csv' }).click();
    await expect(report(page)).toContainText('1,188 of 1,201 rows accepted');
    await page.goto(run);
  });

  await test.step('N walks through the rows of a reason', async () => {
    await expect(line(page)).toContainText('Line 2');
    await expect(line(page)).toContainText('1 of 12');
    await expect(line(page).locator('mark')).toHaveText('on request');
    await line(page).getByRole('button', { name: 'The next row' }).focus();
    await page.keyboard.press('n');
    await expect(line(page)).toContainText('Line 102');
    await expect(line(page)).toContainText('p98,"Lantern, 98"');
    await expect(page).toHaveURL(/reason=\d+&nth=1/);
    await page.reload();
    await expect(line(page)).toContainText('2 of 12');
    await page.keyboard.press('Shift+N');
    await expect(line(page)).toContainText('2 of 12');
    await line(page).getByRole('button', { name: 'The next row' }).focus();
    await page.keyboard.press('Shift+N');
    await expect(line(page)).toContainText('1 of 12');
    await page.getByRole('button', { name: /^The row has 2 fields/ }).click();
    await expect(line(page)).toContainText('Line 1,202');
    await expect(line(page).getByRole('table')).toContainText('missing');
  });

  await test.step('the rejected rows become a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download the rejected rows').click(),
    ]);
    expect(download.suggestedFilename()).toBe('lamps-rejected.csv');
    const rows = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(rows).toHaveLength(14);
    expect(rows[0]).toMatch(/^rejected_line,rejected_because,id,title,/);
    expect(rows[1]).toMatch(/^2,price is not a price such as 20.00 USD,p0,"Lantern, 0",/);
    await button(page, 'Copy the line').click();
    await expect(page.getByText('Copied the line.')).toBeVisible();
  });

  await test.step('run again, it is the same file', async () => {
    await button(page, 'Run again').click();
    await expect(report(page)).toContainText('The same file as the last time');
    expect(await violations(page), 'the same file').toEqual([]);
    await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(3);
  });

  await test.step('a run waits for the one before it, and both are cancelled without a question', async () => {
    await feed(page, 'slow.csv').click();
    await button(page, 'Run now').click();
    await expect(page.getByRole('progressbar', { name: 'slow.csv' })).toBeVisible();
    await feed(page, 'lamps.csv').click();
    await button(page, 'Run now').click();
    await expect(report(page)).toContainText('This one begins after https://silent.example/slow.csv');
    expect(await violations(page), 'a run that waits').toEqual([]);
    await button(page, 'Cancel the run').click();
    await expect(report(page)).toContainText('Cancelled');
    await feed(page, 'slow.csv').click();
    await button(page, 'Cancel the run').click();
    await expect(report(page)).toContainText('No row was read.');
  });

  await test.step('a jump names the runs in it, and is stopped', async () => {
    await page.getByRole('button', { name: '+24 h' }).click();
    const runs = page.getByRole('list', { name: 'Runs of feeds in this jump' });
    await expect(runs).toContainText(/^[1-9]\d* of 24 runs of hourly\.csv/);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await button(page, 'Stop the clock’s jump').click();
    await expect(page.getByText(/^Stopped at .* of 24 (was|were) played\.$/)).toBeVisible();
    await expect(runs).toHaveCount(0);
  });

  await test.step('a run on its way shows how far it is, where rows are rejected and how fast it reads', async () => {
    await page.goto('./#/catalog/feeds/new');
    await page.getByLabel('Generate one').check();
    await page.getByRole('textbox', { name: 'Rows' }).fill('20,000');
    await page.getByLabel('Is slow').check();
    await page.getByLabel('Kilobytes a second').fill('90');
    await button(page, 'Create the feed and run it').click();
    const progress = page.getByRole('progressbar', { name: /\.csv$/ });
    await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/);
    await expect(page.getByRole('img', { name: /^Where in the file rows were rejected/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /^MB read a second/ })).toBeVisible();
    await expect(page.getByText('In the catalog so far')).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await button(page, 'Cancel the run').click();
    await expect(report(page)).toContainText(
      /Its rows up to line [\d,]+ were read; what was accepted of them stays\./,
    );
  });

  await test.step('on a phone its parts are tabs', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Catalog' }).click();
    await feed(page, 'lamps.csv').click();
    const done = page.getByRole('row').filter({ hasText: 'finished' });
    await done.getByRole('link').click();
    await page.getByRole('button', { name: /^Not a price/ }).click();
    await expect(page.getByRole('tab', { name: 'Line' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: 'Line 2' })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  await test.step('a run that is not kept says so', async () => {
    await page.goto('./#/catalog/runs/none');
    await page.getByRole('tab', { name: 'Report' }).click();
    await expect(page.getByText('This run is no longer kept')).toBeVisible();
    expect(await violations(page), 'a run that is gone').toEqual([]);
  });
});
