/**
 * What a change can reach: for `npm test -- --changed`, which is for work in progress. Unit tests are found by their
 * imports. An end-to-end test has no imports of what it opens, so there the folder decides: views do not know each other
 * (tests/ground/page-order.test.ts), and all else is under every view.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Runs of no end-to-end test, of these (globs and files, as Playwright takes them), or of all. */
export type EndToEnd = 'none' | 'all' | readonly string[];

export interface Reach {
  readonly endToEnd: EndToEnd;
  /** Whether something changed that tests read and do not import: then every unit test runs. */
  readonly everyUnitTest: boolean;
}

/** What is read by no test of behaviour: prose, and the tests that Vitest finds by itself. */
const isProse = (file: string) => /\.md$|^LICENSE$|^\.git|^\.ci\//.test(file);
const isUnitTest = (file: string) => /\.test\.ts$/.test(file) || /^tests\/(?!e2e\/|support\/)/.test(file);
const isModule = (file: string) => /\.(ts|js|svelte)$/.test(file);

/** @param files relative to the repository, with `/` */
export function reachOf(files: readonly string[]): Reach {
  const specs = new Set<string>();
  let all = false;
  for (const file of files) {
    if (isProse(file) || isUnitTest(file)) continue;
    const [, view] = /^src\/views\/([^/]+)\//.exec(file) ?? [];
    if (view) for (const each of [...specsOf(view), ...ofEveryView]) specs.add(each);
    // Which end-to-end tests import it is found by Playwright (`importing`).
    else if (!/^(?:tests\/(?:e2e|support)|testing)\//.test(file)) all = true;
  }
  return {
    endToEnd: all ? 'all' : specs.size > 0 ? [...specs].sort() : 'none',
    everyUnitTest: files.some((file) => !isProse(file) && !isModule(file)),
  };
}

/** Filters of Playwright are regular expressions over the path. */
const specsOf = (view: string) => [
  String.raw`tests/e2e/${view}(-[\w-]+)?\.spec\.ts`,
  String.raw`tests/e2e/${view}/`,
];

/** They open all views: by keys, by the palette, in columns, and for the budget. */
const ofEveryView = ['tests/e2e/frame/', String.raw`tests/e2e/(frame|budget|closed)\.spec\.ts`];

/**
 * What differs from a revision, and what is new and not yet under version control.
 * @throws Error if there is no such revision
 */
export function changedSince(revision: string, folder = process.cwd()): readonly string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: folder })
      .split('\n')
      .filter((line) => line !== '');
  try {
    git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  } catch {
    throw new Error(`There is no revision ${revision} to compare with.`);
  }
  return [
    ...new Set([
      ...git('diff', '--name-only', '--relative', revision),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

/** The end-to-end tests that were changed or import what was. */
export function specsImporting(revision: string): readonly string[] {
  const report = JSON.parse(
    run('@playwright/test/cli.js', ['test', '--list', `--only-changed=${revision}`, '--reporter=json']),
  ) as { readonly suites: readonly { readonly file: string }[] };
  return report.suites.map(({ file }) => `tests/e2e/${file}`);
}

/** The unit tests that were changed or import what was, and those about the project itself. */
export function unitTestsReached(revision: string): readonly string[] {
  const listed = run('vitest/vitest.mjs', ['list', '--filesOnly', '--json', '--changed', revision]);
  // Vitest may say something before the list.
  const files = JSON.parse(listed.slice(listed.indexOf('['))) as readonly { readonly file: string }[];
  const own = files.map(({ file }) => path.relative(process.cwd(), file).split(path.sep).join('/'));
  return [...new Set([...own, 'tests/ground', 'scripts/'])];
}

function run(tool: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [path.join('node_modules', tool), ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
