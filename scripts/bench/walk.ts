/**
 * The walk through all views of `npm run bench:page`: does in each view what a person comes for, in a new profile,
 * and finds the longest task of the page's thread meanwhile, with the code that ran in it. Monaco, which two views
 * load when code is edited, has separate walks.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { withFullLog } from '../../tests/bench/full-log.ts';
import { encodeFile } from '../../worker/host/transfer/state-file.ts';

export interface LongTask {
  readonly ms: number;
  /** The scripts of its frame, the longest first, as `where function (what called it) ms`. */
  readonly scripts: readonly string[];
}

export interface Walked {
  readonly view: string;
  /** null if no task after the first paint took more than 50 ms, which is the browsers' threshold for reporting one. */
  readonly longest: LongTask | null;
}

interface Step {
  readonly name: string;
  readonly hash: string;
  readonly walk: (page: Page) => Promise<void>;
}

/** Milliseconds after which the effects of a step are over and the browser has reported them. */
const settle = 400;

const walks: Readonly<Record<string, Omit<Step, 'name'>>> = {
  learn: {
    hash: '#/learn',
    walk: async (page) => {
      const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
      await page.getByRole('heading', { name: 'Your first call, broken and fixed' }).waitFor();
      await press(page, button(page, /^Begin$/));
      await lesson.getByRole('heading', { name: 'Send a lookup' }).waitFor();
      await press(page, button(page, /^Send$/));
      await press(page, lesson.getByRole('button', { name: 'Go on' }));
      await press(page, button(page, /^Send$/));
      for (const rung of ['A hint', 'Which field', 'Which value, and why'])
        await press(page, lesson.getByRole('button', { name: rung }));
      await press(page, lesson.getByRole('link', { name: 'Fill it in where I can see it' }));
      await press(page, button(page, 'Leave the lesson'));
    },
  },
  requests: {
    hash: '',
    walk: async (page) => {
      const response = page.getByRole('region', { name: 'Response', exact: true });
      await press(page, button(page, /^Send$/));
      await response.getByText('200 OK').first().waitFor();
      for (const name of [/^Headers/, /^Raw/, /^Break it/, /^Signature/])
        await press(page, page.getByRole('tab', { name }).first());
      await press(page, response.locator('.link').first());
      await page.keyboard.press('Escape');
      await press(page, button(page, /^§ 8\.3/));
      await close(page, page.locator('[data-sheet]'));
      await press(page, button(page, 'Last calls'));
      await close(page, page.getByRole('dialog'));
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('list');
      await pause(page);
      await close(page, page.getByRole('dialog'));
      await open(page, '#/requests/searchRecentPosts?query.query=coffee&auth=app');
      await press(page, button(page, /^Send$/));
      await response
        .getByText(/^\d{3} \w+/)
        .first()
        .waitFor();
    },
  },
  reference: {
    hash: '#/reference',
    walk: async (page) => {
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await scrollDown(page, page.locator('main'));
      await open(page, '#/reference/createPost/refusals/187');
      await press(page, button(page, 'Make it happen'));
      await page.getByText('Refused, as it should be').first().waitFor();
    },
  },
  'sign-in': {
    hash: '#/sign-in/pkce',
    walk: async (page) => {
      const held = page.getByRole('region', { name: 'Outcome' }).getByText(/Your app holds/);
      await press(page, button(page, /^Run all/));
      await held.waitFor();
      await open(page, '#/sign-in/oauth1-callback');
      await press(page, button(page, /^Run all/));
      await held.waitFor();
    },
  },
  limits: {
    hash: '#/limits',
    walk: async (page) => {
      await page.getByRole('textbox', { name: 'Requests', exact: true }).fill('100');
      await press(page, button(page, /^Send 100 request/));
      await page.getByText('100 of 100').first().waitFor();
      for (const part of ['table', 'plans', 'abuse', 'waiting']) await open(page, `#/limits/${part}`);
    },
  },
  webhooks: {
    hash: '#/webhooks',
    walk: async (page) => {
      await press(page, button(page, 'Register'));
      await press(page, button(page, 'Make it and register'));
      await page.getByRole('heading', { name: 'Registered, and valid' }).waitFor();
      await press(page, button(page, /^Subscribe/).first());
    },
  },
  catalog: {
    hash: '#/catalog',
    walk: async (page) => {
      await press(page, button(page, /^Do .* at once/));
      await open(page, '#/catalog/feeds/new');
      await page.getByLabel('Generate one').check();
      await page.getByRole('textbox', { name: 'Rows' }).fill('5,000');
      await press(page, button(page, 'Create the feed and run it'));
      await page.getByText(/^[\d,]+ of 5,000 rows accepted$/).waitFor();
      await open(page, '#/catalog/products');
      await scrollDown(page, page.getByRole('grid').or(page.getByRole('table')).first());
      await open(page, '#/catalog/sets/new');
    },
  },
  world: {
    hash: '#/world',
    walk: async (page) => {
      await page.getByRole('article').nth(5).waitFor();
      await press(page, button(page, /^Like/).first());
      await press(page, button(page, 'Older posts'));
      await open(page, '#/world/posts');
      await page.getByRole('searchbox', { name: 'Search posts' }).fill('#oauth');
      await pause(page);
      await press(page, page.locator('tbody a').first());
      for (const kind of ['users', 'conversations']) await open(page, `#/world/${kind}`);
    },
  },
  portal: {
    hash: '#/portal/apps/26001/settings',
    walk: async (page) => {
      for (const path of ['apps/26001/authentication', 'apps/26001/keys', 'vault', 'mailbox'])
        await open(page, `#/portal/${path}`);
    },
  },
  doctor: {
    hash: '#/doctor',
    walk: async (page) => {
      await press(page, button(page, /^Query left out/));
      await page.locator('[data-verdict]').first().waitFor();
      await press(page, button(page, 'Send repaired'));
    },
  },
  activity: {
    hash: '#/activity',
    walk: async (page) => {
      const list = page.getByRole('listbox', { name: 'Exchanges, newest first' });
      await list.waitFor();
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        press(page, button(page, 'Import')),
      ]);
      await chooser.setFiles(await fullLog());
      await press(page, button(page, 'Replace with it'));
      await button(page, 'Undo the import').waitFor();
      await page.getByText('10,000').first().waitFor();
      await scrollDown(page, list);
      for (const filter of ['status:404', 'holm', '']) {
        await page.getByRole('combobox', { name: 'Filter the exchanges' }).fill(filter);
        await pause(page);
      }
      await list.focus();
      for (const key of ['Home', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await pause(page);
      await press(page, button(page, 'Compare with the last good call'));
    },
  },
};

const withMonaco: readonly Step[] = [
  {
    name: 'Monaco, a JSON body',
    hash: '#/requests/createPost?auth=oauth1',
    walk: (page) => press(page, page.getByRole('tab', { name: /^Body/ })),
  },
  {
    name: 'Monaco, a receiver',
    hash: '#/webhooks/receiver',
    walk: async (page) => {
      await page.getByRole('textbox', { name: /^Code of/ }).waitFor();
      await pause(page);
    },
  },
];

/** Throws for a view in the rail that has no walk. */
export async function walk(browser: Browser, url: string): Promise<Walked[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript(watchTasks);
    const page = await context.newPage();
    await page.goto(url);
    await button(page, /^Send$/).waitFor();
    const rail = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
    const views = await rail.evaluateAll((links) =>
      links.map((link) => ({
        id: /^#\/([\w-]+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? '',
        name: link.textContent.trim(),
      })),
    );
    const steps = views.map(({ id, name }): Step => {
      const way = walks[id];
      if (!way) throw new Error(`The walk knows no way through the view ${id}`);
      return { name, ...way };
    });
    const walked: Walked[] = [];
    for (const step of [...steps, ...withMonaco]) {
      await open(page, step.hash);
      await step.walk(page);
      await pause(page);
      walked.push({ view: step.name, longest: await page.evaluate(takeLongest) });
    }
    return walked;
  } finally {
    await context.close();
  }
}

/** Writes a playground whose log is full, and gives its path: a file given as bytes would occupy the page's thread. */
async function fullLog(): Promise<string> {
  const platform = await withFullLog();
  const file = path.join('test-results', 'full-log.json');
  await writeFile(file, encodeFile({ ...platform.snapshot(), vault: platform.initialCredentials }));
  return file;
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

const pause = (page: Page): Promise<void> => page.waitForTimeout(settle);

async function press(page: Page, target: Locator): Promise<void> {
  await target.first().click();
  await pause(page);
}

/** What is to be closed may be loaded first. */
async function close(page: Page, opened: Locator): Promise<void> {
  await opened.first().waitFor();
  await page.keyboard.press('Escape');
  await opened.first().waitFor({ state: 'hidden' });
}

/** Scrolls through a few thousand pixels, in steps of a wheel. */
async function scrollDown(page: Page, target: Locator): Promise<void> {
  await target.first().hover();
  for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 120);
  await pause(page);
}

/** Navigates by the address, like a link in the page. */
async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => void (location.hash = to), hash);
  await pause(page);
}

interface Watching {
  walkTasks: { at: number; ms: number }[];
  walkFrames: { at: number; ms: number; scripts: { ms: number; what: string }[] }[];
}

/** Runs in the page before any of its code. */
function watchTasks(): void {
  interface FrameScript {
    readonly duration: number;
    readonly sourceURL: string;
    readonly sourceFunctionName: string;
    readonly invoker: string;
  }
  const watching: Watching = { walkTasks: [], walkFrames: [] };
  Object.assign(window, watching);
  new PerformanceObserver((list) => {
    for (const { startTime: at, duration: ms } of list.getEntries()) watching.walkTasks.push({ at, ms });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { scripts?: FrameScript[] })[]) {
      const scripts = (entry.scripts ?? []).map(({ duration, sourceURL, sourceFunctionName, invoker }) => ({
        ms: duration,
        what: `${sourceURL.replace(/^.*\//, '')} ${sourceFunctionName} (${invoker.replace(/^.*\//, '')})`,
      }));
      watching.walkFrames.push({ at: entry.startTime, ms: entry.duration, scripts });
    }
  }).observe({ type: 'long-animation-frame', buffered: true });
}

/** The longest task since the last call, after the first paint. */
function takeLongest(): LongTask | null {
  const { walkTasks, walkFrames } = window as unknown as Watching;
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const frames = walkFrames.splice(0);
  const [longest] = walkTasks
    .splice(0)
    .filter(({ at }) => at > painted)
    .sort((a, b) => b.ms - a.ms);
  if (!longest) return null;
  const frame = frames.find(({ at, ms }) => at <= longest.at + longest.ms && longest.at <= at + ms);
  const scripts = (frame?.scripts ?? [])
    .sort((a, b) => b.ms - a.ms)
    .map(({ ms, what }) => `${what} ${Math.round(ms)} ms`);
  return { ms: longest.ms, scripts: scripts.slice(0, 3) };
}
