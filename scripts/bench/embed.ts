/**
 * `npm run bench:embed`: how long an embed takes until its call can be sent, compared with the whole playground in the
 * same run, and what each of ten embeds holds in memory, in a page of the same site and of another. Needs a build.
 * Medians; a new profile each time. BENCH_ROUNDS: how often each is started.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { chromiumArgs, findBrowser } from '../browser.ts';
import { serve } from '../static-server.ts';
import { heapsOf } from './heaps.ts';
import type { Heaps } from './heaps.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const embeds = 10;
const hosts = 'test-results/embed-hosts';

const executablePath = findBrowser();
if (!executablePath) throw new Error('No browser was found: set CHROMIUM_PATH.');
const site = await serve({ root: 'dist', base: '/playground/' });
await writeHosts();
const host = await serve({ root: hosts });
/** By another name the same host is another site. */
const elsewhere = host.url.replace('127.0.0.1', 'localhost');
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
try {
  await reportStart();
  await reportMemory('the same site', host.url);
  await reportMemory('another site', elsewhere);
} finally {
  await Promise.all([browser.close(), site.close(), host.close()]);
}

async function writeHosts(): Promise<void> {
  await mkdir(hosts, { recursive: true });
  const page = (count: number) =>
    `<!doctype html><meta charset="utf-8"><title>${count}</title><script src="${site.url}embed.js"></script>${'<svc-playground endpoint="createPost" loading="eager"></svc-playground>'.repeat(count)}`;
  for (const count of [0, 1, embeds]) await writeFile(`${hosts}/${count}.html`, page(count));
}

async function reportStart(): Promise<void> {
  const whole: number[] = [];
  const embedded: number[] = [];
  for (let round = 0; round < rounds; round++) {
    whole.push(await timed(browser, `${site.url}#/requests/createPost`, false));
    embedded.push(await timed(browser, `${elsewhere}1.html`, true));
  }
  const [page, embed] = [median(whole), median(embedded)];
  const ratio = (embed / page).toFixed(2);
  console.log(
    `An embed's call can be sent after ${embed.toFixed(0)} ms, the playground's after ${page.toFixed(0)} ms: ${ratio} (limit 0.6)`,
  );
}

/** Milliseconds from the start of the navigation until a call can be sent. */
async function timed(from: Browser, url: string, framed: boolean): Promise<number> {
  const context = await from.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    const started = await page.evaluate(() => performance.timeOrigin);
    const frame = framed ? await frameOf(page) : page.mainFrame();
    await frame.waitForFunction(canBeSent, undefined, { polling: 'raf', timeout: 120_000 });
    return (await frame.evaluate(() => performance.timeOrigin + performance.now())) - started;
  } finally {
    await context.close();
  }
}

async function frameOf(page: Page) {
  const element = await page.waitForSelector('iframe', { state: 'attached' });
  const frame = await element.contentFrame();
  if (!frame) throw new Error('The embed has no frame');
  await frame.waitForURL(/embed\.html/, { waitUntil: 'commit' });
  return frame;
}

function canBeSent(): boolean {
  // The welcome has "Send it".
  const button = [...document.querySelectorAll('button')].find((each) =>
    /^Send\b(?! it)/.test(each.textContent.trim()),
  );
  return button !== undefined && !button.disabled && button.getAttribute('aria-disabled') !== 'true';
}

/** What each embed adds to the host without embeds, after each has answered one call, and with an editor open in each. */
async function reportMemory(where: string, at: string): Promise<void> {
  const empty = await heldBy(`${at}0.html`, 0);
  for (const [state, limit] of [
    ['answered', 12],
    ['with an editor open', 25],
  ] as const) {
    const full = await heldBy(`${at}${embeds}.html`, embeds, limit === 25);
    const each = (full.bytes - empty.bytes) / embeds / 1e6;
    console.log(
      `Ten embeds on ${where}, ${state}: ${each.toFixed(1)} MB each (limit ${limit}), in ${full.isolates} isolates; the empty host has ${(empty.bytes / 1e6).toFixed(1)} MB`,
    );
  }
}

async function heldBy(url: string, count: number, edits = false): Promise<Heaps> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    const asked = page.evaluate(async (wanted) => {
      const all = document.querySelectorAll<HTMLElement & { send: () => Promise<void> }>('svc-playground');
      const elements = [...all].slice(0, wanted);
      // One after the other: all at once would measure what is under way.
      for (const element of elements) await element.send();
    }, count);
    await asked;
    if (edits)
      for (const element of await page.locator('iframe').elementHandles()) {
        const frame = await element.contentFrame();
        await frame?.locator('textarea').first().focus();
        await frame?.locator('.monaco-editor .view-lines').waitFor();
      }
    return await heapsOf(browser, context, page);
  } finally {
    await context.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
