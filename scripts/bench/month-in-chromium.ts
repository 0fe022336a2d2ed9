/**
 * The second part of `npm run bench -- world`: a jump by a month with five webhooks, in a real Chromium and stored in
 * IndexedDB. Each of the 3,600 hourly checks is made. The floor is the same number of bare round trips to the
 * receivers' workers.
 */
import { chromium } from '@playwright/test';
import { median, printFigures } from '../../tests/bench/figure.ts';
import type { Figure } from '../../tests/bench/figure.ts';
import { serveHarness } from '../../tests/support/harness/build.ts';
import type {} from '../../tests/support/harness/main.ts';
import type { Month } from '../../tests/support/harness/month.ts';
import { chromiumArgs, findBrowser } from '../browser.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const checks = 3600;

export async function monthInChromium(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found: set CHROMIUM_PATH.');
  const site = await serveHarness('bench');
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  const measure = async (): Promise<Month> => {
    const context = await browser.newContext();
    const page = await context.newPage();

    await page.goto(site.url);
    const measured = await page.evaluate(async () => (await harness).month());
    await context.close();
    return measured;
  };
  try {
    await printFigures([() => figures(measure)]);
  } finally {
    await Promise.all([browser.close(), site.close()]);
  }
}

async function figures(measure: () => Promise<Month>): Promise<Figure[]> {
  const months: Month[] = [];
  while (months.length < rounds) months.push(await measure());
  if (months.some((each) => each.storage !== 'saved')) throw new Error('The checks are not kept');
  const made = months.map((each) => each.checks);
  if (made.some((each) => each !== checks)) throw new Error(`Checks that were made: ${made.join(', ')}`);
  const ms = (of: (month: Month) => number) => Math.round(median(months.map(of)));
  return [
    {
      what: 'a month with five webhooks, relative to bare round trips to their workers',
      value: median(months.map(({ jump, bare }) => jump / bare)),
      aim: 3,
      clear: 4,
      detail: `${ms(({ jump }) => jump)} and ${ms(({ bare }) => bare)} ms for ${checks} checks, ${rounds} rounds`,
    },
  ];
}
