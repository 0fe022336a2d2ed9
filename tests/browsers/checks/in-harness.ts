/** The harness in a tab, and requests to it. */
import { countPosts, makePosts, storageState } from '../../support/harness/in-page.ts';
import type { Evaluates, Tab } from '../drivers/driver.ts';
import type { Bench } from './check.ts';

/** Opens the harness and waits for an engine. */
export async function openHarness({ browser, harness }: Bench): Promise<Tab> {
  const tab = await browser.newTab();
  await tab.goto(harness);
  await started(tab);
  return tab;
}

/** Waits for an engine after a `goto`. */
export const started = (page: Evaluates): Promise<void> =>
  page.evaluate(async () => {
    await harness;
  });

export const post = (page: Evaluates, prefix: string, count: number): Promise<Record<string, string>> =>
  page.evaluate(makePosts, { prefix, count, atOnce: 4 });

export const storage = (page: Evaluates) => page.evaluate(storageState);

/** How often each text with this beginning was posted. */
export async function posted(page: Evaluates, prefix: string): Promise<ReadonlyMap<string, number>> {
  const all = await page.evaluate(countPosts);
  return new Map(Object.entries(all).filter(([words]) => words.startsWith(prefix)));
}

/** Each exists exactly once, in this number. */
export async function expectOnce(page: Evaluates, prefix: string, count: number): Promise<void> {
  const found = await posted(page, prefix);
  const doubled = [...found].filter(([, times]) => times !== 1).map(([words]) => words);
  if (doubled.length > 0) throw new Error(`Posted more than once: ${doubled.join(', ')}`);
  if (found.size !== count) throw new Error(`${found.size} of ${count} posts are there`);
}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
