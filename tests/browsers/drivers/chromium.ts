/** Chromium through Playwright, as in all other end-to-end tests: the same checks, so that only the engine differs. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium as playwright } from '@playwright/test';
import type { Page } from '@playwright/test';
import { chromiumArgs } from '../../../scripts/browser.ts';
import { startKillable } from '../../support/harness/browser.ts';
import { fromJson, sourceOf, toJson } from './driver.ts';
import type { Browser, Chord, Driver, OnDisk, Profile, Tab } from './driver.ts';
import { inOwnFolder } from './folder.ts';

export function chromium(file: string): Driver {
  return {
    engine: 'chromium',
    asksItself:
      /(content-autofill|update)\.googleapis\.com|android\.clients\.google\.com|accounts\.google\.com|redirector\.gvt1\.com/,
    start: (proxy, profile = {}) => inOwnFolder('chromium', (folder) => launch(file, folder, proxy, profile)),
    async startOnDisk(folder, url): Promise<OnDisk> {
      const { page, kill } = await startKillable(folder);
      await page.goto(url);
      return { page: tabOf(page), kill };
    },
  };
}

async function launch(
  file: string,
  folder: string,
  proxy: string,
  { isDenied = false }: Profile,
): Promise<Browser> {
  await mkdir(path.join(folder, 'Default'));
  // The setting behind "block all cookies".
  const preferences = { profile: { default_content_setting_values: { cookies: isDenied ? 2 : 1 } } };
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: file,
    args: [...chromiumArgs],
    proxy: { server: `http://${proxy}`, bypass: '127.0.0.1' },
  });
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('weberror', (error) => void faults.push(error.error().message));
  return {
    version: context.browser()?.version() ?? '',
    faults,
    newTab: async () => tabOf(await context.newPage()),
    kill: () => context.close(),
  };
}

function tabOf(page: Page): Tab {
  const press = (keys: Chord): Promise<void> => page.keyboard.press(keys.join('+'));
  return {
    async goto(url) {
      await page.goto(url);
    },
    async evaluate<R>(run: (arg: never) => R | Promise<R>, arg?: unknown): Promise<R> {
      const call = `(${sourceOf(run)})(${JSON.stringify(toJson(arg))})`;
      return fromJson(await page.evaluate<string>(call)) as R;
    },
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    press: (...keys) => press(keys),
    async pressAll(chords) {
      for (const keys of chords) await press(keys);
    },
    close: () => page.close(),
  };
}
