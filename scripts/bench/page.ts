/**
 * `npm run bench:page`: how long a person waits in the built page, compared with floors of the same run: the same page
 * with an empty component, RapiDoc showing its first operation of the same API, the bare round trip to the worker, one
 * bare IndexedDB put.
 * Interleaved, medians, a new profile each time. RapiDoc is installed into test-results/ on demand, only for this.
 * Also the longest task of the page's thread in a walk through all views. BENCH_ROUNDS, BENCH_WALKS: how often. A
 * calibration of the browser is printed too: a fixed loop, a bare HMAC, and a click on an empty page until it is
 * painted.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { readingOf } from '../../tests/bench/calibration/measure.ts';
import type * as Measure from '../../tests/bench/calibration/measure.ts';
import { chromiumArgs, findBrowser } from '../browser.ts';
import { serve } from '../static-server.ts';
import { bundleForPage, calibrationLines, changedBetween } from './calibration.ts';
import type { PageCalibration } from './calibration.ts';
import { walk } from './walk.ts';
import type { Walked } from './walk.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const walks = Number(process.env['BENCH_WALKS'] ?? 3);
const calls = 25;
const rival = 'test-results/rapidoc';
const emptyPage = 'test-results/empty-page';
const emptyComponent = 'test-results/empty-component';

await installRapiDoc();
await writeEmptyPage();
await buildEmptyComponent();
const executablePath = findBrowser();
if (!executablePath) throw new Error('No browser was found: set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
const ours = await serve({ root: 'dist', base: '/some/where/playground/' });
const theirs = await serve({ root: rival });
const empty = await serve({ root: emptyPage });
const bare = await serve({ root: emptyComponent });

const figures: Record<string, number[]> = {};
const walked: Walked[] = [];
const note = (name: string, ms: number) => (figures[name] ??= []).push(ms);
const calibrations: PageCalibration[] = [];

try {
  calibrations.push(await calibrateIn(browser));
  for (let round = 0; round < rounds; round++) {
    note('ready to send', await timed(browser, ours.url, readyToSend));
    note('RapiDoc shows its first operation', await timed(browser, theirs.url, rapiDocShows));
    note('the same page, empty component', await timed(browser, bare.url, readyToSend));
  }
  await sendRounds(browser);
  calibrations.push(await calibrateIn(browser));
  for (let round = 0; round < walks; round++) walked.push(...(await walk(browser, ours.url)));
} finally {
  await Promise.all([browser.close(), ours.close(), theirs.close(), empty.close(), bare.close()]);
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
  // Its fonts would come from another host, and delay the measurement.
  const page =
    '<!doctype html><meta charset="utf-8"><title>RapiDoc</title><script type="module" src="rapidoc-min.js"></script><rapi-doc spec-url="openapi.json" load-fonts="false"></rapi-doc>';
  await writeFile(`${rival}/index.html`, page);
}

async function writeEmptyPage(): Promise<void> {
  const script = await bundleForPage(emptyPage);
  const page = `<!doctype html><meta charset="utf-8"><title>Empty</title><script src="${script}"></script><button>Click</button><p></p>`;
  await writeFile(`${emptyPage}/index.html`, page);
}

/** This project's document, styles and framework, with a component that has nothing but a Send button. */
async function buildEmptyComponent(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    plugins: [
      {
        name: 'empty-component',
        transformIndexHtml: {
          order: 'pre',
          handler: (html) => html.replace('./src/main.ts', './tests/bench/empty-component/main.ts'),
        },
      },
      svelte(),
    ],
    build: { outDir: path.resolve(emptyComponent), emptyOutDir: true, assetsInlineLimit: 0 },
  });
}

/** Milliseconds from the start of the navigation until `until` holds in the page, in a new profile. */
async function timed(from: Browser, url: string, until: () => boolean): Promise<number> {
  const context = await from.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(until, undefined, { polling: 'raf', timeout: 120_000 });
    await handle.dispose();
    return await page.evaluate(() => performance.now());
  } finally {
    await context.close();
  }
}

function readyToSend(): boolean {
  // The welcome has "Send it".
  const button = [...document.querySelectorAll('button')].find((each) =>
    /^Send\b(?! it)/.test(each.textContent.trim()),
  );
  return button !== undefined && !button.disabled && button.getAttribute('aria-disabled') !== 'true';
}

function rapiDocShows(): boolean {
  const shadow = document.querySelector('rapi-doc')?.shadowRoot;
  const path = shadow?.querySelector('.nav-bar-path');
  return (path?.getBoundingClientRect().height ?? 0) > 0;
}

/**
 * From Send to the painted answer, and a bare worker's round trip and a bare put in the same page. Without a service
 * worker: on a first visit it fetches the whole site meanwhile, and a call then takes three times as long.
 */
async function sendRounds(from: Browser): Promise<void> {
  const context = await from.newContext({ serviceWorkers: 'block' });
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

/** In an empty page of a new profile, while no other page is open: two pages share the browser's frames. */
async function calibrateIn(from: Browser): Promise<PageCalibration> {
  const context = await from.newContext();
  try {
    const page = await context.newPage();
    await page.goto(empty.url);
    const work = await page.evaluate(() =>
      (window as unknown as { calibration: typeof Measure }).calibration.calibrate(null),
    );
    const clicks: number[] = [];
    for (let click = 0; click < calls; click++) clicks.push(await clickEmpty(page, click));
    return { ...work, click: readingOf(clicks) };
  } finally {
    await context.close();
  }
}

/**
 * The time from the click until the frame with its result is painted, measured like Send. Each click comes at a
 * different point between two frames, because a click just after a frame would always wait for the whole next one.
 */
function clickEmpty(page: Page, turn: number): Promise<number> {
  return page.evaluate(
    (msAfterFrame) =>
      new Promise<number>((resolve, reject) => {
        const button = document.querySelector('button');
        const said = document.querySelector('p');
        if (!button || !said) return reject(new Error('The empty page has no button'));
        button.onclick = () => {
          said.textContent = `clicked at ${performance.now()}`;
        };
        let start = 0;
        new MutationObserver((_, observer) => {
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - start);
            port2.postMessage(null);
          });
        }).observe(said, { childList: true });
        requestAnimationFrame(() => {
          setTimeout(() => {
            start = performance.now();
            button.click();
          }, msAfterFrame);
        });
      }),
    (turn * 7) % 17,
  );
}

/** Posts a new text through a link that a person could open, in a page that has sent a post before. */
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

/** From the click until the frame with the answer's remaining calls is painted. */
async function sendOnce(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const button = [...document.querySelectorAll('button')].find((each) =>
          /^Send\b(?! it)/.test(each.textContent.trim()),
        );
        const main = document.querySelector('main');
        if (!button || !main) return reject(new Error('The page has no Send button'));
        const left = /([\d,]+) of [\d,]+ left/;
        const before = left.exec(main.textContent)?.[1];
        const giveUp = setTimeout(() => reject(new Error('No answer was painted')), 5000);
        // The limits may change before the answer is there, and a click meanwhile would send nothing.
        let isAnswered = false;
        const start = performance.now();
        new MutationObserver((records, observer) => {
          isAnswered ||= records.some(
            ({ target }) =>
              target instanceof Element &&
              target.getAttribute('role') === 'status' &&
              /^\d{3} /.test(target.textContent),
          );
          const remaining = left.exec(main.textContent)?.[1];
          if (!isAnswered || remaining === undefined || remaining === before) return;
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
        opening.onerror = () => reject(new Error('IndexedDB is not available'));
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
  const median = (name: string): number => {
    const sorted = (figures[name] ?? []).toSorted((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? Number.NaN;
  };
  for (const name of Object.keys(figures))
    console.log(`${name.padEnd(36)} ${median(name).toFixed(1).padStart(7)} ms`);
  const line = (label: string, value: number, aim: string) =>
    console.log(`${label.padEnd(56)} ${value.toFixed(2).padStart(7)}   ${aim}`);
  const get = median('GET, Send to painted answer');
  const post = median('POST, Send to painted answer');
  line('GET, Send to painted answer, ms', get, 'aim <= 25');
  line('POST, Send to painted answer, ms', post, 'aim <= 40');
  const [before, after] = calibrations;
  if (!before || !after) throw new Error('The browser was not calibrated');
  const middle = (name: keyof PageCalibration) => (before[name].median + after[name].median) / 2;
  const [click, loop] = [middle('click'), middle('loop')];
  for (const [name, ms, aim] of [
    ['GET, Send to painted answer', get, 'aim <= 1.5'],
    ['POST, Send to painted answer', post, 'aim <= 3'],
    ['ready to send', median('ready to send'), ''],
  ] as const) {
    line(`${name}, times the empty click to paint`, ms / click, aim);
    line(`${name}, times the fixed loop`, ms / loop, '');
  }
  line(
    'ready to send, times the same page, empty component',
    median('ready to send') / median('the same page, empty component'),
    'aim <= 3',
  );
  line('GET, times the bare worker round trip', get / median('bare worker round trip'), '');
  line('POST, times the bare IndexedDB put', post / median('bare IndexedDB put'), '');
  line(
    'ready to send, as a share of RapiDoc',
    median('ready to send') / median('RapiDoc shows its first operation'),
    'aim <= 0.42',
  );
  for (const [when, calibration] of Object.entries({ before, after }))
    console.log(calibrationLines(when, calibration, 'page').join('\n'));
  const changed = changedBetween(before, after);
  if (changed !== null) console.log(changed);
  reportWalks();
}

/** For each view, over all walks: how many had a task over 50 ms, the longest task, and what ran in it. */
function reportWalks(): void {
  console.log(
    `longest task of the page's thread after the first paint, ${walks} walks; aim: none over 50 ms`,
  );
  for (const view of new Set(walked.map((each) => each.view))) {
    const long = walked.flatMap((each) => (each.view === view && each.longest ? [each.longest] : []));
    const [worst] = long.sort((a, b) => b.ms - a.ms);
    const said = worst
      ? `${worst.ms.toFixed(0).padStart(5)} ms, over 50 in ${long.length} of ${walks}: ${worst.scripts.join('; ')}`
      : '  none over 50 ms';
    console.log(`  ${view.padEnd(24)} ${said}`);
  }
}
