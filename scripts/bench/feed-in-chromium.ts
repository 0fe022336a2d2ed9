/**
 * The second part of `npm run bench -- feed`: a million products from a served file, imported by the worker in a real
 * Chromium and stored in IndexedDB, with ten sets of five filters, compared with the fastest reader and a Map in a
 * separate worker; and how long other calls wait meanwhile. BENCH_ROWS is the number of products.
 */
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Recipe } from '../../engine/inside.ts';
import { printFigures, short } from '../../tests/bench/figure.ts';
import type { Figure } from '../../tests/bench/figure.ts';
import { serveHarness } from '../../tests/support/harness/build.ts';
import type {} from '../../tests/support/harness/main.ts';
import { chromiumArgs, findBrowser } from '../browser.ts';

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const recipe: Recipe = {
  ...{ seed: 'bench', rows, format: 'CSV', encoding: 'UTF-8', gzip: false },
  ...{ faultyPercent: 0, faults: [], isCutOff: false },
};

export async function feedInChromium(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found: set CHROMIUM_PATH.');
  const site = await serveHarness('bench');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.evaluate(() => harness);
    await printFigures([() => ingest(page)]);
  } finally {
    await Promise.all([browser.close(), site.close()]);
  }
}

async function ingest(page: Page): Promise<Figure[]> {
  const floorNow = () => page.evaluate(async (given) => (await harness).floor(given), recipe);
  const before = await floorNow();
  const { idle, waits, ms, storage } = await page.evaluate(
    async (given) => (await harness).ingest(given),
    recipe,
  );
  if (storage !== 'saved') throw new Error('The products are not kept');
  const after = await floorNow();
  // Neighbours of a shared machine come and go, so the lower floor counts.
  const floor = before.ms < after.ms ? before : after;
  const beside = percentile95(waits);
  const alone = percentile95(idle);
  const rate = (of: number) => `${Math.round(rows / of)} k rows a second`;
  return [
    {
      ...{ what: `${short(rows)} products in a worker, stored, relative to a reader and a Map there` },
      ...{ value: ms / floor.ms, aim: 4, clear: 6 },
      detail: `${rate(ms)}, floor ${rate(floor.ms)}, ${Math.round(floor.bytes / 1e6)} MB`,
    },
    {
      ...{ what: 'the 95th percentile of a GET meanwhile', value: beside, unit: 'ms' },
      ...{ aim: Math.max(3 * alone, 20), clear: Math.max(6 * alone, 40) },
      detail: `${waits.length} calls, ${alone.toFixed(1)} ms without a run, longest ${Math.max(...waits).toFixed(0)} ms`,
    },
  ];
}

const percentile95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
