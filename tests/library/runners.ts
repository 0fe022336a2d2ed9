/** The examples of docs/test-runners.md, each in its runner, with the installed package. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execPath } from 'node:process';
import { chromiumArgs, findBrowser } from '../../scripts/browser.ts';
import type { Installed } from './installed.ts';

export interface Runner {
  /** The heading of its section. */
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** What it prints when all examples passed. */
  readonly passed: RegExp;
  /** Files that the examples need here, and not on other machines. */
  readonly files?: Readonly<Record<string, string>>;
}

const playwrightConfig = (): string => {
  const launchOptions = { executablePath: findBrowser() ?? undefined, args: chromiumArgs };
  return `export default ${JSON.stringify({ use: { launchOptions } })};`;
};

/** Those that the project depends on. */
export const vitest: Runner = {
  name: 'Vitest',
  command: [execPath, path.resolve('node_modules/vitest/vitest.mjs'), 'run'],
  passed: /Tests +3 passed \(3\)/,
};
export const playwright = (): Runner => ({
  name: 'Playwright',
  command: [execPath, path.resolve('node_modules/@playwright/test/cli.js'), 'test'],
  passed: /1 passed/,
  files: { 'playwright.config.js': playwrightConfig() },
});

/** Those that a machine may have. JEST_PATH and PYTEST_PATH name their programs. */
export const others: readonly Runner[] = [
  { name: 'Jest', command: [process.env['JEST_PATH'] ?? 'jest'], passed: /Tests: +2 passed, 2 total/ },
  {
    name: 'pytest',
    command: [process.env['PYTEST_PATH'] ?? 'pytest', '-p', 'no:cacheprovider'],
    passed: /2 passed/,
  },
];

const packages = ['vitest', '@playwright/test'];

/** Runs the examples of a section in a folder of its own. null if the machine does not have the runner. */
export async function runExamples(runner: Runner, installed: Installed): Promise<string | null> {
  const { name, command, files } = runner;
  const folder = `runner-${name.toLowerCase()}`;
  const home = path.join(installed.folder, folder);
  await mkdir(path.join(home, 'node_modules/@playwright'), { recursive: true });
  // Not copied: a runner finds its own packages beside where it really is.
  for (const each of packages) await link(path.resolve('node_modules', each), home, each);
  for (const each of ['svc-playground', '.bin'])
    await link(path.join(installed.folder, 'node_modules', each), home, each);
  const examples = { ...(await examplesOf(name)), ...files };
  for (const [file, text] of Object.entries(examples)) await writeFile(path.join(home, file), text);
  return installed.runIn(folder, ...command);
}

const link = (target: string, home: string, name: string): Promise<void> =>
  symlink(target, path.join(home, 'node_modules', name), 'junction');

const documented = () => readFile('docs/test-runners.md', 'utf8');

/** Those of the document's sections, sorted. */
export const headings = async (): Promise<readonly string[]> =>
  Array.from((await documented()).matchAll(/^## (.+)$/gm), ([, name = '']) => name).sort();

/** The files of a section by their names, each of which is the last one in the text before its block. */
async function examplesOf(name: string): Promise<Readonly<Record<string, string>>> {
  const [intro = '', ...sections] = (await documented()).split(/^(?=## )/m);
  const own = sections.find((section) => section.startsWith(`## ${name}\n`)) ?? '';
  const blocks = (intro + own).matchAll(/`([\w.-]+)`[^`]*:\n\n```\w+\n([^]*?)^```$/gm);
  return Object.fromEntries(Array.from(blocks, ([, file = '', text = '']) => [file, text]));
}
