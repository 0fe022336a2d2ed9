/** What the Catalog says is compared with the tables of the platform that the page is attached to. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { rejectionsKept, runsKept } from '../../../engine/feeds/queue.ts';
import { lastOf } from '../../../engine/inside.ts';
import { mostFilters, mostManual } from '../../../engine/state/tables/catalog-words.ts';
import type {
  Catalog,
  FeedReason,
  FeedRun,
  Merchant,
  Product,
  ProductFeed,
  ProductSet,
  ProductWriter,
} from '../../../engine/state/tables/catalog.ts';
import type { JobRow } from '../../../engine/state/tables/work.ts';
import { product } from '../../../testing/merchant.ts';
import type { Message } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import { mira } from '../../../testing/worlds.ts';
import { mostFileBytes } from '../../../worker/contract/file.ts';
import { counted, grouped, moment, timeOfDay, whileAttached } from '../../support/attached.ts';
import type { Attached } from '../../support/attached.ts';
import { expect, test } from '../../support/page.ts';

const minute = 60_000;
const grid = (page: Page) => page.getByRole('grid');
const navigation = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

/** The tables of the catalog, and another client that changes them. */
function shopOf({ platform, elsewhere, rows }: Attached) {
  const read =
    <T>(name: string) =>
    () =>
      rows(name) as unknown as readonly T[];
  const catalogs = read<Catalog>('catalogs');
  const path = () => `/5/product_catalogs/${lastOf(catalogs()).id}`;
  const call = async ({ path: rest, ...message }: Message) => {
    const answer = await elsewhere.user().send({ ...message, path: path() + rest });
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  };
  return {
    catalogs,
    call,
    merchants: read<Merchant>('merchants'),
    products: read<Product>('products'),
    sets: read<ProductSet>('product_sets'),
    feeds: read<ProductFeed>('product_feeds'),
    runs: read<FeedRun>('feed_runs'),
    writers: read<ProductWriter>('product_writers'),
    jobs: read<JobRow>('jobs'),
    put: (...products: readonly object[]) => call({ method: 'PUT', path: '/products', json: { products } }),
    remove: (...ids: readonly string[]) => {
      const product_keys = ids.map((id) => `${lastOf(catalogs()).id}:${id}`);
      return call({ method: 'DELETE', path: '/products', json: { product_keys } });
    },
    /** Opens the doors and creates a catalog. */
    async begin(): Promise<void> {
      must(await platform.do('catalog.setEarlyAccess', mira, true));
      must(await platform.do('catalog.setTermsAccepted', mira, true));
      const { status } = await elsewhere.user().post('/5/product_catalogs', { name: 'Lamps' });
      expect(status).toBe(201);
    },
  };
}

const priceOf = ({ price }: Product) => Number.parseFloat(price);
const lamp = (at: number) =>
  product(`p${at}`, { price: `${1 + ((at * 37) % 160)}.00 USD`, inventory: at % 11 });
const lamps = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, at) => lamp(from + at));

test('issue 18: doors, products and sets say what the platform has', async ({ browser }) => {
  await whileAttached(browser, async (it) => {
    const { platform, page, elsewhere, open } = it;
    const shop = shopOf(it);
    const { products, sets, put } = shop;

    await test.step('each door: what is open, since when, and the refusal that a call gets', async () => {
      await open('catalog');
      const door = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
      const isRefused = async () => {
        const answer = await elsewhere.user().get('/5/product_catalogs');
        const refusal = region(page, 'The refusal');
        await expect(refusal).toContainText(`GET /5/product_catalogs ${answer.status}`);
        await expect(refusal).toContainText(JSON.stringify(answer.json, null, 2));
        await expect(page.getByText('every call of the Catalog API answers')).toContainText(
          `answers ${answer.status}`,
        );
      };
      await expect(page.getByText('@mira_holm has no early access.')).toBeVisible();
      expect(shop.merchants()).toEqual([]);
      await isRefused();
      must(await platform.do('catalog.setEarlyAccess', mira, true));
      await expect(door('Early access')).toContainText('granted');
      await isRefused();
      await platform.clock.advance(minute);
      must(await platform.do('catalog.setTermsAccepted', mira, true));
      const { terms_accepted_at } = lastOf(shop.merchants());
      await expect(door('Terms of the merchant shopping manager')).toContainText(
        `accepted ${moment(terms_accepted_at ?? NaN)}`,
      );
      const { exchange } = await elsewhere.user().get('/5/product_catalogs');
      const limits = table(page, 'Limits of the catalog');
      await expect(limits.getByRole('row', { name: /^product_catalogs/ })).toContainText(
        grouped(exchange.windows[0]?.limit ?? NaN),
      );
      await expect(region(page, 'The refusal')).toContainText(
        `A manual set holds up to ${mostManual} products, a filtered one up to ${mostFilters} filters. A feed file may have up to ${mostFileBytes / 1e9} GB.`,
      );
      await page.getByRole('button', { name: 'Create it', exact: true }).click();
      await expect(page.getByText('There is no product yet.')).toBeVisible();
      const { id, name } = lastOf(shop.catalogs());
      await expect(navigation(page, 'Products')).toContainText(name);
      await expect(navigation(page, 'Products')).toContainText(id);
    });

    await test.step('none, one and thousands of products', async () => {
      const isCounted = async () => {
        const count = products().length;
        await expect(navigation(page, 'Products').getByRole('link')).toContainText(
          new RegExp(`Products\\s*${grouped(count)}$`),
        );
        return count;
      };
      expect(await isCounted()).toBe(0);
      await put(lamp(0));
      expect(await isCounted()).toBe(1);
      await expect(grid(page)).toHaveAccessibleName('Products, 1 row');
      await expect(page.getByText('Rows 1 to 1 of 1')).toBeVisible();
      await put(...lamps(1, 1000));
      await put(...lamps(1000, 1205));
      const count = await isCounted();
      await expect(grid(page)).toHaveAccessibleName(`Products, ${counted(count, 'row')}`);
      await page.getByRole('searchbox', { name: 'Filter products' }).fill('price:<20USD inventory:>3');
      const found = products().filter((each) => priceOf(each) < 20 && (each.inventory ?? 0) > 3).length;
      await expect(grid(page)).toHaveAccessibleName(`Products, ${counted(found, 'row')}`);
      await page.getByRole('searchbox', { name: 'Filter products' }).fill('price:>1000USD');
      await expect(page.getByText('No product passes this filter.')).toBeVisible();
      await expect(page.getByText('No rows', { exact: true })).toBeVisible();
    });

    await test.step('a product: its fields, what is null, its writer, and that it is gone', async () => {
      await platform.clock.advance(minute);
      await put({ ...lamp(7), title: 'Written later' });
      await open('catalog/products?row=p7');
      const side = region(page, 'Product');
      const { json } = await shop.call({ path: '/products?count=200' });
      const shown = json.data.find(({ id }) => id === 'p7') ?? {};
      const known = Object.entries(shown).filter(([, value]) => value !== null);
      await expect(side.locator('dt')).toHaveCount(known.length);
      for (const [name, value] of known)
        await expect(side.locator(`dt:text-is("${name}") + dd`)).toHaveText(String(value));
      const nulls = Object.keys(shown).length - known.length;
      await expect(side.getByRole('button', { name: `${nulls} more are null` })).toBeVisible();
      const { writer } = products().find(({ id }) => id === 'p7')!;
      const { at } = shop.writers().find(({ number }) => number === writer)!;
      expect(at).toBe(platform.clock.now());
      await expect(region(page, 'Last written')).toContainText(moment(at));
      await shop.remove('p7');
      await expect(side).toContainText('There is no product with the id p7 any more');
      expect(products().some(({ id }) => id === 'p7')).toBe(false);
    });

    await test.step('a filtered set: what each filter leaves, and what came and left since', async () => {
      const filters = [
        { attribute: 'inventory', operator: 'GREATER_THAN', value: '3' },
        { attribute: 'price', operator: 'LESS_THAN', value: '100.00 USD' },
      ];
      const { json } = await shop.call({
        ...{ method: 'POST', path: '/product_sets' },
        json: { name: 'Bargains', type: 'FILTERED', filters },
      });
      await platform.clock.advance(0);
      await open(`catalog/sets/${json.data.id}`);
      const since = platform.clock.now();
      const passes = [
        (each: Product) => (each.inventory ?? 0) > 3,
        (each: Product) => priceOf(each) < 100,
      ] as const;
      const isFunnelled = async () => {
        const items = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
        const [inStock, cheap] = [products().filter(passes[0]), products().filter(passes[1])];
        const both = inStock.filter(passes[1]).length;
        for (const [at, { left, alone }] of [
          { left: inStock.length, alone: cheap.length - both },
          { left: both, alone: inStock.length - both },
        ].entries()) {
          await expect(items.nth(at)).toContainText(`${grouped(left)} left`);
          await expect(items.nth(at)).toContainText(`${grouped(alone)} products fail this one alone`);
        }
        await expect(region(page, 'Matches')).toContainText(`1 to 50 of ${grouped(both)}`);
        await expect(navigation(page, 'Product sets')).toContainText(`Bargains ${grouped(both)} 2 filters`);
      };
      await isFunnelled();
      await expect(region(page, 'Set')).toContainText(`2 of ${mostFilters} filters`);
      const went = products().find((each) => passes.every((pass) => pass(each)))!;
      await platform.clock.advance(minute);
      await put({ id: went.id, price: '500.00 USD' });
      await isFunnelled();
      const matches = region(page, 'Matches');
      await expect(matches).toContainText(`+0 −1 as products changed since ${timeOfDay(since)}`);
      await page.getByText('Came and went').click();
      const { price } = products().find(({ id }) => id === went.id)!;
      await expect(matches.getByRole('list', { name: 'As products changed' })).toContainText(
        `went, price ${went.price} → ${price} at ${timeOfDay(platform.clock.now())}, by a call`,
      );
    });

    await test.step('a set by hand: how many of at most how many, without those that are gone, and none', async () => {
      const { json } = await shop.call({
        ...{ method: 'POST', path: '/product_sets' },
        json: { name: 'By hand', type: 'MANUAL', product_ids: ['p1', 'p2'] },
      });
      const chosen = () => sets().find(({ id }) => id === json.data.id)?.product_ids?.length ?? NaN;
      const isCounted = async () => {
        const of = `${chosen()} of ${mostManual}`;
        await expect(navigation(page, 'Product sets')).toContainText(`By hand ${of} chosen by hand`);
        await expect(region(page, 'Set')).toContainText(`${of} products, chosen by hand`);
        return chosen();
      };
      await open(`catalog/sets/${json.data.id}`);
      expect(await isCounted()).toBe(2);
      await shop.remove('p1');
      expect(await isCounted()).toBe(1);
      await open(`catalog/products?set=${json.data.id}`);
      await expect(grid(page)).toHaveAccessibleName(`Products, ${counted(chosen(), 'row')}`);
      await shop.remove('p2');
      await expect(page.getByText('No product is chosen for this set.')).toBeVisible();
      await open(`catalog/sets/${json.data.id}`);
      expect(await isCounted()).toBe(0);
      await shop.call({ method: 'DELETE', path: `/product_sets/${json.data.id}` });
      await expect(page.getByText(`The catalog has no set ${json.data.id}.`)).toBeVisible();
      await expect(navigation(page, 'Product sets').getByRole('heading')).toHaveText(
        `Product sets ${sets().length}`,
      );
    });
  });
});

const columns = 'id,title,description,availability,condition,price,link,image_link,brand,qty,shelf';
/** Each four hundredth row has no price that can be read. */
const rowOf = (at: number): string => {
  const to = `https://shop.example/${at}`;
  const price = at % 400 === 0 ? 'on request' : '20.00 USD';
  return `p${at},Lamp ${at},Burns,in stock,new,${price},${to},${to}.jpg,Northwind,${at % 7},A1`;
};
const fileOf = (rows: number): string =>
  [columns, ...Array.from({ length: rows }, (_, at) => rowOf(at)), 'short,row', ''].join('\n');

/** A source that sends a part of its file, long enough for rows to be taken, and keeps the connection open. */
async function slowSource(text: string) {
  let held: ServerResponse | undefined;
  const server = createServer((_, response) => {
    held = response;
    response.writeHead(200, { 'content-length': String(2 * text.length) });
    response.write(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakOff: () => held?.destroy(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const acceptedOf = ({ counts }: FeedRun) => counts.created + counts.updated + counts.unchanged;
/** Without the column, which has a cell of its own. */
const reasonWords = ({ message }: FeedReason) => message.replace(/^\w+ (is )?/, '');

/** "in 14 min 07 s". */
const ahead = (ms: number) =>
  `in ${Math.floor(ms / minute)} min ${String((ms % minute) / 1000).padStart(2, '0')} s`;

async function showsReasons(page: Page, { reasons }: FeedRun): Promise<void> {
  const rows = table(page, 'Why rows were rejected').getByRole('row');
  await expect(rows).toHaveCount(1 + reasons.length);
  for (const reason of reasons) {
    const row = rows.filter({ hasText: reasonWords(reason) });
    await expect(row).toContainText(reason.column ?? 'the row');
    await expect(row.getByRole('cell').nth(2)).toHaveText(grouped(reason.rows));
    await expect(row).toContainText(new RegExp(`${grouped(reason.line)}$`));
  }
}

test('issue 18: feeds and the reports of their runs say what the platform has', async ({ browser }, info) => {
  const file = info.outputPath('lamps.csv');
  await writeFile(file, fileOf(1600));
  const begun = fileOf(4000);
  const source = await slowSource(begun);
  try {
    await whileAttached(
      browser,
      async (it) => {
        const { platform, page, open } = it;
        const shop = shopOf(it);
        await shop.begin();
        await shop.put(lamp(0), lamp(1), product('other', { price: '5.00 USD' }));
        const filters = [{ attribute: 'price', operator: 'GREATER_THAN', value: '10.00 USD' }];
        await shop.call({
          ...{ method: 'POST', path: '/product_sets' },
          json: { name: 'Not cheap', type: 'FILTERED', filters },
        });
        const createFeed = async (feed_url: string) => {
          const json = {
            feed_url,
            feed_format: 'CSV',
            frequency: 'HOURLY',
            start_time: '2026-03-02T06:30:00',
          };
          return (await shop.call({ method: 'POST', path: '/product_feeds', json })).json.data.id;
        };
        const feed = await createFeed('https://shop.example/lamps.csv');
        const dueAt = (id: string) => shop.jobs().find(({ data }) => data === id)?.due ?? NaN;
        const lastRun = (id = feed) => lastOf(shop.runs().filter(({ feed_id }) => feed_id === id));
        const hasEnded = (count: number) =>
          expect.poll(() => shop.runs().filter(({ finished_at }) => finished_at !== null).length).toBe(count);
        const report = region(page, 'Run of a feed');
        const listedFeed = navigation(page, 'Product feeds').getByRole('link', { name: 'lamps.csv' });

        await test.step('before its first run: when it is due, by the clock', async () => {
          await open(`catalog/feeds/${feed}`);
          const isDue = async () => {
            const due = dueAt(feed);
            await expect(region(page, 'Settings')).toContainText(
              `${moment(due)}, ${ahead(due - platform.clock.now())}`,
            );
            await expect(listedFeed).toContainText(`no run yet, next ${moment(due)}`);
          };
          await isDue();
          await platform.clock.advance(7 * minute);
          await isDue();
          const { start_time, time_zone } = lastOf(shop.feeds());
          await expect(region(page, 'Settings')).toContainText(
            `every hour from ${start_time.replace('T', ' ').slice(0, 16)}, ${time_zone}`,
          );
        });

        await test.step('its run: rows, reasons, columns, sets, what is absent, and the next one', async () => {
          await platform.clock.advance(dueAt(feed) - platform.clock.now());
          await hasEnded(1);
          await page.getByRole('link', { name: /^Report/ }).click();
          const isReported = async () => {
            const run = lastRun();
            const { counts, started_at, finished_at } = run;
            expect([run.status, counts.rows > 1000, run.reasons.length]).toEqual(['SUCCEEDED', true, 2]);
            await expect(report).toContainText(
              `${grouped(acceptedOf(run))} of ${counted(counts.rows, 'row')} accepted`,
            );
            await expect(report).toContainText(
              `${moment(started_at ?? NaN).replace(' UTC', '')} to ${timeOfDay(finished_at ?? NaN)} UTC`,
            );
            for (const [name, count] of [
              ['Created', counts.created],
              ['Updated', counts.updated],
              ['The same as before', counts.unchanged],
              ['Rejected', counts.rejected],
            ] as const)
              await expect(report.locator(`dt:text-is("${name}") + dd`)).toHaveText(grouped(count));
            await showsReasons(page, run);
            const names = run.columns.map(({ name, attribute }) =>
              attribute === null || attribute === name ? name : `${name} as ${attribute}`,
            );
            const isRead = (_: string, at: number) => run.columns[at]?.attribute !== null;
            await expect(region(page, 'Columns of the file')).toContainText(
              `Read: ${names.filter(isRead).join(', ')}. Not read: shelf.`,
            );
            for (const { attribute, rows } of run.changed)
              await expect(
                table(page, 'Updated, by column').getByRole('row', {
                  name: `${attribute} ${grouped(rows)}`,
                  exact: true,
                }),
              ).toBeVisible();
            const [change] = run.sets ?? [];
            await expect(table(page, 'Sets that changed')).toContainText(
              `Not cheap+${grouped(change?.came ?? NaN)}−${grouped(change?.went ?? NaN)}`,
            );
            expect(run.absent).toBe(2);
            await expect(report).toContainText(
              `${counted(run.absent ?? NaN, 'product')} of the catalog have no accepted row here. They stay`,
            );
            await expect(report).toContainText(`next ${moment(dueAt(feed))}; the last ${runsKept} are kept`);
            await expect(listedFeed).toContainText(
              `${grouped(acceptedOf(run))} accepted, ${grouped(counts.rejected)} rejected, next ${moment(dueAt(feed))}`,
            );
          };
          await isReported();
          await platform.clock.advance(minute);
          await page.reload();
          await isReported();
        });

        await test.step('its rejected rows: which, how many, and that all of them are kept', async () => {
          const [reason] = lastRun().reasons;
          const line = region(page, 'Rejected row');
          await page.getByRole('button', { name: new RegExp(reasonWords(reason!), 'i') }).click();
          await expect(line).toContainText(`Line ${grouped(reason!.line)}`);
          await expect(line).toContainText(`1 of ${grouped(reason!.rows)}`);
          expect(lastRun().counts.rejected).toBeLessThan(rejectionsKept);
          await expect(line).toContainText('The file has every rejected row of this run');
        });

        await test.step('the same file once more: how much was fetched, and that no row was read', async () => {
          await platform.clock.advance(dueAt(feed) - platform.clock.now());
          await hasEnded(2);
          await open(`catalog/runs/${lastRun().id}`);
          const { status, counts } = lastRun();
          expect([status, counts.rows]).toEqual(['UNCHANGED', 0]);
          const fetched = `${(counts.bytes / 1e6).toFixed(1)} MB`;
          await expect(report).toContainText(`${fetched} were fetched.`);
          await expect(listedFeed).toContainText(`the same file as before, ${fetched} read, nothing to do`);
          await expect(table(page, 'Runs').getByRole('row')).toHaveCount(1 + shop.runs().length);
        });

        await test.step('a run under way, which waits for its source: so far, and which turns it misses', async () => {
          const slow = await createFeed('https://slow.example/slow.csv');
          const { runId } = must(await platform.do('feeds.run', slow));
          await open(`catalog/runs/${runId}`);
          await expect.poll(() => lastRun(slow).counts.rows).toBeGreaterThan(0);
          const { counts, length } = lastRun(slow);
          expect(length).toBe(2 * begun.length);
          const figure = (name: string) => report.locator(`dt:text-matches("^${name}") + dd`);
          await expect(figure('Rows')).toHaveText(grouped(counts.rows));
          await expect(figure('Accepted')).toHaveText(grouped(acceptedOf(lastRun(slow))));
          await expect(figure('Rejected')).toHaveText(grouped(counts.rejected));
          await expect(report).toContainText(`of ${(length! / 1e6).toFixed(1)} MB`);
          await showsReasons(page, lastRun(slow));
          for (const words of [
            'It was due again once meanwhile: that turn is skipped.',
            'It was due again 2 times meanwhile: those turns are skipped.',
          ]) {
            expect(await platform.do('feeds.run', slow)).toMatchObject({ ok: false });
            await expect(report).toContainText(words);
          }
          expect(lastRun(slow).turns_skipped).toBe(2);
          source.breakOff();
          await expect.poll(() => lastRun(slow).status).toBe('FAILED');
          const { failure, lines } = lastRun(slow);
          await expect(report).toContainText(failure!.reason);
          await expect(report).toContainText(failure!.message);
          await expect(report).toContainText(`Its rows up to line ${grouped(lines)} were read`);
          await expect(report).toContainText('the feed was due again: 2 turns were skipped.');
        });

        await test.step('a feed that is gone, and its run', async () => {
          await shop.call({ method: 'DELETE', path: `/product_feeds/${feed}` });
          await open(`catalog/feeds/${feed}`);
          await expect(page.getByText('This feed does not exist')).toBeVisible();
          await expect(navigation(page, 'Product feeds').getByRole('heading')).toHaveText(
            `Product feeds ${shop.feeds().length}`,
          );
        });
      },
      { feeds: { 'https://shop.example/lamps.csv': file }, receivers: { 'slow.example': source.address } },
    );
  } finally {
    source.close();
  }
});
