import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { text, utf8 } from '../../engine/index.ts';
import { DelimitedReader } from '../../engine/feeds/delimited.ts';
import { FeedFailed } from '../../engine/feeds/failure.ts';
import type { Reader } from '../../engine/feeds/rows.ts';
import { XmlReader } from '../../engine/feeds/xml.ts';
import { createCatalog, createFeed, openCatalogTo } from '../../testing/merchant.ts';
import { start } from '../../testing/platform.ts';
import { proved, times } from '../support/prove.ts';
import { rounds } from '../support/rounds.ts';
import { answer, ShopHost } from '../support/shop-host.ts';
import { mira } from '../../testing/worlds.ts';

/** A reader's result for a text that arrives in these pieces. */
function readAll(reader: Reader, pieces: readonly string[]) {
  const rows: unknown[] = [];
  try {
    for (const part of [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()]) {
      for (const { line, message } of part.broken) rows.push([line, message]);
      part.cells.forEach((cells, row) =>
        rows.push([
          part.placeOf(row).line,
          ...cells.flatMap((cell, at) => (cell === undefined ? [] : [part.columns[at]!.name, cell])),
        ]),
      );
    }
  } catch (error) {
    if (!(error instanceof FeedFailed)) throw error;
    rows.push(error.reason);
  }
  // Invalid rows come before the others of their piece.
  return rows.map((row) => JSON.stringify(row)).sort();
}

function cut(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, index) => text.slice(from, at[index] ?? text.length));
}

const places = fc.array(fc.nat(100_000), { maxLength: 12 });
const field = fc.string({ unit: fc.constantFrom(...'ab ,\t"\n\r;é€😀'), maxLength: 12 });
const table = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 20 });

test('what another writer wrote is read as it was meant, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',' as const, '\t' as const),
      fc.constantFrom('\n', '\r\n'),
      places,
      (rows, delimiter, newline, at) => {
        const file = Papa.unparse([['id', 'title', 'brand'], ...rows], { delimiter, newline, quotes: true });
        const reader = new DelimitedReader(delimiter, 1);
        const read = cut(file, at).flatMap((piece) => [...reader.read(piece)]);
        read.push(...reader.end());
        expect(read.flatMap(({ broken }) => broken)).toEqual([]);
        expect(read.flatMap(({ cells }) => cells)).toEqual(rows);
      },
    ),
    rounds(300, 20_000),
  );
});

/** Anything that looks like a feed file but is not one. */
const rough = fc
  .array(fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', ' ', 'id', '"a"', '"a\nb"', '\uFFFD'), {
    maxLength: 60,
  })
  .map((parts) => `id,title\n${parts.join('')}`);

test('however a broken file is cut into pieces, the same is read of it', () => {
  fc.assert(
    fc.property(rough, places, (text, at) => {
      expect(readAll(new DelimitedReader(',', 1), cut(text, at))).toEqual(
        readAll(new DelimitedReader(','), [text]),
      );
    }),
    rounds(500, 50_000),
  );
});

const roughXml = fc
  .array(
    fc.constantFrom(
      ...[
        '<item>',
        '</item>',
        '<g:id>a</g:id>',
        '<title>',
        '</title>',
        'text',
        '&amp;',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
      ],
      ...['<link href="x"/>', ' ', '\n', '<a b=">"/>', '<?p i?>', ']]', '<', '&#65;'],
    ),
    { maxLength: 40 },
  )
  .map((parts) => `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${parts.join('')}</channel></rss>`);

test('however broken XML is cut into pieces, the same is read of it', () => {
  fc.assert(
    fc.property(roughXml, places, (text, at) => {
      expect(readAll(new XmlReader(), cut(text, at))).toEqual(readAll(new XmlReader(), [text]));
    }),
    rounds(500, 50_000),
  );
});

const names = [
  'id',
  'title',
  'description',
  'availability',
  'condition',
  'price',
  'link',
  'image_link',
  'brand',
];
const product = (id: number) => [
  ...[`p${id}`, `Product ${id}`, 'What "it" is,\nin two lines', 'in stock', 'new', `${id + 1}.00 USD`],
  ...[`https://shop.example/${id}`, `https://shop.example/${id}.jpg`, 'Northwind'],
];
const rows = Array.from({ length: 30 }, (_, id) => product(id));
const xml = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${rows
  .map(
    (cells) =>
      `<item>${cells.map((cell, at) => `<g:${names[at]!}>${cell.replaceAll('&', '&amp;')}</g:${names[at]!}>`).join('')}</item>`,
  )
  .join('')}</channel></rss>`;
const valid = {
  CSV: utf8(Papa.unparse([names, ...rows])),
  TSV: utf8(Papa.unparse([names, ...rows], { delimiter: '\t' })),
  XML: utf8(xml),
};

/** Bytes changed, removed, duplicated, inserted. */
const spoiledBytes = (bytes: Uint8Array) =>
  fc
    .array(
      fc.record({
        how: fc.constantFrom('change', 'cut', 'double', 'quote', 'nul', 'end'),
        at: fc.nat(bytes.length - 1),
        length: fc.integer({ min: 1, max: 400 }),
        byte: fc.nat(255),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((faults) => {
      let file = [...bytes];
      for (const { how, at, length, byte } of faults) {
        if (how === 'change') file[at % (file.length || 1)] = byte;
        else if (how === 'cut') file.splice(at, length);
        else if (how === 'double') file.splice(at, 0, ...file.slice(at, at + length));
        else if (how === 'quote') file.splice(at, 0, 0x22);
        else if (how === 'nul') file.splice(at, 0, 0, 0);
        else file = file.slice(0, at);
      }
      return Uint8Array.from(file);
    });

/** The parts of a file: fields and separators, or tags and their contents. */
const partsOf = (text: string, format: keyof typeof valid): string[] =>
  text.split(format === 'XML' ? /(<[^>]*>)/ : format === 'TSV' ? /(\t|\r\n|")/ : /(,|\r\n|")/);

/** Parts removed, duplicated, swapped, moved. */
const spoiledStructure = (bytes: Uint8Array, format: keyof typeof valid) =>
  fc
    .array(
      fc.record({
        how: fc.constantFrom('leave out', 'double', 'exchange', 'move', 'nest'),
        at: fc.nat(5000),
        other: fc.nat(5000),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((faults) => {
      const parts = partsOf(text(bytes), format);
      for (const { how, at: given, other } of faults) {
        const at = given % parts.length;
        const to = other % parts.length;
        if (how === 'leave out') parts.splice(at, 1);
        else if (how === 'double') parts.splice(at, 0, parts[at]!);
        else if (how === 'exchange') [parts[at], parts[to]] = [parts[to]!, parts[at]!];
        else if (how === 'move') parts.splice(to, 0, ...parts.splice(at, 1));
        else parts.splice(at, 0, ...parts.slice(at, at + 40));
      }
      return utf8(parts.join(''));
    });

const utf16 = (bytes: Uint8Array): Buffer => Buffer.from(text(bytes), 'utf16le');

/** All of it in another encoding, with or without its mark, compressed, or declared as something else. */
const encoded = (bytes: Uint8Array): Readonly<Record<string, Uint8Array>> => ({
  'UTF-16 with its mark': Buffer.concat([Buffer.of(0xff, 0xfe), utf16(bytes)]),
  'UTF-16 without': utf16(bytes),
  'UTF-16, the other byte first': Buffer.concat([Buffer.of(0xfe, 0xff), utf16(bytes).swap16()]),
  'UTF-32': Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), bytes]),
  'UTF-8 with its mark': Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]),
  'with the mark of UTF-16, and is not': Buffer.concat([Buffer.of(0xff, 0xfe), bytes]),
  'Latin-1': Buffer.from(text(bytes).replaceAll('o', 'ø'), 'latin1'),
  packed: gzipSync(bytes),
  'packed twice': gzipSync(gzipSync(bytes)),
  'packed in two members': Buffer.concat([gzipSync(bytes.slice(0, 900)), gzipSync(bytes.slice(900))]),
});

const spoiledEncoding = (bytes: Uint8Array) =>
  fc
    .tuple(fc.constantFrom(...Object.values(encoded(bytes))), fc.option(fc.nat(bytes.length), { freq: 2 }))
    .map(([whole, end]) => Uint8Array.from(end === null ? whole : whole.subarray(0, end)));

const spoiled = (bytes: Uint8Array, format: keyof typeof valid) =>
  fc.oneof(spoiledBytes(bytes), spoiledStructure(bytes, format), spoiledEncoding(bytes));

test('any change to a file leads to a run that ends with a consistent report, and the platform continues', async () => {
  const host = new ShopHost();
  const { platform, as } = await start({ open: host.open });
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  const statuses = new Map<string, number>();
  for (const [feed_format, bytes] of Object.entries(valid) as ['CSV' | 'TSV' | 'XML', Uint8Array][]) {
    const feed_url = `https://shop.example/${feed_format}`;
    await createFeed(user, catalog, { feed_url, feed_format, frequency: 'HOURLY' });
    host.serve(feed_url, () => answer(200, bytes));
    await platform.clock.advance(1);
    const files = fc.sample(spoiled(bytes, feed_format), { numRuns: times(70, 2000), seed: 2605 });
    for (const file of files) {
      host.serve(feed_url, () => answer(200, file));
      await platform.clock.advance(3_600_000);
      const run = platform.snapshot().tables['feed_runs']!.at(-1) as unknown as {
        status: string;
        counts: Record<string, number>;
        failure: { message: string } | null;
        reasons: { rows: number; isWarning: boolean }[];
      };
      statuses.set(run.status, (statuses.get(run.status) ?? 0) + 1);
      const { rows: all, created, updated, unchanged, rejected } = run.counts;
      expect(created! + updated! + unchanged! + rejected!).toBe(all);
      const reasons = run.reasons.filter(({ isWarning }) => !isWarning);
      expect(reasons.reduce((sum, { rows: each }) => sum + each, 0)).toBe(rejected);
      expect(run.status === 'FAILED').toBe(run.failure !== null);
    }
    // A correct file can be imported after any of this.
    host.serve(feed_url, () => answer(200, bytes));
    await platform.clock.advance(3_600_000);
    expect(platform.snapshot().tables['feed_runs']!.at(-1)).toMatchObject({
      status: 'SUCCEEDED',
      counts: { rows: 30, rejected: 0 },
    });
    await user.delete(
      `${catalog}/product_feeds/${(await user.get(`${catalog}/product_feeds`)).json.data[0]!.id}`,
    );
  }
  proved(`hostile feeds: ${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')}`);
  expect(statuses.get('FAILED')).toBeGreaterThan(10);
  expect(statuses.get('SUCCEEDED')).toBeGreaterThan(10);
});
