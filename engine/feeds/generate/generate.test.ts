import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCatalog, createFeed, feedIn, openCatalogTo } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import { answer, ShopHost, streamOf } from '../../../tests/support/shop-host.ts';
import { mira } from '../../../testing/worlds.ts';
import type { FeedRun } from '../../state/tables/catalog.ts';
import { bytesOf, rowsOf, textOf } from './generate.ts';
import { outlookOf } from './outlook.ts';
import { encodings, faultsOf, fileFormats, rowFaults } from './recipe.ts';
import type { Recipe, RowFault } from './recipe.ts';

const faults = Object.keys(rowFaults) as RowFault[];
const recipe: Recipe = {
  ...{ seed: '7', rows: 300, format: 'CSV', encoding: 'UTF-8', gzip: false },
  ...{ faultyPercent: 0, faults, isCutOff: false },
};

/** The message of a run for each fault; null for a fault that does not reject the row. */
const messages: Record<RowFault, string | null> = {
  noCurrency: 'price is not a price such as 20.00 USD',
  httpLink: 'link is not an https address of at most 2000 characters',
  unknownAvailability:
    'availability is not one of in stock, available for order, preorder, out of stock, discontinued',
  missingId: 'id is missing',
  noIdentifier: 'brand, gtin and mpn are all missing: one of them is needed',
  longTitle: 'title is not 1 to 150 characters in one line',
  unclosedQuote: 'a quote within a quoted field is not doubled, or something follows the closing one',
  sameId: null,
};

/** Runs a feed with a generated file. */
async function runOf(given: Recipe): Promise<FeedRun> {
  const host = new ShopHost();
  const { platform, as } = await start({ open: host.open, turn: () => setImmediate() });
  await openCatalogTo(platform, mira);
  const catalog = await createCatalog(as.user());
  const feed_format = given.format === 'CSV' || given.format === 'TSV' ? given.format : 'XML';
  const feed_url = 'https://shop.example/generated';
  const body = streamOf(bytesOf(given));
  host.serve(feed_url, () => ({
    ...answer(200, new Uint8Array(), []),
    body: given.gzip ? body.pipeThrough(new CompressionStream('gzip') as never) : body,
  }));
  await createFeed(as.user(), catalog, { feed_url, feed_format });
  await platform.clock.advance(1);
  expect((await feedIn(as.user(), catalog)).last_run).not.toBeNull();
  return platform.snapshot().tables['feed_runs']![0] as unknown as FeedRun;
}

describe.each(fileFormats)('a generated file in %s', (format) => {
  test.each(encodings)(
    'in %s, packed or not: without faults every row is accepted, and unknown columns are listed',
    async (encoding) => {
      for (const gzip of [false, true]) {
        const run = await runOf({ ...recipe, format, encoding, gzip });
        expect(run).toMatchObject({
          status: 'SUCCEEDED',
          counts: { rows: 300, created: 300, rejected: 0, warned: 0 },
          reasons: [],
        });
        expect(run.columns).toContainEqual({
          name: expect.stringMatching(/^(?:g:)?qty$/) as string,
          attribute: 'inventory',
        });
        expect(run.columns).toContainEqual({
          name: expect.stringMatching(/^(?:g:)?warehouse$/) as string,
          attribute: null,
        });
      }
    },
  );

  test('exactly the planned rows are rejected, for the planned reasons', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.string({ maxLength: 8 }),
          rows: fc.integer({ min: 1, max: 400 }),
          encoding: fc.constantFrom(...encodings),
          faultyPercent: fc.integer({ min: 0, max: 60 }),
          faults: fc.subarray(faults),
        }),
        async (drawn) => {
          const given: Recipe = { ...recipe, ...drawn, format };
          const planned = new Map<string, number>();
          let [rejected, doubled] = [0, 0];
          for (const { fault } of rowsOf(given)) {
            const message = fault && messages[fault];
            if (fault === 'sameId') doubled++;
            if (!message) continue;
            rejected++;
            planned.set(message, (planned.get(message) ?? 0) + 1);
          }
          const { status, counts, reasons } = await runOf(given);
          expect([status, counts.rows, counts.rejected, counts.warned]).toEqual([
            'SUCCEEDED',
            given.rows,
            rejected,
            doubled,
          ]);
          expect(
            Object.fromEntries(
              reasons.filter((each) => !each.isWarning).map(({ message, rows }) => [message, rows]),
            ),
          ).toEqual(Object.fromEntries(planned));
        },
      ),
      rounds(4, 200),
    );
  });

  test('if cut off in the middle, delimited text loses the cut row, and XML ends the run', async () => {
    const run = await runOf({ ...recipe, format, isCutOff: true });
    if (format === 'CSV' || format === 'TSV')
      expect(run).toMatchObject({ status: 'SUCCEEDED', counts: { rows: 151, created: 150, rejected: 1 } });
    else expect(run).toMatchObject({ status: 'FAILED', failure: { reason: 'MALFORMED_XML' } });
  });

  test('the forecast is close to the file, and has the line of its first fault', async () => {
    const given: Recipe = { ...recipe, format, rows: 3000, faultyPercent: 2 };
    const { preview, bytes, faulty, byKind } = await outlookOf(given);
    const real = [...bytesOf(given)].reduce((sum, { length }) => sum + length, 0);
    expect(Math.abs(bytes - real) / real).toBeLessThan(0.02);
    expect(faulty).toBe(60);
    expect(byKind.map(({ fault }) => fault)).toEqual(faultsOf(given));
    expect(preview.columns.filter(({ attribute }) => attribute === null)).toHaveLength(1);
    const lines = [...textOf(given)].join('').split('\n');
    const run = await runOf(given);
    const first = Math.min(...run.reasons.filter((each) => !each.isWarning).map(({ line }) => line));
    expect(preview.fault?.line).toBe(first);
    if (preview.fault!.cell !== null && format === 'CSV')
      expect(lines[first - 1]).toContain(preview.fault!.cell);
  });
});

test('the same recipe gives the same bytes, another seed gives others, and more rows start with the same ones', () => {
  const whole = (given: Recipe) => [...textOf(given)].join('');
  expect(whole(recipe)).toBe(whole(recipe));
  expect(whole({ ...recipe, seed: '8' })).not.toBe(whole(recipe));
  expect(whole({ ...recipe, rows: 400 }).startsWith(whole(recipe))).toBe(true);
});
