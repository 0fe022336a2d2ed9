import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SourceFailed, utf8 } from '../../../engine/index.ts';
import type { PlatformOptions } from '../../../engine/index.ts';
import { proves } from '../../support/clause.ts';
import { times } from '../../support/prove.ts';
import {
  createCatalog,
  createFeed,
  feedIn,
  openCatalogTo,
  putProducts,
  product,
} from '../../../testing/merchant.ts';
import type { ShownRun } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import type { Client } from '../../../testing/platform.ts';
import { answer, ShopHost, streamOf } from '../../support/shop-host.ts';
import { mira } from '../../../testing/worlds.ts';

const url = 'https://shop.example/products.csv';
const hour = 3_600_000;
const header = 'id,title,description,availability,condition,price,link,image_link,brand,inventory';
const row = (id: string, more = '12') =>
  `${id},Product ${id},What it is.,in stock,new,20.00 USD,https://shop.example/${id},https://shop.example/${id}.jpg,Northwind,${more}`;
const csv = (...rows: readonly string[]) => [header, ...rows, ''].join('\n');

async function open(options: PlatformOptions = {}) {
  const host = new ShopHost();
  const { platform, as } = await start({ open: host.open, ...options });
  await openCatalogTo(platform, mira);
  const user = as.user();
  return { host, platform, user, catalog: await createCatalog(user) };
}

/** A complete run of a feed with this file. */
async function runOf(file: Parameters<ShopHost['serve']>[1], more: Readonly<Record<string, unknown>> = {}) {
  const shop = await open();
  shop.host.serve(url, file);
  await createFeed(shop.user, shop.catalog, more);
  await shop.platform.clock.advance(1);
  return { ...shop, run: (await feedIn(shop.user, shop.catalog)).last_run! };
}

const productsOf = async (by: Client, catalog: string) =>
  (await by.get(`${catalog}/products?count=1000`)).json.data as unknown as Record<string, unknown>[];
const summary = ({ status, rows, accepted, rejected }: ShownRun) => ({ status, rows, accepted, rejected });

test(
  proves(
    ['2.6-product-from-feed', '2.6-feed-url', '4.4-feeds-post', '4.4-feeds-asynchronous', '4.4-feeds-get'],
    'a feed is created, its file fetched from its URL and taken in after the call was answered',
  ),
  async () => {
    const { host, platform, user, catalog } = await open();
    let go!: () => void;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    host.serve(url, async () => {
      await waiting;
      return csv(row('a'));
    });
    await createFeed(user, catalog);
    expect((await feedIn(user, catalog)).last_run).toBeNull();
    await platform.clock.advance(0);
    await expect.poll(() => host.asked).toEqual([url]);
    expect((await feedIn(user, catalog)).last_run!.status).toBe('RUNNING');
    expect(await productsOf(user, catalog)).toEqual([]);
    go();
    await expect.poll(async () => (await feedIn(user, catalog)).last_run!.status).toBe('SUCCEEDED');
    expect(await productsOf(user, catalog)).toMatchObject([{ id: 'a', inventory: 12, brand: 'Northwind' }]);
  },
);

test('while one part of a file is being stored, the next one is read', async () => {
  let keep: (() => void) | null = null;
  let isHeld = false;
  const { host, platform, user, catalog } = await open({
    commit: () => (isHeld ? new Promise((resolve) => (keep = resolve)) : Promise.resolve()),
  });
  const parts = Array.from({ length: 4 }, (_, part) =>
    utf8(Array.from({ length: 2000 }, (_, at) => `${row(`p${part}-${at}`)}\n`).join('')),
  );
  let given = 0;
  function* pieces() {
    yield utf8(`${header}\n`);
    for (const part of parts) {
      isHeld = ++given === 2;
      yield part;
    }
  }
  host.serve(url, { status: 200, headers: [], body: streamOf(pieces()) });
  await createFeed(user, catalog);
  void platform.clock.advance(1);
  await expect.poll(() => keep !== null && given).toBe(3);
  isHeld = false;
  keep!();
  await expect.poll(async () => (await feedIn(user, catalog)).last_run!.status).toBe('SUCCEEDED');
});

test(
  proves('2.6-feed-formats', 'the same products as CSV, TSV, RSS and Atom are the same products'),
  async () => {
    const tsv = csv(row('a'), row('b')).replaceAll(',', '\t');
    const names = header.split(',');
    const items = (tag: string, link: (value: string) => string) =>
      ['a', 'b'].map((id) => {
        const cells = row(id).split(',');
        const fields = names.map((name, at) =>
          name === 'link' ? link(cells[at]!) : `<g:${name}>${cells[at]!}</g:${name}>`,
        );
        return `<${tag}>${fields.join('')}</${tag}>`;
      });
    const google = 'xmlns:g="http://base.google.com/ns/1.0"';
    const rss = `<?xml version="1.0"?><rss version="2.0" ${google}><channel><title>Shop</title>${items('item', (to) => `<link>${to}</link>`).join('\n')}</channel></rss>`;
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" ${google}><id>urn:shop</id>${items('entry', (to) => `<id>urn:x</id><link href="${to}"/>`).join('\n')}</feed>`;
    const lists = [];
    for (const [feed_format, file] of [
      ['CSV', csv(row('a'), row('b'))],
      ['TSV', tsv],
      ['XML', rss],
      ['XML', atom],
    ] as const) {
      const { run, user, catalog } = await runOf(file, { feed_format });
      expect(summary(run)).toEqual({ status: 'SUCCEEDED', rows: 2, accepted: 2, rejected: 0 });
      lists.push((await productsOf(user, catalog)).map(({ product_key: _, ...rest }) => rest));
    }
    expect(lists[0]).toMatchObject([{ id: 'a', link: 'https://shop.example/a' }, { id: 'b' }]);
    for (const list of lists) expect(list).toEqual(lists[0]);
  },
);

test(
  proves(
    '2.6-feed-fetched-periodically',
    'the file is fetched once a period, and left alone when it is the same',
  ),
  async () => {
    const { host, platform, user, catalog } = await open();
    let inventory = 1;
    host.serve(url, () => csv(row('a', String(inventory))));
    await createFeed(user, catalog, { frequency: 'HOURLY' });
    const statuses: string[] = [];
    for (const next of [2, 2, 3]) {
      await platform.clock.advance(hour);
      statuses.push((await feedIn(user, catalog)).last_run!.status);
      inventory = next;
    }
    // The same file at once and after an hour; then another one of the same length; then the first again.
    expect(host.asked).toHaveLength(4);
    expect(statuses).toEqual(['UNCHANGED', 'SUCCEEDED', 'UNCHANGED']);
    expect(await productsOf(user, catalog)).toMatchObject([{ inventory: 2 }]);
    await platform.clock.advance(3 * hour);
    expect(host.asked).toHaveLength(7);
  },
);

test(
  proves('4.4-feeds-put', 'a change of a feed shows, is planned again, and reads the next file again'),
  async () => {
    const { host, platform, user, catalog } = await open();
    host.serve(url, csv(row('a')));
    const feed = await createFeed(user, catalog);
    await platform.clock.advance(1);
    const { status, json } = await user.send({
      ...{ method: 'PUT', path: feed, json: { frequency: 'HOURLY', repeat: 2 } },
    });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ frequency: 'HOURLY', repeat: 2, feed_url: url });
    expect(await feedIn(user, catalog)).toMatchObject({ frequency: 'HOURLY', repeat: 2 });
    await platform.clock.advance(2 * hour);
    expect(host.asked).toHaveLength(2);
    expect((await feedIn(user, catalog)).last_run!.status).toBe('SUCCEEDED');
  },
);

test(
  proves('4.4-feeds-delete', 'a deleted feed is gone from the list and fetches no more; its products stay'),
  async () => {
    const { host, platform, user, catalog } = await open();
    host.serve(url, csv(row('a'), row('broken', 'x')));
    const feed = await createFeed(user, catalog);
    await platform.clock.advance(1);
    expect((await user.delete(feed)).status).toBe(200);
    expect((await user.get(`${catalog}/product_feeds`)).json.data).toEqual([]);
    expect(await productsOf(user, catalog)).toHaveLength(1);
    await platform.clock.advance(48 * hour);
    expect(host.asked).toHaveLength(1);
    const { feed_runs, feed_rejections, jobs } = platform.snapshot().tables;
    expect([feed_runs, feed_rejections]).toEqual([[], []]);
    expect(jobs!.some(({ name }) => name === 'feed-due')).toBe(false);
  },
);

test(proves('2.6-feed-file-8gb', '8 GB are taken in, a byte more is not'), async () => {
  const announced = (length: number) => () =>
    answer(200, utf8(csv(row('a'))), [['Content-Length', String(length)]]);
  expect((await runOf(announced(8e9))).run).toMatchObject({ status: 'SUCCEEDED', accepted: 1 });
  expect((await runOf(announced(8e9 + 1))).run).toMatchObject({
    ...{ status: 'FAILED', accepted: 0, failure: { reason: 'FEED_TOO_LARGE' } },
  });
});

test('a broken row is rejected with its line, its column and the reason, and stops nothing', async () => {
  const { run, user, catalog } = await runOf(
    csv(
      row('a'),
      row('b', 'many'),
      row('c').replace('20.00 USD', '20 dollars'),
      'd,too short',
      `e,Product e,"A ""quoted"" word,
on two lines",in_stock,New,1.00 USD,https://shop.example/e,https://shop.example/e.jpg,Northwind,1`,
      `f,"Not closed" at all,${row('f').split(',').slice(2).join(',')}`,
      row(''),
      row('g'),
    ),
  );
  expect(summary(run)).toEqual({ status: 'SUCCEEDED', rows: 8, accepted: 3, rejected: 5 });
  expect([...run.errors].sort((one, other) => one.line - other.line)).toEqual([
    { line: 3, column: 'inventory', reason: 'inventory is not a whole number from 0 to 1000000000' },
    { line: 4, column: 'price', reason: 'price is not a price such as 20.00 USD' },
    { line: 5, column: null, reason: 'the row has 2 fields where the first row names 10 columns' },
    {
      line: 8,
      column: null,
      reason: 'a quote within a quoted field is not doubled, or something follows the closing one',
    },
    { line: 9, column: 'id', reason: 'id is missing' },
  ]);
  expect(await productsOf(user, catalog)).toMatchObject([
    { id: 'a' },
    { id: 'e', description: 'A "quoted" word,\non two lines', availability: 'in stock', condition: 'new' },
    { id: 'g' },
  ]);
});

test('a title with a line break is refused', async () => {
  const { run } = await runOf(csv(row('e').replace('Product e', '"Two\nlines"')));
  expect(run.errors).toEqual([
    { line: 2, column: 'title', reason: 'title is not 1 to 150 characters in one line' },
  ]);
});

const forms: readonly (readonly [what: string, file: Uint8Array])[] = [
  ['gzip', gzipSync(csv(row('a'), row('b')))],
  [
    'a byte order mark, CRLF and spaces around names',
    utf8(`\uFEFF${csv(row('a'), row('b')).replace('title', ' Title ').replaceAll('\n', '\r\n')}`),
  ],
  ['lone carriage returns', utf8(csv(row('a'), row('b')).replaceAll('\n', '\r'))],
  ['no line break at the end', utf8(csv(row('a'), row('b')).trimEnd())],
  ['UTF-16, little end first', utf16(csv(row('a'), row('b')), true)],
  ['UTF-16, big end first, packed', gzipSync(utf16(csv(row('a'), row('b')), false))],
  [
    'other columns and aliases',
    utf8(csv(row('a'), row('b')).replace('inventory', 'QTY').replace('image_link', 'g:image link')),
  ],
  ['empty lines', utf8(csv('', row('a'), '', '   ', row('b'), ''))],
];
test.each(forms)('%s', async (_, file) => {
  const { run, user, catalog } = await runOf(file);
  expect(summary(run)).toEqual({ status: 'SUCCEEDED', rows: 2, accepted: 2, rejected: 0 });
  expect(await productsOf(user, catalog)).toMatchObject([
    { id: 'a', inventory: 12 },
    { id: 'b', inventory: 12 },
  ]);
});

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
  return bytes;
}

const rss = (...items: readonly string[]) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`;
const bombs = Array.from({ length: 10 }, (_, at) => `<!ENTITY b${at + 1} "${`&b${at};`.repeat(10)}">`).join(
  '',
);

const failures: readonly (readonly [
  what: string,
  reason: string,
  file: Parameters<ShopHost['serve']>[1],
  format?: 'XML',
])[] = [
  ['an answer of 404', 'SOURCE_UNREACHABLE', () => answer(404, utf8('gone'))],
  ['an unknown host', 'SOURCE_UNREACHABLE', { kind: 'failure', reason: 'dns', message: 'there is no host' }],
  [
    'a redirect to this machine',
    'REDIRECT_REFUSED',
    () => answer(302, utf8(''), [['Location', 'https://127.0.0.1/x']]),
  ],
  ['a redirect that leads in a circle', 'REDIRECT_REFUSED', () => answer(302, utf8(''), [['Location', url]])],
  [
    'a source that stalls',
    'SOURCE_STALLED',
    () => ended(new SourceFailed('stalled', 'nothing came for 30 s')),
  ],
  [
    'a source that ends early',
    'SOURCE_ENDED_EARLY',
    () => ended(new SourceFailed('closed', 'the connection was lost')),
  ],
  ['a packed file that ends early', 'NOT_GZIP', gzipSync(csv(row('a'))).subarray(0, 60)],
  [
    'a file that unpacks to more than 1,000 times its length',
    'UNPACKS_TOO_FAR',
    gzipSync(`${csv(row('a'))}${'x'.repeat(16 * 1024 * 1024)}`),
  ],
  ['UTF-32', 'ENCODING_UNKNOWN', new Uint8Array([0xff, 0xfe, 0, 0, 0x69, 0, 0, 0])],
  ['an empty file', 'COLUMNS_MISSING', ''],
  ['a page instead of a file', 'COLUMNS_MISSING', '<!doctype html><title>Not here</title>'],
  ['semicolons', 'COLUMNS_MISSING', csv(row('a')).replaceAll(',', ';')],
  ['XML without items', 'COLUMNS_MISSING', rss(), 'XML'],
  ['malformed XML', 'MALFORMED_XML', rss('<item><g:id>a</g:id></itm>'), 'XML'],
  ['XML that ends early', 'MALFORMED_XML', rss('<item><g:id>a</g:id></item>').slice(0, -20), 'XML'],
  [
    'an entity bomb',
    'MALFORMED_XML',
    `<!DOCTYPE rss [<!ENTITY b0 "x">${bombs}]>${rss('<item><g:id>&b10;</g:id></item>')}`,
    'XML',
  ],
  ['a Latin 1 declaration', 'ENCODING_UNKNOWN', `<?xml version="1.0" encoding="ISO-8859-1"?>${rss()}`, 'XML'],
];
function ended(error: Error) {
  return { status: 200, headers: [], body: streamOf([utf8(csv(row('a')))], error) };
}
test.each(failures)('%s ends the run as %s', async (_, reason, file, feed_format) => {
  const { run } = await runOf(file!, { feed_format: feed_format ?? 'CSV' });
  expect({ status: run.status, reason: run.failure?.reason }).toEqual({ status: 'FAILED', reason });
  expect(run.failure!.message).not.toBe('');
});

test('at most three redirects are followed', async () => {
  const { host, platform, user, catalog } = await open();
  const to = (at: number) => `https://shop.example/${at}`;
  for (let at = 0; at < 4; at++)
    host.serve(to(at), () => answer(302, utf8(''), [['Location', `/${at + 1}`]]));
  host.serve(to(4), csv(row('a')));
  await createFeed(user, catalog, { feed_url: to(1), frequency: 'HOURLY' });
  await platform.clock.advance(1);
  expect((await feedIn(user, catalog)).last_run!.status).toBe('SUCCEEDED');
  expect(host.asked).toEqual([1, 2, 3, 4].map(to));
  const feed = (await feedIn(user, catalog)).id;
  await user.send({ method: 'PUT', path: `${catalog}/product_feeds/${feed}`, json: { feed_url: to(0) } });
  await platform.clock.advance(hour);
  expect((await feedIn(user, catalog)).last_run!.failure!.reason).toBe('REDIRECT_REFUSED');
});

const [longest, long] = [times(8, 100), times(2, 10)];
test(`a field of ${longest} MB, an unclosed quote and a row without an end cost their own rows`, async () => {
  const piece = utf8('x'.repeat(1024 * 1024));
  function* pieced(before: string, after: string, pieces: number) {
    yield utf8(before);
    for (let at = 0; at < pieces; at++) yield piece;
    yield utf8(after);
  }
  const streamed = (before: string, after: string, pieces: number) => () => ({
    status: 200,
    headers: [],
    body: streamOf(pieced(before, after, pieces)),
  });
  for (const [before, after, pieces] of [
    [`${csv(row('a'))}b,`, `\n${row('c')}\n`, longest],
    [`${csv(row('a'))}b,"`, `",x\n${row('c')}\n`, long],
    [`${csv(row('a'))}b,"never closed `, `\n${row('c')}\n`, long],
  ] as const) {
    const { run } = await runOf(streamed(before, after, pieces));
    expect(summary(run)).toEqual({ status: 'SUCCEEDED', rows: 3, accepted: 2, rejected: 1 });
    expect(run.errors[0]!.line).toBe(3);
  }
  for (const [opens, closes, pieces] of [
    ['<g:title>', '</g:title>', longest],
    ['<g:title><![CDATA[', ']]></g:title>', long],
    ['<g:title>&amp;', '&amp;</g:title>', long],
  ] as const) {
    const [first, last] = rss(
      `<item><g:id>a</g:id>${opens}|${closes}</item><item><g:id>b</g:id></item>`,
    ).split('|');
    const { run } = await runOf(streamed(first!, last!, pieces), { feed_format: 'XML' });
    expect(summary(run)).toEqual({ status: 'SUCCEEDED', rows: 2, accepted: 0, rejected: 2 });
    expect(run.errors[0]).toMatchObject({
      column: 'g:title',
      reason: 'title has more than 1,000,000 characters',
    });
  }
});

test('an id twice in a file: the later row counts, with a warning', async () => {
  const { platform, user, catalog, run } = await runOf(csv(row('a', '1'), row('b'), row('a', '2')));
  expect(summary(run)).toEqual({ status: 'SUCCEEDED', rows: 3, accepted: 3, rejected: 0 });
  expect(await productsOf(user, catalog)).toMatchObject([{ id: 'a', inventory: 2 }, { id: 'b' }]);
  expect(platform.snapshot().tables['feed_runs']).toMatchObject([
    { counts: { created: 2, updated: 1, warned: 1 }, reasons: [{ isWarning: true, column: 'id', line: 4 }] },
  ]);
});

test('attributes that a file does not name stay; an empty cell removes its attribute', async () => {
  const { host, platform, user, catalog } = await open();
  await putProducts(user, catalog, product('a', { color: 'red', inventory: 3 }), product('other'));
  host.serve(url, 'id,price,inventory\na,9.00 USD,\nnew,1.00 USD,1\n');
  await createFeed(user, catalog);
  await platform.clock.advance(1);
  expect((await feedIn(user, catalog)).last_run).toMatchObject({
    ...{ status: 'SUCCEEDED', accepted: 1, rejected: 1 },
    errors: [{ line: 3, reason: 'title is missing' }],
  });
  expect(await productsOf(user, catalog)).toMatchObject([
    { id: 'a', price: '9.00 USD', color: 'red', inventory: null },
    { id: 'other' },
  ]);
});

test('runs of a catalog wait for each other, and a feed that has not ended skips its turn', async () => {
  const { host, platform, user, catalog } = await open();
  let go!: () => void;
  const waiting = new Promise<void>((resolve) => (go = resolve));
  host.serve(url, async () => {
    await waiting;
    return csv(row('a'));
  });
  host.serve('https://shop.example/other.csv', csv(row('b')));
  await createFeed(user, catalog, { frequency: 'HOURLY' });
  await createFeed(user, catalog, { feed_url: 'https://shop.example/other.csv' });
  await platform.clock.advance(0);
  await expect.poll(() => host.asked).toEqual([url]);
  const advancing = platform.clock.advance(0);
  await advancing;
  expect(platform.snapshot().tables['feed_runs']).toMatchObject([
    { status: 'RUNNING' },
    { status: 'QUEUED' },
  ]);
  go();
  await platform.clock.advance(hour);
  expect(platform.snapshot().tables['feed_runs']!.map(({ status }) => status)).toEqual([
    ...['SUCCEEDED', 'SUCCEEDED', 'UNCHANGED'],
  ]);
});

test('a feed is checked before it is accepted', async () => {
  const { user, catalog } = await open();
  const feed = { feed_url: url, feed_format: 'CSV', frequency: 'DAILY' };
  for (const [wrong, says] of [
    [{ feed_url: 'http://shop.example/x.csv' }, 'is not https but http'],
    [{ feed_url: 'https://localhost/x.csv' }, 'this machine'],
    [{ start_time: '2026-02-30T06:00:00' }, 'start_time'],
    [{ start_time: '2026-03-02T06:00:00Z' }, 'without an offset'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ repeat: 0 }, 'repeat'],
    [{ feed_format: 'JSON' }, 'feed_format'],
  ] as const) {
    const answered = await user.post(`${catalog}/product_feeds`, { ...feed, ...wrong });
    expect(answered.status).toBe(400);
    expect(JSON.stringify(answered.json)).toContain(says);
  }
  for (let at = 0; at < 20; at++) await user.post(`${catalog}/product_feeds`, feed);
  expect((await user.get(`${catalog}/product_feeds?count=1000`)).json.data).toHaveLength(13);
});

test('a run of an earlier process is interrupted, and runs again when due', async () => {
  const { host, platform, user, catalog } = await open();
  host.serve(url, () => ({ status: 200, headers: [], body: new ReadableStream() }));
  await createFeed(user, catalog, { frequency: 'HOURLY' });
  await platform.clock.advance(0);
  await expect.poll(async () => (await feedIn(user, catalog)).last_run?.status).toBe('RUNNING');
  const next = new ShopHost();
  next.serve(url, csv(row('a')));
  const { platform: again } = await start({ open: next.open, snapshot: platform.snapshot() });
  const runs = () => again.snapshot().tables['feed_runs']!.map(({ status }) => status);
  await again.clock.advance(0);
  await expect.poll(runs).toEqual(['INTERRUPTED']);
  await again.clock.advance(hour);
  expect(runs()).toEqual(['INTERRUPTED', 'SUCCEEDED']);
});

test('the last 20 runs of a feed are kept', async () => {
  const { host, platform, user, catalog } = await open();
  host.serve(url, csv(row('broken', 'x')));
  await createFeed(user, catalog, { frequency: 'HOURLY' });
  await platform.clock.advance(30 * hour);
  expect(host.asked).toHaveLength(31);
  const { feed_runs, feed_rejections } = platform.snapshot().tables;
  expect(feed_runs).toHaveLength(20);
  expect(feed_rejections!.length).toBeLessThanOrEqual(20);
});

test('a run is started and cancelled by hand: its imported rows stay, and the next run continues', async () => {
  const { host, platform, user, catalog } = await open();
  let isGone = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(utf8(csv(...Array.from({ length: 2000 }, (_, at) => row(`p${at}`)))));
    },
    cancel: () => void (isGone = true),
  });
  host.serve(url, () => ({ status: 200, headers: [], body }));
  host.serve('https://shop.example/other.csv', csv(row('other')));
  await createFeed(user, catalog);
  await createFeed(user, catalog, { feed_url: 'https://shop.example/other.csv' });
  await platform.clock.advance(0);
  const runs = () =>
    platform.snapshot().tables['feed_runs'] as unknown as {
      id: string;
      feed_id: string;
      status: string;
      counts: { rows: number };
    }[];
  await expect.poll(() => runs()[0]!.counts.rows).toBeGreaterThan(100);
  const [first, second] = runs();
  expect(await platform.do('feeds.run', first!.feed_id)).toEqual({
    ok: false,
    reason: 'Its last run has not ended.',
  });
  const taken = runs()[0]!.counts.rows;
  must(await platform.do('feeds.cancel', first!.id));
  await expect.poll(() => runs()[1]!.status).toBe('SUCCEEDED');
  expect(isGone).toBe(true);
  expect(runs()[0]!.status).toBe('CANCELLED');
  expect(platform.snapshot().tables['products']).toHaveLength(taken + 1);
  expect(await platform.do('feeds.cancel', first!.id)).toMatchObject({ ok: false });
  expect(await platform.do('feeds.run', 'none')).toMatchObject({ ok: false });

  const again = await platform.do('feeds.run', second!.feed_id);
  await expect.poll(() => runs().find(({ id }) => again.ok && id === again.runId)!.status).toBe('UNCHANGED');
});

test('a waiting run is cancelled, and deleting a catalog stops its runs', async () => {
  const { host, platform, user, catalog } = await open();
  host.serve(url, () => ({ status: 200, headers: [], body: new ReadableStream() }));
  await createFeed(user, catalog);
  await createFeed(user, catalog);
  await platform.clock.advance(0);
  const rows = (table: string) => platform.snapshot().tables[table]!;
  await expect.poll(() => host.asked).toHaveLength(1);
  must(await platform.do('feeds.cancel', rows('feed_runs')[1]!['id'] as string));
  expect(rows('feed_runs').map(({ status }) => status)).toEqual(['RUNNING', 'CANCELLED']);
  expect((await user.delete(catalog)).status).toBe(200);
  expect([...rows('outbox'), ...rows('product_feeds'), ...rows('feed_runs')]).toEqual([]);
  const other = await createCatalog(user);
  host.serve(url, csv(row('a')));
  await createFeed(user, other);
  await platform.clock.advance(1);
  expect((await feedIn(user, other)).last_run!.status).toBe('SUCCEEDED');
});
