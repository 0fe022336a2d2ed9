/**
 * `npm run bench:page`: what a person waits for in the built page, beside floors of the same run: RapiDoc showing
 * its first operation of the same API, the bare round trip to the worker, one bare IndexedDB put. Interleaved,
 * medians, a fresh profile each time. RapiDoc is installed into test-results/, on demand and for this alone. And the
 * tasks of the page's thread that are over 50 ms, in a walk through all views.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { chromiumArgs, findBrowser } from './browser.ts';
import { serve } from './static-server.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const calls = 25;
const rival = 'test-results/rapidoc';

await installRapiDoc();
const executablePath = findBrowser();
if (!executablePath) throw new Error('No browser was found: set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
const ours = await serve({ root: 'dist', base: '/some/where/playground/' });
const theirs = await serve({ root: rival });

const figures: Record<string, number[]> = {};
const note = (name: string, ms: number) => (figures[name] ??= []).push(ms);

try {
  for (let round = 0; round < rounds; round++) {
    note('ready to send', await timed(browser, ours.url, readyToSend));
    note('RapiDoc shows its first operation', await timed(browser, theirs.url, rapiDocShows));
  }
  await sendRounds(browser);
  await walk(browser);
} finally {
  await Promise.all([browser.close(), ours.close(), theirs.close()]);
}
report();

async function installRapiDoc(): Promise<void> {
  await mkdir(rival, { recursive: true });
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--prefix', rival, 'rapidoc@9.3.8'],
    { stdio: 'ignore' },
  );
  if (status !== 0) throw new Error('RapiDoc could not be installed from the registry');
  await copyFile(`${rival}/node_modules/rapidoc/dist/rapidoc-min.js`, `${rival}/rapidoc-min.js`);
  await copyFile('openapi.json', `${rival}/openapi.json`);
  const page =
    '<!doctype html><meta charset="utf-8"><title>RapiDoc</title><script type="module" src="rapidoc-min.js"></script><rapi-doc spec-url="openapi.json"></rapi-doc>';
  await writeFile(`${rival}/index.html`, page);
}

/** Milliseconds from the start of the navigation until `until` holds in the page, in a new profile. */
async function timed(from: Browser, url: string, until: () => boolean): Promise<number> {
  const context = await from.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(until, undefined, { polling: 'raf', timeout: 20_000 });
    await handle.dispose();
    return await page.evaluate(() => performance.now());
  } finally {
    await context.close();
  }
}

function readyToSend(): boolean {
  const button = [...document.querySelectorAll('button')].find((each) =>
    each.textContent.trim().startsWith('Send'),
  );
  return button !== undefined && !button.disabled && button.getAttribute('aria-disabled') !== 'true';
}

function rapiDocShows(): boolean {
  const shadow = document.querySelector('rapi-doc')?.shadowRoot;
  const path = shadow?.querySelector('.nav-bar-path');
  return (path?.getBoundingClientRect().height ?? 0) > 0;
}

/** Send to painted answer, beside a bare worker's round trip and a bare put in the same page. */
async function sendRounds(from: Browser): Promise<void> {
  const context = await from.newContext();
  const page = await context.newPage();
  for (const [name, hash] of [
    ['GET, Send to painted answer', '#/requests/getUser'],
    ['POST, Send to painted answer', '#/requests/createPost'],
  ] as const) {
    await page.goto(`${ours.url}${hash}`);
    await page.waitForFunction(readyToSend);
    for (let call = 0; call < calls; call++) {
      if (name.startsWith('POST')) await writePost(page, call);
      note(name, await sendOnce(page));
      note('bare worker round trip', await workerTrip(page));
      note('bare IndexedDB put', await barePut(page));
    }
  }
  await context.close();
}

/** A post that says something new, through the link that a person could open, in a page that has sent one before. */
async function writePost(page: Page, call: number): Promise<void> {
  const link = (nth: string) => {
    const body = JSON.stringify({ text: `Measured ${nth} of ${call}, ${Date.now()}` });
    return `#/requests/createPost?body=${encodeURIComponent(body)}&auth=oauth1&tab=signature`;
  };
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(`${ours.url}${link('first')}`);
  await page.waitForFunction(readyToSend);
  await sendOnce(page);
  await page.goto(`${ours.url}${link('second')}`);
  await page.waitForTimeout(300);
}

/** Everything that a person sees first in each view. Monaco, which the Body tab loads, is told apart. */
async function walk(from: Browser): Promise<void> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    const tasks: { at: number; ms: number }[] = ((window as { tasks?: unknown }).tasks = []);
    new PerformanceObserver((list) => {
      for (const { startTime: at, duration: ms } of list.getEntries()) tasks.push({ at, ms });
    }).observe({ type: 'longtask', buffered: true });
  });
  const page = await context.newPage();
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().click();
    await page.waitForTimeout(400);
  };
  const tab = async (name: string | RegExp) => {
    await page.getByRole('tab', { name }).first().click();
    await page.waitForTimeout(400);
  };
  const longest = () =>
    page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const { tasks } = window as unknown as { tasks: { at: number; ms: number }[] };
      return Math.max(0, ...tasks.splice(0).flatMap(({ at, ms }) => (at > painted ? [ms] : [])));
    });
  const views: [name: string, hash: string, steps: () => Promise<void>][] = [
    [
      'Requests',
      '',
      async () => {
        await press(/^Send$/);
        for (const name of [/^Headers/, /^Raw/, /^Break it/, /^Signature/]) await tab(name);
        await press(/^§ 8\.3/);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await page.waitForTimeout(400);
        await page.keyboard.press('Escape');
      },
    ],
    ['Sign-in', '#/sign-in/pkce', () => press(/^Run all/)],
    ['Portal', '#/portal/apps/26001/keys', () => Promise.resolve()],
    ['Doctor', '#/doctor', () => press(/example/)],
    ["Monaco's loading", '#/requests/createPost?auth=oauth1', () => tab(/^Body/)],
  ];
  for (const [name, hash, steps] of views) {
    await page.goto(`${ours.url}${hash}`);
    await page.waitForTimeout(800);
    await steps();
    await page.waitForTimeout(800);
    note(`longest task, ${name}`, await longest());
  }
  await context.close();
}

/** From the click until the frame that shows the answer's remaining calls is painted. */
function sendOnce(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const button = [...document.querySelectorAll('button')].find((each) =>
          each.textContent.trim().startsWith('Send'),
        );
        const main = document.querySelector('main');
        if (!button || !main) return reject(new Error('The page has no Send button'));
        const left = /([\d,]+) of [\d,]+ left/;
        const before = left.exec(main.textContent)?.[1];
        const giveUp = setTimeout(() => reject(new Error('No answer was painted')), 5000);
        const start = performance.now();
        new MutationObserver((_, observer) => {
          const remaining = left.exec(main.textContent)?.[1];
          if (remaining === undefined || remaining === before) return;
          observer.disconnect();
          clearTimeout(giveUp);
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - start);
            port2.postMessage(null);
          });
        }).observe(main, { subtree: true, childList: true, characterData: true });
        button.click();
      }),
  );
}

function workerTrip(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const url = URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data)']));
    const worker = new Worker(url);
    const trips = 50;
    let start = 0;
    for (let trip = 0; trip <= trips; trip++) {
      // The first trip starts the worker.
      if (trip === 1) start = performance.now();
      await new Promise<void>((resolve) => {
        worker.onmessage = () => resolve();
        worker.postMessage({ text: 'x'.repeat(1000) });
      });
    }
    const spent = performance.now() - start;
    worker.terminate();
    URL.revokeObjectURL(url);
    return spent / trips;
  });
}

function barePut(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('bench-page', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
        opening.onerror = () => reject(new Error('IndexedDB is not to be had'));
        opening.onsuccess = () => {
          const start = performance.now();
          const transaction = opening.result.transaction('rows', 'readwrite', { durability: 'relaxed' });
          transaction.objectStore('rows').put({ text: 'x'.repeat(300) }, 'one');
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(performance.now() - start);
          };
        };
      }),
  );
}

function report(): void {
  const median = (name: string) => figures[name]!.sort((a, b) => a - b)[figures[name]!.length >> 1]!;
  for (const name of Object.keys(figures))
    console.log(`${name.padEnd(36)} ${median(name).toFixed(1).padStart(7)} ms`);
  const get = median('GET, Send to painted answer');
  const post = median('POST, Send to painted answer');
  const line = (label: string, value: number, aim: string) =>
    console.log(`${label.padEnd(56)} ${value.toFixed(2).padStart(7)}   ${aim}`);
  line(
    'ready to send, as a share of RapiDoc',
    median('ready to send') / median('RapiDoc shows its first operation'),
    'aim <= 0.42',
  );
  line(
    'GET, times the bare worker round trip',
    get / median('bare worker round trip'),
    'and GET under 25 ms',
  );
  line('POST, times the bare IndexedDB put', post / median('bare IndexedDB put'), 'and POST under 40 ms');
}
