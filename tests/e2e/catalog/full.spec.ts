import { encodeFile } from '../../../worker/host/transfer/state-file.ts';
import { createCatalog, createFeed, openCatalogTo } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import { mira } from '../../../testing/worlds.ts';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { takeAllRoom } from '../../support/harness/in-page.ts';
import { importFile } from '../../support/import-file.ts';
import { expect, test } from '../../support/page.ts';

/** 1,000 products. */
const shop = `
export default () =>
  new Response(
    'id,title,description,availability,condition,price,link,image_link,brand\\n' +
      Array.from({ length: 1000 }, (_, at) =>
        ['p' + at, 'Lantern', 'Burns', 'in stock', 'new', '20.00 USD', 'https://shop.example/' + at, 'https://shop.example/a.jpg', 'Tern'].join(','),
      ).join('\\n'),
  );
`;

/** A catalog with a feed of that shop, which has not run. */
async function world(): Promise<Buffer> {
  const { platform, as } = await start();
  must(await platform.do('receivers.save', 'shop.example', shop));
  await openCatalogTo(platform, mira);
  const catalog = await createCatalog(as.user(), 'Lamps');
  const start_time = '2040-01-01T06:00:00';
  await createFeed(as.user(), catalog, { feed_url: 'https://shop.example/lamps.csv', start_time });
  return Buffer.from(encodeFile({ ...platform.snapshot(), vault: platform.initialCredentials }));
}

test('where storage is full, a run fails and says from which line on; files of feeds are offered to be deleted', async ({
  page,
  context,
}) => {
  await importFile(page, await world());
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto('./#/catalog/feeds/new');
  await page.getByLabel('Generate one').check();
  await page.getByRole('textbox', { name: 'Rows' }).fill('2,000');
  await button('Create the feed and run it').click();
  await expect(page.getByText(/^[\d,]+ of 2,000 rows accepted$/)).toBeVisible();
  await expect(page.getByText('Saved in this browser')).toBeVisible();

  const session = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + 200_000 });
  await page.evaluate(takeAllRoom);

  await page
    .getByRole('navigation', { name: 'Product feeds' })
    .getByRole('link', { name: 'lamps.csv' })
    .click();
  await button('Run now').click();
  const report = page.getByRole('region', { name: 'Run of a feed' });
  await expect(report).toContainText('storage is full');
  await expect(report.getByRole('list', { name: 'Files of feeds, the largest first' })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.goto('./#/catalog/feeds/new');
  const files = page.getByRole('navigation', { name: /^Files/ });
  await expect(files.getByRole('status')).toContainText('Storage is full');
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await page.goBack();
  await report.getByRole('button', { name: /^Delete .*csv/ }).click();
  await expect(report).toContainText('There is room again: everything is saved.');
  expect(await violationsInBothSchemes(page)).toEqual([]);
});
