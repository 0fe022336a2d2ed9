/**
 * A page that is attached to a platform in this process, whose tables, log and clock are read without the page; and the
 * words in which the page tells values, written a second time.
 */
import type { Browser, Page } from '@playwright/test';
import { itemAt, lastOf } from '../../engine/inside.ts';
import type { Exchange, Platform, Row } from '../../engine/inside.ts';
import { caller } from '../../testing/platform.ts';
import { serve } from '../../worker/server/serve.ts';
import type { LocalServer, ServeOptions } from '../../worker/server/serve.ts';
import { expect } from './page.ts';
import { watch } from './watch.ts';

export interface Attached {
  readonly server: LocalServer;
  readonly platform: Platform;
  readonly page: Page;
  /** Other clients: the page has no part in their calls. */
  readonly elsewhere: ReturnType<typeof caller>;
  readonly open: (hash: string) => Promise<unknown>;
  /** The rows of a table. */
  readonly rows: (table: string) => readonly Row[];
}

/** Walks through the page of a server with a frozen clock. The page may cause no fault, and call no other host. */
export async function whileAttached(
  browser: Browser,
  walk: (it: Attached) => Promise<void>,
  options: ServeOptions = {},
): Promise<void> {
  const server = await serve({ port: 0, scenario: 'small', site: 'dist', frozen: true, ...options });
  const { platform } = server;
  const context = await browser.newContext();
  const watched = watch(context, server.url);
  const page = await context.newPage();
  try {
    await walk({
      ...{ server, platform, page },
      elsewhere: caller(platform, server.credentials),
      open: (hash) => page.goto(`${server.page}#/${hash}`),
      rows: (table) => platform.snapshot().tables[table] ?? [],
    });
    expect(watched.left, 'requests that left the page').toEqual([]);
    expect(watched.faults, 'console errors and uncaught exceptions').toEqual([]);
  } finally {
    await context.close();
    await server.close();
  }
}

export const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

export const lastCall = (platform: Platform): Exchange => lastOf(platform.exchanges.list());

export function statusOf({ outcome }: Exchange): number {
  if (outcome.kind === 'closed') throw new Error('It was closed without an answer');
  return outcome.status;
}

export const grouped = (count: number) => count.toLocaleString('en');

/** "1 row", "1,204 rows". */
export const counted = (count: number, one: string) => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;

/** As a window is told: 75 of 75 left. */
export const told = ({ remaining, limit }: Exchange['windows'][number]) =>
  `${grouped(remaining)} of ${grouped(limit)}`;

export const timeOfDay = (at: number) => new Date(at).toISOString().slice(11, 19);

/** "2 Mar 2026 09:41:12 UTC". */
export function moment(at: number): string {
  const [, day, month, year] = new Date(at).toUTCString().split(' ');
  return `${Number(day)} ${month} ${year} ${timeOfDay(at)} UTC`;
}

/** "0:07", "15:00": minutes and seconds. */
export function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The steps of an X-ray, each with what it says. */
export async function showsTrace(region: ReturnType<Page['getByRole']>, { trace }: Exchange): Promise<void> {
  const steps = region.getByRole('region', { name: 'X-ray' }).locator('ol > li');
  await expect(steps).toHaveCount(trace.length);
  for (const [at, { verb, text, choices }] of trace.entries()) {
    await expect(steps.nth(at)).toContainText(verb);
    await expect(steps.nth(at)).toContainText(text.replaceAll('`', ''));
    await expect(steps.nth(at).getByText('assumed')).toHaveText(
      choices.length > 0 ? [`, ${choices.length} assumed`] : [],
    );
  }
}

/** The only row of a table. */
export function onlyRow({ rows }: Pick<Attached, 'rows'>, table: string): Row {
  const all = rows(table);
  if (all.length !== 1) throw new Error(`${table} has ${all.length} rows`);
  return itemAt(all, 0);
}
