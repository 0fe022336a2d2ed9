/**
 * `npm run bench -- feed`: a million products of about 300 bytes from a CSV file, with validation, indexes and ten sets of
 * five filters, beside the fastest reader of CSV with one Map upsert a row; the memory of both; XML beside the bare parser;
 * an hourly file that stays the same, over a month; and one product's upsert beside sets of 30 filters. The floor and what is
 * measured run one after the other in one process. BENCH_ROWS is the number of products. Times are the processor's.
 * `-- feed ingest` measures a part (`sets` goes on from `ingest`).
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { inferSchema, initParser } from 'udsv';
import { createPlatform, signRequest, text, utf8 } from '../../engine/index.ts';
import type { HttpRequest, Open } from '../../engine/index.ts';
import { printFigures, short, stopwatch, sweep } from './figure.ts';
import type { Figure } from './figure.ts';

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const pieceLength = 64 * 1024;

const names = [
  ...['id', 'title', 'description', 'availability', 'condition', 'price', 'link', 'image_link', 'brand'],
  ...['inventory', 'product_type', 'google_product_category'],
];
const productOf = (at: number): readonly string[] => [
  ...[`sku-${at}`, `Storm lantern ${at}`],
  `Burns for 20 hours, in any wind, number ${at}. ${'wind and rain '.repeat(4)}`,
  ...['in stock', 'new', `${(at % 500) + 1}.00 USD`],
  ...[`https://shop.northwind.example/p/${at}`, `https://shop.northwind.example/i/${at}.jpg`, 'Northwind'],
  ...[String(at % 50), `Home > Kitchen > ${at % 40}`, 'Home & Garden'],
];
/** Two fields are quoted, since real files quote some. */
const csvOf = (product: readonly string[]): string =>
  `${product.map((field, at) => (at === 1 || at === 2 ? `"${field}"` : field)).join(',')}\n`;
const xmlOf = (product: readonly string[]): string =>
  `<item>${product.map((field, at) => `<g:${names[at]!}>${field.replaceAll('&', '&amp;').replaceAll('>', '&gt;')}</g:${names[at]!}>`).join('')}</item>\n`;

function pieces(
  first: string,
  of: (product: readonly string[]) => string,
  last: string,
  count: number,
): Uint8Array[] {
  const all: Uint8Array[] = [];
  let written = first;
  for (let at = 0; at < count; at++) {
    written += of(productOf(at));
    if (written.length < pieceLength) continue;
    all.push(utf8(written));
    written = '';
  }
  all.push(utf8(written + last));
  return all;
}

const csv = pieces(`${names.join(',')}\n`, csvOf, '', rows);
const lengthOf = (file: readonly Uint8Array[]): number => file.reduce((sum, { length }) => sum + length, 0);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const memory = (): number => {
  sweep();
  sweep();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** A separate copy of a text: a slice keeps the whole original alive. */
const own = (field: string): string => [field, ''].join('');

function floor(): { ms: number; bytes: number } {
  const before = memory();
  const clock = stopwatch();
  const products = new Map<string, readonly string[]>();
  const decoder = new TextDecoder();
  let parser: ReturnType<typeof initParser> | null = null;
  for (const piece of csv) {
    const read = decoder.decode(piece, { stream: true });
    parser ??= initParser(inferSchema(read));
    parser.chunk(
      read,
      parser.stringArrs as never,
      ((row: readonly string[]) => {
        const product = row.map(own);
        products.set(product[0]!, product);
      }) as never,
    );
  }
  parser!.end();
  const ms = clock();
  if (products.size !== rows) throw new Error(`The floor has ${products.size} products`);
  return { ms, bytes: memory() - before };
}

const files = new Map<string, readonly Uint8Array[]>();
const open: Open = ({ request }) => {
  const file = files.get(request.url)!;
  let at = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at < file.length) controller.enqueue(file[at++]!);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = [['Content-Length', String(lengthOf(file))]] as const;
  return Promise.resolve({ status: 200, headers, body });
};

async function shop() {
  const platform = createPlatform({
    scenario: 'small',
    open,
    turn: () => setImmediate(),
    sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  });
  await platform.do('portal.setAbuse', false);
  const user = platform.initialCredentials.find(({ kind }) => kind === 'oauth1');
  if (user?.kind !== 'oauth1') throw new Error('Nobody has a token');
  await platform.do('catalog.setEarlyAccess', user.userId, true);
  await platform.do('catalog.setTermsAccepted', user.userId, true);
  let nonce = 0;
  const call = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ id: string; last_run: Run }> => {
    const request: HttpRequest = {
      ...{ method, url: `${platform.adsBaseUrl}/5/product_catalogs${path}`, headers: [] },
      body: body === undefined ? undefined : utf8(JSON.stringify(body)),
    };
    const timestamp = String(Math.floor(platform.clock.now() / 1000));
    const { authorization } = signRequest(request, user, { nonce: `n${nonce++}`, timestamp });
    const headers = [
      ['Authorization', authorization],
      ['Content-Type', 'application/json'],
    ] as const;
    const outcome = await platform.handle({ ...request, headers });
    if (outcome.kind !== 'response' || outcome.status >= 300)
      throw new Error(outcome.kind === 'response' ? text(outcome.body) : outcome.kind);
    return (JSON.parse(text(outcome.body)) as { data: { id: string; last_run: Run } }).data;
  };
  const { id } = await call('POST', '', { name: 'Shop' });
  return { platform, call, catalog: `/${id}` };
}

interface Run {
  readonly status: string;
  readonly accepted: number;
}
type Shop = Awaited<ReturnType<typeof shop>>;

const feed = (feed_url: string, feed_format: string, frequency: string) => ({
  feed_url,
  feed_format,
  frequency,
});

/** Everything that is due, a moment later. */
async function run(
  { platform, call, catalog }: Shop,
  url: string,
  format: string,
  accepted: number,
): Promise<number> {
  await call('POST', `${catalog}/product_feeds`, feed(url, format, 'WEEKLY'));
  const clock = stopwatch();
  await platform.clock.advance(1);
  const ms = clock();
  const [{ last_run }] = (await call('GET', `${catalog}/product_feeds`)) as unknown as [{ last_run: Run }];
  if (last_run.status !== 'SUCCEEDED' || last_run.accepted !== accepted)
    throw new Error(JSON.stringify(last_run).slice(0, 500));
  return ms;
}

const filter = (attribute: string, operator: string, value: string) => ({ attribute, operator, value });

const rate = (count: number, ms: number): string => `${Math.round(count / ms)} k rows a second`;

let full: Shop | null = null;

async function ingest(): Promise<Figure[]> {
  const least = floor();
  const before = memory();
  full = await shop();
  for (let at = 0; at < 10; at++)
    await full.call('POST', `${full.catalog}/product_sets`, {
      ...{ name: `Set ${at}`, type: 'FILTERED' },
      filters: [
        filter('price', 'LESS_THAN', `${at * 40 + 20}.00 USD`),
        filter('inventory', 'GREATER_THAN', '3'),
        filter('product_type', 'CONTAINS', 'kitchen'),
        filter('google_product_category', 'CONTAINS', 'home'),
        filter('price', 'GREATER_THAN', '2.00 USD'),
      ],
    });
  await full.platform.clock.advance(1);
  files.set('https://shop.example/csv', csv);
  const ms = await run(full, 'https://shop.example/csv', 'CSV', rows);
  const bytes = memory() - before;
  return [
    {
      ...{
        what: `${short(rows)} products of CSV, to a reader and a Map`,
        value: ms / least.ms,
        aim: 2,
        clear: 3,
      },
      detail: `${rate(rows, ms)}, floor ${rate(rows, least.ms)}, ${megabytes(lengthOf(csv))}`,
    },
    {
      ...{ what: 'their memory, to that of the Map', value: bytes / least.bytes, aim: 2.5 },
      detail: `${megabytes(bytes)}, Map ${megabytes(least.bytes)}`,
    },
  ];
}

/** The median time of one product's upsert. */
async function upsert({ call, catalog, platform }: Shop, turns: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    // 600 calls are allowed in 15 minutes.
    if (turn % 500 === 0) await platform.clock.advance(900_000);
    const at = (turn * 7919) % rows;
    const body = { products: [{ id: `sku-${at}`, price: `${turn + 1}.50 USD` }] };
    const clock = stopwatch();
    await call('PUT', `${catalog}/products`, body);
    times.push(clock());
  }
  return times.sort((a, b) => a - b)[turns >> 1]!;
}

async function sets(): Promise<Figure[]> {
  const { call, catalog, platform } = full!;
  const all = (await call('GET', `${catalog}/product_sets?count=100`)) as unknown as { id: string }[];
  for (const { id } of all) await call('DELETE', `${catalog}/product_sets/${id}`);
  await upsert(full!, 50);
  const without = await upsert(full!, 300);
  const attributes = ['google_product_category', 'product_type', 'custom_label_0', 'custom_label_1'];
  let longest = 0;
  for (let at = 0; at < 10; at++) {
    await call('POST', `${catalog}/product_sets`, {
      ...{ name: `Of all types ${at}`, type: 'FILTERED' },
      filters: [
        ...Array.from({ length: 6 }, (_, more) => filter('price', 'GREATER_THAN', `0.${more}1 USD`)),
        ...Array.from({ length: 6 }, (_, more) => filter('inventory', 'LESS_THAN', String(100 + more))),
        ...Array.from({ length: 18 }, (_, more) =>
          filter(attributes[more % 4]!, 'NOT_CONTAINS', `none of ${more}`),
        ),
      ],
    });
    // Wall time, because the concurrent garbage collector has its own processor time.
    let began = performance.now();
    await platform.clock.advance(1, undefined, () => {
      longest = Math.max(longest, performance.now() - began);
      return setImmediate().then(() => void (began = performance.now()));
    });
  }
  const beside = await upsert(full!, 300);
  return [
    {
      ...{
        what: 'a product’s upsert beside ten sets of 30 filters, to none',
        value: beside / without,
        aim: 3,
      },
      detail: `${beside.toFixed(3)} ms, ${without.toFixed(3)} ms`,
    },
    {
      ...{
        what: 'the longest turn while such a set looks for its products',
        value: longest,
        aim: 50,
        clear: 100,
      },
      ...{ unit: 'ms', detail: `over ${short(rows)} products` },
    },
  ];
}

async function xml(): Promise<Figure[]> {
  full = null;
  const count = Math.round(rows / 5);
  const file = pieces(
    '<rss xmlns:g="http://base.google.com/ns/1.0"><channel>',
    xmlOf,
    '</channel></rss>',
    count,
  );
  const decoder = new TextDecoder();
  const parser = new SaxesParser({ xmlns: true });
  let events = 0;
  for (const event of ['opentag', 'closetag', 'text'] as const) parser.on(event, () => void events++);
  const clock = stopwatch();
  for (const piece of file) parser.write(decoder.decode(piece, { stream: true }));
  parser.close();
  const bare = clock();
  files.set('https://shop.example/xml', file);
  const ms = await run(await shop(), 'https://shop.example/xml', 'XML', count);
  const speed = (of: number): string => `${(lengthOf(file) / 1000 / of).toFixed(0)} MB a second`;
  return [
    {
      ...{ what: `${short(count)} products of XML, to the bare parser`, value: ms / bare, aim: 4 },
      detail: `${speed(ms)}, bare ${speed(bare)}, ${events} events`,
    },
  ];
}

/** 720 runs of a file of 1 MB, of which the first imports it. */
async function month(): Promise<Figure[]> {
  const file = pieces(`${names.join(',')}\n`, csvOf, '', 3400);
  const hours = 720;
  const url = 'https://shop.example/hourly';
  files.set(url, file);
  const { platform, call, catalog } = await shop();
  await call('POST', `${catalog}/product_feeds`, feed(url, 'CSV', 'HOURLY'));
  await platform.clock.advance(1);
  const bare = stopwatch();
  for (let at = 0; at < hours; at++) {
    const { body } = (await open({
      request: { method: 'GET', url, headers: [] },
      signal: new AbortController().signal,
    })) as { body: ReadableStream<Uint8Array> };
    const hash = createHash('sha256');
    for await (const piece of body) hash.update(piece);
    hash.digest();
  }
  const least = bare();
  const clock = stopwatch();
  await platform.clock.advance(hours * 3_600_000);
  const ms = clock();
  const [{ last_run }] = (await call('GET', `${catalog}/product_feeds`)) as unknown as [{ last_run: Run }];
  if (last_run.status !== 'UNCHANGED') throw new Error(last_run.status);
  return [
    {
      ...{
        what: `${hours} runs of a file that stays the same, to reads and digests`,
        value: ms / least,
        aim: 3,
      },
      detail: `${ms.toFixed(0)} ms, bare ${least.toFixed(0)} ms, ${megabytes(lengthOf(file))} each`,
    },
  ];
}

const parts = { ingest, sets, xml, month };
const chosen = process.argv.slice(2);
const isChosen = ([name]: readonly [string, unknown]): boolean =>
  chosen.length === 0 || chosen.includes(name);
await printFigures(
  Object.entries(parts)
    .filter(isChosen)
    .map(([, part]) => part),
);
