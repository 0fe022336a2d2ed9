import { spawn } from 'node:child_process';
import { readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { chromiumArgs, findBrowser } from '../../../scripts/browser.ts';

/** A browser with a profile on disk that can be killed, and started again with the remaining data. */
export interface Killable {
  readonly page: Page;
  /** Sends SIGKILL to all of its processes at once. Resolves when they are gone; a second call does nothing. */
  readonly kill: () => Promise<void>;
}

export async function startKillable(profile: string): Promise<Killable> {
  const file = process.env['CHROMIUM_PATH'] ?? findBrowser();
  if (file === null) throw new Error('There is no browser');
  const args = [...chromiumArgs, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(file, [...args, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The browser ended: ${said}`)));
  });
  const browser: Browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0]!;
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    async kill() {
      if (child.signalCode !== null || child.exitCode !== null) return;
      process.kill(-child.pid!, 'SIGKILL'); // the group: browser, renderers, GPU, utilities
      await gone;
      await browser.close().catch(() => {});
      await removeSocket(profile);
    },
  };
}

/** The lock of a profile is a link to a socket in a temporary folder, which a killed browser leaves behind. */
async function removeSocket(profile: string): Promise<void> {
  const socket = await readlink(path.join(profile, 'SingletonSocket')).catch(() => null);
  const folder = path.dirname(socket ?? '');
  if (path.dirname(folder) === tmpdir()) await rm(folder, { recursive: true, force: true });
}

/** The process that renders a page: the one that uses the processor while the page does. */
export async function rendererOf(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer');
  };
  const before = new Map((await times()).map(({ id, cpuTime }) => [id, cpuTime]));
  await page.evaluate(() => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  });
  const worked = (await times()).map(({ id, cpuTime }) => ({ id, by: cpuTime - (before.get(id) ?? 0) }));
  await session.detach();
  return worked.reduce((most, each) => (each.by > most.by ? each : most)).id;
}
