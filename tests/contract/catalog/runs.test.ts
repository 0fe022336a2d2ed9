/** What a run of a feed stores about itself, and the queries about it (choice: catalog-feeds). */
import { gzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { text, utf8 } from '../../../engine/index.ts';
import type { Platform, RunFigures } from '../../../engine/inside.ts';
import { createCatalog, createFeed, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import { answer, ShopHost, streamOf } from '../../support/shop-host.ts';
import { mira } from '../../../testing/worlds.ts';

const url = 'https://shop.example/products.csv';
const hour = 3_600_000;
const header = 'id,title,description,availability,condition,price,link,image_link,brand,shelf';
const row = (id: string, price = '20.00 USD', title = `"Läufer, ${id}"`) =>
  `${id},${title},What it is.,in stock,new,${price},https://shop.example/${id},https://shop.example/${id}.jpg,Nörd,A1`;
const csv = (...rows: readonly string[]) => [header, ...rows, ''].join('\n');

async function open() {
  const host = new ShopHost();
  let ms = 0;
  const { platform, as } = await start({ open: host.open, elapsed: () => (ms += 200) });
  await openCatalogTo(platform, mira);
  const user = as.user();
  return { host, platform, user, catalog: await createCatalog(user) };
}

/** The last run of the only feed. */
async function lastOf(platform: Platform) {
  const [merchant] = (await platform.ask('merchants.all')).filter(({ catalog }) => catalog);
  const feed = merchant!.catalog!.feeds[0]!;
  return { feed, id: feed.runs[0]!.id, figures: (await platform.ask('runs.figures', feed.runs[0]!.id))! };
}

async function runOf(file: Parameters<ShopHost['serve']>[1], more: Readonly<Record<string, unknown>> = {}) {
  const shop = await open();
  shop.host.serve(url, file);
  await createFeed(shop.user, shop.catalog, more);
  await shop.platform.clock.advance(1);
  return { ...shop, ...(await lastOf(shop.platform)) };
}

const reasonOf = ({ reasons }: RunFigures, message: string) =>
  reasons.findIndex((reason) => reason.message.includes(message));

const several = csv(
  row('a'),
  row('b', '20'),
  row('c', '20.00 USD', '"Two ""quoted"" words"'),
  row('d', '21'),
  'e,too short',
  row('f', '22'),
  `g,"not ""closed,${row('g')}`,
  row('h'),
);

test('a rejected row is kept whole, with its byte, the rows around it, and as it was read', async () => {
  const { platform, id, figures } = await runOf(several);
  const reason = reasonOf(figures, 'price is not');
  expect(figures.reasons[reason]).toMatchObject({ column: 'price', rows: 3, line: 3, example: '20' });
  const line = (await platform.ask('runs.line', id, reason, 1))!;
  expect(line).toMatchObject({
    ...{ nth: 1, kept: 3, line: 5, column: 'price', text: row('d', '21'), isWhole: true },
    before: [{ line: 3, text: row('b', '20') }, { line: 4 }],
    after: [{ line: 6, text: 'e,too short' }, { line: 7 }],
  });
  expect(text(utf8(several).slice(line.byte!)).startsWith(row('d', '21'))).toBe(true);
  expect(line.fields).toHaveLength(10);
  expect(line.fields![1]).toMatchObject({ name: 'title', attribute: 'title', value: 'Läufer, d' });
  const [wrong] = line.fields!.filter(({ isWrong }) => isWrong);
  expect(wrong).toMatchObject({ name: 'price', value: '21' });
  expect(line.text!.slice(wrong!.start, wrong!.end)).toBe('21');
  expect(line.fields!.at(-1)).toMatchObject({ name: 'shelf', attribute: null, value: 'A1' });
  expect((await platform.ask('runs.line', id, reason, 2))!.line).toBe(7);
  expect(await platform.ask('runs.line', id, reason, 3)).toBeNull();
  expect(await platform.ask('runs.line', id, 99, 0)).toBeNull();
  expect(await platform.ask('runs.texts', id, reason)).toEqual([
    row('b', '20'),
    row('d', '21'),
    row('f', '22'),
  ]);
});

test('a row with too few fields lacks the rest, and one with unreadable quotes has no fields', async () => {
  const { platform, id, figures } = await runOf(several);
  const short = (await platform.ask('runs.line', id, reasonOf(figures, 'the row has 2 fields'), 0))!;
  expect(short.fields!.map(({ value }) => value)).toEqual([
    ...['e', 'too short'],
    ...Array.from({ length: 8 }, () => null),
  ]);
  const unclosed = (await platform.ask('runs.line', id, reasonOf(figures, 'a quote'), 0))!;
  expect(unclosed).toMatchObject({ line: 8, fields: null });
  expect(text(utf8(several).slice(unclosed.byte!)).startsWith('g,"not')).toBe(true);
});

test('the byte offset of a packed file is that of the unpacked one; for an XML item it is the start of its tag', async () => {
  const packed = await runOf(gzipSync(several));
  expect(packed.figures.isPacked).toBe(true);
  const line = (await packed.platform.ask(
    'runs.line',
    packed.id,
    reasonOf(packed.figures, 'price is not'),
    0,
  ))!;
  expect(text(utf8(several).slice(line.byte!)).startsWith(row('b', '20'))).toBe(true);

  const items = ['Ä', 'ö'].map((id) => `\n<item  a="1"><g:id>${id}</g:id><g:price>1 &lt; 2</g:price></item>`);
  const xml = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`;
  const { platform, id } = await runOf(xml, { feed_format: 'XML' });
  const second = (await platform.ask('runs.line', id, 0, 1))!;
  expect(text(utf8(xml).slice(second.byte!)).startsWith('<item  a="1"><g:id>ö')).toBe(true);
  expect(second).toMatchObject({ line: 3, text: '<g:id>ö</g:id><g:price>1 &lt; 2</g:price>' });
  expect(second.fields).toMatchObject([
    { name: 'g:id', value: 'ö', isWrong: false },
    { name: 'g:price', attribute: 'price', value: '1 < 2', isWrong: true },
  ]);
});

test('a rejected row that is long is kept up to its beginning, and says so', async () => {
  const { platform, id } = await runOf(csv(row('a', 'x'.repeat(20_000))));
  const line = (await platform.ask('runs.line', id, 0, 0))!;
  expect(line.isWhole).toBe(false);
  expect(line.text!.length).toBe(8000);
});

/** All pieces of the file of rejected rows. */
async function rejectedFile(platform: Platform, id: string) {
  const pieces: string[] = [];
  for (let from: number | null = 0; from !== null;) {
    const piece: { text: string; next: number | null } = (await platform.ask('runs.rejectedFile', id, from))!;
    pieces.push(piece.text);
    from = piece.next;
  }
  return pieces;
}

test('rejected rows are written to a file with the feed’s delimiter and columns that say why, in pieces', async () => {
  const broken = await runOf(several);
  const [whole] = await rejectedFile(broken.platform, broken.id);
  const rows = Papa.parse<string[]>(whole!.trimEnd()).data;
  expect(rows[0]).toEqual(['rejected_line', 'rejected_because', ...header.split(',')]);
  expect(rows.find(([line]) => line === '5')!.slice(1, 3)).toEqual([
    'price is not a price such as 20.00 USD',
    'd',
  ]);
  // An unparsable row is a single row, and does not consume the next.
  expect(rows.find(([line]) => line === '8')![2]).toMatch(/^g,"not/);
  expect(rows).toHaveLength(6);

  const many = await runOf(csv(...Array.from({ length: 1234 }, (_, at) => row(`p${at}`, 'free'))));
  const pieces = await rejectedFile(many.platform, many.id);
  expect(pieces).toHaveLength(3);
  expect(Papa.parse(pieces.join('').trimEnd()).data).toHaveLength(1235);

  const tsv = await runOf(several.replaceAll(',', '\t'), { feed_format: 'TSV' });
  expect((await rejectedFile(tsv.platform, tsv.id))[0]).toContain('rejected_line\trejected_because\tid');
  const xml = await runOf('<rss><channel><item><id>a</id><price>"1", 2</price></item></channel></rss>', {
    feed_format: 'XML',
  });
  expect(Papa.parse((await rejectedFile(xml.platform, xml.id))[0]!.trimEnd()).data).toEqual([
    ['rejected_line', 'rejected_because', 'id', 'price'],
    ['1', 'price is not a price such as 20.00 USD', 'a', '"1", 2'],
  ]);
});

test('of 12,000 rejected rows the first 10,000 are kept, and all are counted by position', async () => {
  const { platform, figures, id } = await runOf(
    csv(
      ...Array.from({ length: 12_000 }, (_, at) =>
        row(`p${at}`, at < 6000 ? 'free' : '20.00 USD'.slice(at % 3)),
      ),
    ),
  );
  const { slice, rejected, counts } = figures;
  expect(rejected.reduce((sum, count) => sum + count, 0)).toBe(counts.rejected);
  const half = counts.unpacked / 2 / slice;
  expect(rejected.slice(0, half).every((count) => count > 0)).toBe(true);
  expect(rejected.length * slice).toBeGreaterThanOrEqual(counts.unpacked - slice);
  const kept = (await rejectedFile(platform, id)).join('').split('\n').length - 2;
  expect(kept).toBe(Math.min(10_000, counts.rejected));
});

test('an earlier run keeps the texts of its first 1,000 rejected rows, once a later one has rejected rows', async () => {
  const bad = (count: number) =>
    csv(...Array.from({ length: count }, (_, at) => row(`p${at}`, 'free')), row('good'));
  const { host, platform, id } = await runOf(bad(1200));
  const line = async (runId: string, nth: number) => (await platform.ask('runs.line', runId, 0, nth))!;
  // The same file again: nothing is rejected, and nothing is omitted.
  await platform.clock.advance(24 * hour);
  expect((await line(id, 1100)).text).toBe(row('p1100', 'free'));
  host.serve(url, bad(1201));
  await platform.clock.advance(24 * hour);
  expect(await line(id, 1100)).toMatchObject({ text: null, isWhole: false, line: 1102, kept: 1200 });
  expect(await line(id, 999)).toMatchObject({
    text: row('p999', 'free'),
    isWhole: true,
    before: [],
    after: [],
  });
  const latest = (await lastOf(platform)).id;
  expect((await line(latest, 500)).before).toHaveLength(2);
  expect((await line(latest, 1200)).text).toBe(row('p1200', 'free'));
});

const filters = (value: string) => [{ attribute: 'price', operator: 'LESS_THAN', value }];

test.each([true, false])(
  'a run says what came into each set and what left it: its members known before, %s',
  async (known) => {
    const { host, platform, user, catalog } = await open();
    const prices = (...all: readonly number[]) => all.map((price, at) => row(`p${at}`, `${price}.00 USD`));
    await putProducts(user, catalog, product('other', { price: '5.00 USD' }));
    const sets = `${catalog}/product_sets`;
    const make = (name: string, most: string) =>
      user.post(sets, { name, type: 'FILTERED', filters: filters(most) });
    await make('Cheap', '10.00 USD');
    await make('Free', '1.00 USD');
    await user.post(sets, { name: 'By hand', type: 'MANUAL', product_ids: ['other'] });
    host.serve(url, csv(...prices(5, 6, 20, 30)));
    await createFeed(user, catalog, { frequency: 'HOURLY' });
    await platform.clock.advance(1);
    host.serve(url, csv(...prices(5, 15, 7, 8)));
    // A new process knows no members.
    const at = known ? platform : (await start({ open: host.open, snapshot: platform.snapshot() })).platform;
    await at.clock.advance(hour);
    const { figures } = await lastOf(at);
    expect(figures).toMatchObject({ status: 'SUCCEEDED', absent: 1, lines: 5 });
    expect(figures.counts).toMatchObject({ created: 0, updated: 3, unchanged: 1 });
    expect(figures.sets).toMatchObject([{ name: 'Cheap', came: 2, went: 1 }]);
  },
);

test('changes that others make to a set during a run are not attributed to the run', async () => {
  const { host, platform, user, catalog } = await open();
  await user.post(`${catalog}/product_sets`, {
    ...{ name: 'Cheap', type: 'FILTERED', filters: filters('10.00 USD') },
  });
  await platform.clock.advance(1);
  let go!: () => void;
  const waiting = new Promise<void>((resolve) => (go = resolve));
  const many = utf8(csv(...Array.from({ length: 2000 }, (_, at) => row(`p${at}`, '5.00 USD'))));
  const pieces = [() => many, () => waiting.then(() => utf8(`${row('last', '5.00 USD')}\n`))];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = pieces.shift();
        if (next) controller.enqueue(await next());
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  host.serve(url, () => ({ status: 200, headers: [], body }));
  await createFeed(user, catalog);
  await platform.clock.advance(0);
  await expect.poll(async () => (await lastOf(platform)).figures.counts.rows).toBeGreaterThan(0);
  await putProducts(user, catalog, product('beside', { price: '1.00 USD' }));
  go();
  await expect.poll(async () => (await lastOf(platform)).figures.status).toBe('SUCCEEDED');
  expect((await lastOf(platform)).figures).toMatchObject({ absent: 1, sets: [{ came: 2001, went: 0 }] });
});

test('a cancelled run says up to which line it read and what it changed; a waiting run says which run it waits for', async () => {
  const { host, platform, user, catalog } = await open();
  await user.post(`${catalog}/product_sets`, {
    ...{ name: 'Cheap', type: 'FILTERED', filters: filters('30.00 USD') },
  });
  await platform.clock.advance(1);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(utf8(csv(...Array.from({ length: 2000 }, (_, at) => row(`p${at}`)))));
    },
  });
  host.serve(url, () => ({ status: 200, headers: [], body }));
  await createFeed(user, catalog);
  await createFeed(user, catalog, { feed_url: 'https://shop.example/other.csv' });
  await platform.clock.advance(0);
  const { id } = await lastOf(platform);
  const figures = async (of: string) => (await platform.ask('runs.figures', of))!;
  await expect.poll(async () => (await figures(id)).counts.rows).toBeGreaterThan(100);
  const [under] = await platform.ask('runs.underWay');
  expect(under).toEqual({ runId: id, feedUrl: url, share: null });
  const second = (await platform.ask('merchants.all')).flatMap(({ catalog: c }) => c?.feeds ?? [])[1]!;
  expect((await figures(second.runs[0]!.id)).waitsFor).toEqual({ runId: id, feedUrl: url });
  must(await platform.do('feeds.cancel', id));
  const { status, counts, lines, sets, samples, absent } = await figures(id);
  expect(status).toBe('CANCELLED');
  expect(lines).toBe(counts.rows + 1);
  expect(sets).toMatchObject([{ came: counts.created, went: 0 }]);
  expect(samples.length).toBeGreaterThan(0);
  expect(absent).toBeNull();
});

test('a source that never answers blocks nothing once its run is cancelled', async () => {
  const { host, platform, user, catalog } = await open();
  let isGone = false;
  let answers!: () => void;
  const answering = new Promise<void>((resolve) => (answers = resolve));
  host.serve(url, async () => {
    await answering;
    return { status: 200, headers: [], body: new ReadableStream({ cancel: () => void (isGone = true) }) };
  });
  host.serve('https://shop.example/other.csv', csv(row('a')));
  await createFeed(user, catalog);
  await createFeed(user, catalog, { feed_url: 'https://shop.example/other.csv' });
  await platform.clock.advance(0);
  await expect.poll(() => host.asked).toEqual([url]);
  must(await platform.do('feeds.cancel', (await lastOf(platform)).id));
  const statuses = () => platform.snapshot().tables['feed_runs']!.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['CANCELLED', 'SUCCEEDED']);
  answers();
  await expect.poll(() => isGone).toBe(true);
});

test('a run records its speed, by the machine’s clock and not the platform’s', async () => {
  const { figures, feed, platform, id } = await runOf(() => ({
    ...{ status: 200, headers: [] },
    body: streamOf(
      Array.from({ length: 8 }, (_, part) =>
        utf8(
          (part === 0 ? `${header}\n` : '') +
            Array.from({ length: 1500 }, (_, at) => `${row(`p${part}-${at}`)}\n`).join(''),
        ),
      ),
    ),
  }));
  const { samples, counts } = figures;
  expect(samples.length).toBeGreaterThan(1);
  expect(samples.at(-1)).toEqual({ ms: samples.at(-1)!.ms, bytes: counts.bytes, rows: 12_000 });
  expect(samples.map(({ ms }) => ms)).toEqual(samples.map(({ ms }) => ms).toSorted((a, b) => a - b));
  expect(feed.runs[0]!.took).toBe(samples.at(-1)!.ms);
  expect((await platform.ask('runs.run', id))!.columns.at(-1)).toEqual({ name: 'shelf', attribute: null });
});

test('the due times of feeds in a jump are predicted, up to a maximum', async () => {
  const { host, platform, user, catalog } = await open();
  host.serve(url, csv(row('a')));
  const start_time = '2026-03-02T00:30:00';
  await createFeed(user, catalog, { frequency: 'HOURLY', start_time });
  await createFeed(user, catalog, { frequency: 'WEEKLY', start_time });
  const now = platform.clock.now();
  const [hourly, ...rest] = await platform.ask('runs.planned', now, now + 24 * hour);
  expect(hourly).toMatchObject({ feedUrl: url, isMore: false });
  expect(hourly!.times).toHaveLength(24);
  expect(rest).toEqual([]);
  host.asked.length = 0;
  await platform.clock.advance(24 * hour);
  expect(host.asked).toHaveLength(24);
  const year = await platform.ask('runs.planned', now, now + 365 * 24 * hour);
  expect(year[0]!.isMore).toBe(true);
  expect(year.reduce((sum, { times }) => sum + times.length, 0)).toBe(2000);
});

test('a run that is no longer kept and a feed that does not exist are null', async () => {
  const { platform, id, feed } = await runOf(csv(row('a')));
  expect(await platform.ask('runs.run', 'none')).toBeNull();
  expect(await platform.ask('runs.figures', 'none')).toBeNull();
  expect(await platform.ask('runs.line', 'none', 0, 0)).toBeNull();
  expect(await platform.ask('runs.feed', 'none')).toBeNull();
  expect(await platform.ask('runs.rejectedFile', 'none', 0)).toBeNull();
  expect(await platform.ask('runs.texts', 'none', 0)).toEqual([]);
  const detail = (await platform.ask('runs.feed', feed.id))!;
  expect(detail).toMatchObject({
    feed_url: url,
    owner: { username: 'mira_holm' },
    catalog: { name: 'Shop' },
  });
  expect((await platform.ask('runs.run', id))!.feed).toEqual(detail);
});

test('an unchanged file is not imported again, and its run keeps no rows', async () => {
  const { host, platform } = await runOf(() => answer(200, utf8(csv(row('a')))));
  await platform.clock.advance(24 * hour);
  const { figures } = await lastOf(platform);
  expect(host.asked).toHaveLength(2);
  expect(figures).toMatchObject({ status: 'UNCHANGED', sets: [], absent: null, lines: 0, rejected: [] });
});
