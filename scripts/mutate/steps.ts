/** The steps that may find a mutation. All run in the current directory, which is the copy. */
import { stripVTControlCharacters } from 'node:util';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readReports, reportFiles } from '../reports.ts';
import { run } from './children.ts';
import type { Mutation } from './mutation.ts';

export interface Found {
  /** The failed test or the first type error; null if the step passed. */
  readonly by: string | null;
  readonly flaky: readonly string[];
}

/** Applies the mutation, or reverts it. */
export interface Switch {
  readonly on: () => void;
  readonly off: () => void;
}

/** The configuration of the unit tests; the runner's own, whatever the revision. */
export const configFile = 'scripts/mutate/vitest.config.ts';

/** A mutation often shows as something that never comes: the tests' own limits, against hanging, are far longer. */
const once = '-x --timeout=180000';

/** A step with this many failures that cannot be repeated is not reliable. */
const mostFlaky = 5;

export class Steps {
  /** The test files and steps that pass without a mutation, by the command that runs them. */
  readonly #baseline = new Map<string, boolean>();

  /** The part of `npm run types` that reads this kind of file. TypeScript caches what it knows of the others. */
  async types({ file }: Mutation, mutation: Switch): Promise<Found> {
    const svelte = file.endsWith('.svelte');
    const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { types: string } })
      .scripts;
    const parts = scripts.types.split('&&').map((part) => part.trim());
    const of = parts.filter((part) => part.startsWith('svelte-check') === svelte);
    const kept = '--incremental --tsBuildInfoFile test-results/mutate.tsbuildinfo';
    const line = of.map((part) => (/^tsc(?= |$)/.test(part) ? `${part} ${kept}` : part)).join(' && ');
    const { passed, output } = await run(line);
    if (passed) return { by: null, flaky: [] };
    await this.#mustPass(line, mutation);
    const error = output.split('\n').find((each) => /error/i.test(each));
    return { by: (error ?? 'the types').trim(), flaky: [] };
  }

  /** First the tests beside the file, which find most mutations in seconds; then all unit tests that import it. */
  async unit({ file }: Mutation, mutation: Switch): Promise<Found> {
    const near = await this.#vitest(
      `run ${path.posix.dirname(file)}/ --project ${projectOf(file)}`,
      mutation,
    );
    if (near.by !== null) return near;
    const related = await this.#vitest(`related ${file} --run`, mutation);
    return { by: related.by, flaky: [...near.flaky, ...related.flaky] };
  }

  #vitest(which: string, mutation: Switch): Promise<Found> {
    return this.#tests(mutation, {
      report: reportFiles.vitest,
      all: (without) =>
        [
          `vitest ${which} --root . --config ${configFile} --bail=1 --passWithNoTests`,
          ...without.map((each) => `--exclude ${each}`),
        ].join(' '),
      one: (failed) =>
        `vitest run ${failed} --project ${projectOf(failed)} --root . --config ${configFile} --bail=1`,
      prepare: null,
    });
  }

  /** The end-to-end tests of the mutation, against a build with it. */
  e2e({ specs = [] }: Mutation, mutation: Switch): Promise<Found> {
    const files = specs.map((each) => `tests/e2e/${each}`);
    return this.#tests(mutation, {
      report: reportFiles.playwright,
      all: (without) => {
        const left = files.filter((each) => !without.includes(each));
        return left.length === 0 ? null : `playwright test ${left.join(' ')} ${once}`;
      },
      one: (failed) => `playwright test ${failed} ${once}`,
      prepare: 'vite build',
    });
  }

  /** A failure counts if its file fails again, and passes without the mutation. */
  async #tests(mutation: Switch, commands: Commands): Promise<Found> {
    const flaky: string[] = [];
    const without: string[] = [];
    if (commands.prepare && !(await run(commands.prepare)).passed) {
      await this.#mustPass(commands.prepare, mutation);
      return { by: commands.prepare, flaky };
    }
    for (;;) {
      const all = commands.all(without);
      if (all === null) return { by: null, flaky };
      const first = await runTests(all, commands.report);
      if (first.passed) return { by: null, flaky };
      if (first.hung) return { by: `does not end: ${all}`, flaky };
      if (first.failed === null)
        throw new Error(`No test failed, and yet: ${all}\n${first.output.slice(-2000)}`);
      const one = commands.one(first.failed.file);
      const again = await runTests(one, commands.report);
      if (!again.passed && (await this.#passes(one, commands.prepare, mutation)))
        return { by: titleOf(again.failed ?? first.failed), flaky };
      flaky.push(titleOf(first.failed));
      without.push(first.failed.file);
      if (flaky.length > mostFlaky) throw new Error(`Too many tests fail by themselves: ${flaky.join('; ')}`);
      if (commands.prepare) await run(commands.prepare);
    }
  }

  /** Whether a command passes without the mutation: run once, then cached. */
  async #passes(line: string, prepare: string | null, { on, off }: Switch): Promise<boolean> {
    const known = this.#baseline.get(line);
    if (known !== undefined) return known;
    off();
    if (prepare) await run(prepare);
    const { passed } = await run(line);
    on();
    this.#baseline.set(line, passed);
    return passed;
  }

  async #mustPass(line: string, mutation: Switch): Promise<void> {
    if (!(await this.#passes(line, null, mutation)))
      throw new Error(`Fails without any mutation, too: ${line}`);
  }
}

/** Vitest's project for a file. Naming it avoids the set-up of the two others. */
const projectOf = (file: string): 'page' | 'worker' | 'platform' =>
  file.startsWith('src/') ? 'page' : file.startsWith('worker/') ? 'worker' : 'platform';

interface Commands {
  readonly report: string;
  /** Runs all tests except those of some files; null if none is left. */
  readonly all: (without: readonly string[]) => string | null;
  /** Runs one file. */
  readonly one: (file: string) => string;
  /** What the tests run against. */
  readonly prepare: string | null;
}

interface Failed {
  readonly file: string;
  readonly title: string;
}

const titleOf = ({ file, title }: Failed): string => `${file}: ${title}`;

async function runTests(line: string, report: string) {
  for (const file of Object.values(reportFiles)) rmSync(file, { force: true });
  const { passed, hung, output } = await run(line);
  const failed: Failed | undefined = (await readReports()).find(({ outcome }) => outcome === 'failed');
  return { passed, hung, output, failed: failed ?? failedFile(output, report) };
}

/** An uncaught error outside tests, which no report mentions. */
function failedFile(output: string, report: string): Failed | null {
  const said = /originated in "([^"]+)"/.exec(stripVTControlCharacters(output))?.[1];
  const [file] = /\b[\w./-]+\.(?:test|spec)\.ts\b/.exec(said ?? output) ?? [];
  return file
    ? { file: path.normalize(file), title: `an error outside of tests (${path.basename(report)})` }
    : null;
}
