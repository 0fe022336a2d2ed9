/**
 * The tests that a change can affect, for `npm test -- --changed` during work in progress. Unit tests are found by
 * their imports. End-to-end tests do not import what they open, so there the folder decides: views do not know each
 * other (tests/ground/page-order.test.ts), and everything else affects every view.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Which end-to-end tests to run: none, these (globs and files, as Playwright takes them), or all. */
export type EndToEnd = 'none' | 'all' | readonly string[];

export interface Reach {
  readonly endToEnd: EndToEnd;
  /** Whether a file changed that tests read without importing it: then every unit test runs. */
  readonly everyUnitTest: boolean;
}

/** Files that no test of behaviour reads: prose, and tests, which Vitest finds by itself. */
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
    // Playwright finds the end-to-end tests that import it (`importing`).
    else if (!/^(?:tests\/(?:e2e|support)|testing)\//.test(file)) all = true;
  }
  return {
    endToEnd: all ? 'all' : specs.size > 0 ? [...specs].sort() : 'none',
    everyUnitTest: files.some((file) => !isProse(file) && !isModule(file)),
  };
}

/** Playwright's filters are regular expressions for paths. */
const specsOf = (view: string) => [
  String.raw`tests/e2e/(sentences/)?${view}(-[\w-]+)?\.spec\.ts`,
  String.raw`tests/e2e/${view}/`,
];

/** Specs that open all views: by keys, with the palette, in columns, for the budget, and to compare sentences. */
const ofEveryView = [
  'tests/e2e/frame/',
  String.raw`tests/e2e/(frame|budget|closed|sentences/views)\.spec\.ts`,
];

/**
 * The files that differ from a revision, and new ones that are not under version control yet.
 *
 * @throws Error if the revision does not exist
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

/** The end-to-end tests that were changed or import a changed file. */
export function specsImporting(revision: string): readonly string[] {
  const report = JSON.parse(
    run('@playwright/test/cli.js', ['test', '--list', `--only-changed=${revision}`, '--reporter=json']),
  ) as { readonly suites: readonly { readonly file: string }[] };
  return report.suites.map(({ file }) => `tests/e2e/${file}`);
}

/** The unit tests that were changed or import a changed file, and those about the project itself. */
export function unitTestsReached(revision: string): readonly string[] {
  const listed = run('vitest/vitest.mjs', ['list', '--filesOnly', '--json', '--changed', revision]);
  // Vitest may print something before the list.
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
