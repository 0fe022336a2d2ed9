import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPlatform, utf8 } from '../inside.ts';
import type { FeedPreview } from '../inside.ts';
import { bytesOf } from './generate/generate.ts';

const header = 'id,title,description,availability,condition,price,link,image_link,brand,qty,warehouse\n';
const row = (id: string, price = '20.00 USD') =>
  `${id},Lantern,"Waxed, 7 pockets",in stock,new,${price},https://a.example/1,https://a.example/1.jpg,Tern,4,B4\n`;
const csv = `${header}${row('1')}${row('2')}${row('3', '19.90')}${row('4', 'free')}`;

const ask = (
  bytes: Uint8Array,
  isWhole = true,
  format: 'CSV' | 'TSV' | 'XML' | null = null,
): Promise<FeedPreview> => createPlatform().ask('sources.preview', bytes, format, isWhole);

const utf16 = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('the beginning of a file', () => {
  test('shows the format, the columns with an example, and the first row that would be rejected', async () => {
    const seen = await ask(utf8(csv));
    expect(seen).toMatchObject({
      found: { format: 'CSV', encoding: 'UTF-8', isPacked: false, sign: ',' },
      rows: 4,
      failure: null,
      fault: { line: 4, column: 'price', cell: '19.90', message: 'price is not a price such as 20.00 USD' },
    });
    expect(seen.lines[0]).toEqual({ line: 1, text: header.trimEnd() });
    expect(seen.columns).toContainEqual({ name: 'qty', attribute: 'inventory', example: '4' });
    expect(seen.columns).toContainEqual({ name: 'warehouse', attribute: null, example: 'B4' });
  });

  test.each([
    ['UTF-16', utf16(csv), { encoding: 'UTF-16', format: 'CSV' }],
    ['gzip', gzipSync(csv), { isPacked: true, format: 'CSV' }],
    ['tabs', utf8(csv.replaceAll(',', '\t')), { format: 'TSV', sign: '\t' }],
    [
      'RSS',
      utf8('<?xml version="1.0"?>\n<rss><channel><item><id>1</id></item></channel></rss>'),
      { format: 'RSS', sign: '<rss' },
    ],
    [
      'Atom',
      utf8('<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id></entry></feed>'),
      { format: 'ATOM' },
    ],
    ['HTML', utf8('<!doctype html><p>'), { format: null }],
    ['nothing', new Uint8Array(), { format: null }],
  ] as const)('in %s is found', async (_, bytes, found) => {
    expect((await ask(Uint8Array.from(bytes))).found).toMatchObject(found);
  });

  test('does not report a fault if it breaks off in the middle of a row, a character or a pack', async () => {
    const recipe = {
      seed: '1',
      rows: 2000,
      faultyPercent: 0,
      faults: [],
      isCutOff: false,
      gzip: false,
    } as const;
    for (const format of ['CSV', 'TSV', 'RSS', 'ATOM'] as const)
      for (const encoding of ['UTF-8', 'UTF-16'] as const) {
        const whole = Buffer.concat([...bytesOf({ ...recipe, format, encoding })]);
        for (const given of [whole.subarray(0, 30_001), gzipSync(whole).subarray(0, 60_000)]) {
          const seen = await ask(Uint8Array.from(given), false);
          expect(seen).toMatchObject({ fault: null, failure: null, found: { format } });
          expect(seen.rows).toBeGreaterThan(10);
        }
      }
  });

  test('read in the wrong format says why that fails', async () => {
    expect((await ask(utf8(csv), true, 'TSV')).failure).toContain('no column is called id');
    expect((await ask(utf8(csv), true, 'XML')).failure).not.toBeNull();
    expect((await ask(gzipSync(csv).subarray(0, 60), true)).failure).toContain('cannot be unpacked');
  });

  test('of a pack that unpacks to a thousand times its length is only read as far as needed', async () => {
    const bomb = gzipSync(`${header}${'a'.repeat(40_000_000)}`);
    expect((await ask(bomb.subarray(0, 65_536), false)).found.isPacked).toBe(true);
  });
});

describe('when a feed would be due', () => {
  const due = (more: object) =>
    createPlatform().ask('sources.dueTimes', {
      ...{ frequency: 'DAILY', repeat: 1, start_time: '2026-03-02T06:00:00', time_zone: 'Europe/Oslo' },
      ...more,
    } as never);

  test('shows the next times, and the first one in summer time', async () => {
    // The platform's clock shows 2 March 2026, 09:41:12 UTC.
    expect(await due({})).toEqual({
      next: [
        { at: Date.UTC(2026, 2, 3, 5), local: '2026-03-03T06:00:00', offset: 60 },
        { at: Date.UTC(2026, 2, 4, 5), local: '2026-03-04T06:00:00', offset: 60 },
        { at: Date.UTC(2026, 2, 5, 5), local: '2026-03-05T06:00:00', offset: 60 },
      ],
      shifted: { at: Date.UTC(2026, 2, 29, 4), local: '2026-03-29T06:00:00', offset: 120 },
    });
  });

  test('of an hourly feed, to the hour', async () => {
    const { shifted } = await due({ frequency: 'HOURLY' });
    expect(shifted).toMatchObject({ at: Date.UTC(2026, 2, 29, 1), local: '2026-03-29T03:00:00' });
  });

  test('a zone without summer time has none', async () => {
    expect((await due({ time_zone: 'Asia/Tokyo' })).shifted).toBeNull();
  });
});
