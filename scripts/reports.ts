import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Where the runners write the report of their last run. */
export const reportFiles = {
  vitest: 'test-results/vitest.json',
  playwright: 'test-results/playwright.json',
  /** The checks in three engines (tests/browsers/run.ts): a list of `TestResult`. */
  browsers: 'test-results/browsers.json',
  /** What the proofs say they ran, one line each (tests/support/prove.ts). */
  proofs: 'test-results/proofs.txt',
  /** How often each property was run, one number per line (tests/support/rounds.ts). */
  rounds: 'test-results/rounds.txt',
} as const;

export interface TestResult {
  /** Relative to the repository. */
  readonly file: string;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

/** Every test of the last run of all runners; a runner that did not run adds none. */
export async function readReports(): Promise<readonly TestResult[]> {
  const [vitest, playwright, browsers] = await Promise.all([
    readJson<VitestReport>(reportFiles.vitest),
    readJson<PlaywrightReport>(reportFiles.playwright),
    readJson<TestResult[]>(reportFiles.browsers),
  ]);
  return [
    ...(vitest ? fromVitest(vitest) : []),
    ...(playwright ? fromPlaywright(playwright) : []),
    ...(browsers ?? []),
  ];
}

/** What the proofs of the last run say they ran, in the order in which they ended, and the total of all properties. */
export async function readProofs(): Promise<readonly string[]> {
  const [proofs, rounds] = [await readLines(reportFiles.proofs), await readLines(reportFiles.rounds)];
  if (rounds.length === 0) return proofs;
  const all = rounds.reduce((sum, each) => sum + Number(each), 0);
  return [...proofs, `properties: ${all} rounds in ${rounds.length} properties`];
}

async function readLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** The duration of each test file in the last run, slowest first: all its tests together, in ms. */
export async function readFileTimes(): Promise<readonly FileTime[]> {
  const [vitest, playwright] = await Promise.all([
    readJson<VitestReport>(reportFiles.vitest),
    readJson<PlaywrightReport>(reportFiles.playwright),
  ]);
  const times = [
    ...(vitest?.testResults ?? []).map(({ name, startTime = 0, endTime = 0 }) => ({
      file: relative(name),
      ms: endTime - startTime,
    })),
    ...(playwright
      ? playwright.suites.map((suite) => ({
          file: relative(path.join(playwright.config.rootDir, suite.file)),
          ms: durationOf(suite),
        }))
      : []),
  ];
  const byFile = new Map<string, number>();
  for (const { file, ms } of times) byFile.set(file, (byFile.get(file) ?? 0) + ms);
  return [...byFile].map(([file, ms]) => ({ file, ms })).toSorted((one, other) => other.ms - one.ms);
}

export interface FileTime {
  /** Relative to the repository. */
  readonly file: string;
  readonly ms: number;
}

function durationOf({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results = [] }) => results));
  const inner = suites.reduce((sum, suite) => sum + durationOf(suite), 0);
  return own.reduce((sum, { duration }) => sum + duration, inner);
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    /** Epoch ms. */
    readonly startTime?: number;
    readonly endTime?: number;
    readonly status: 'passed' | 'failed';
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
  /** What went wrong outside tests: a file that cannot be loaded, a global set-up. */
  readonly errors: readonly unknown[];
}

interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results?: readonly { readonly duration: number }[];
    }[];
  }[];
}

export function fromVitest({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(name);
    const tests = assertionResults.map((test) => ({
      file,
      title: test.fullName,
      outcome: vitestOutcome(test.status),
    }));
    // A file that cannot be loaded has no tests: it counts as one failure.
    const unloaded = status === 'failed' && !tests.some((test) => test.outcome === 'failed');
    return unloaded ? [...tests, { file, title: 'the file itself', outcome: 'failed' }] : tests;
  });
}

function vitestOutcome(status: string): TestResult['outcome'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

export function fromPlaywright({ config, suites, errors }: PlaywrightReport): TestResult[] {
  const outside = errors.map((): TestResult => ({
    file: relative(config.rootDir),
    title: 'outside of tests',
    outcome: 'failed',
  }));
  return [...suites.flatMap((suite) => fromSuite(suite, config.rootDir, [])), ...outside];
}

function fromSuite(suite: PlaywrightSuite, root: string, above: readonly string[]): TestResult[] {
  const titles = suite.title === suite.file ? above : [...above, suite.title];
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      file: relative(path.join(root, spec.file)),
      title: [...titles, spec.title].join(' '),
      outcome: playwrightOutcomes[test.status],
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => fromSuite(inner, root, titles))];
}

const playwrightOutcomes = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
} as const;

const relative = (file: string) => path.relative(process.cwd(), file).split(path.sep).join('/');

async function readJson<T>(file: string): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as T);
}
