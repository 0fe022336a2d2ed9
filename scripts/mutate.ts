/**
 * `npm run mutate`: how many mistakes the tests notice. Applies the mutations of tests/mutations to a copy of a
 * revision, one at a time, and records which step found each: the unit tests, the types, or the end-to-end tests. See
 * decisions/mutations.md.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutations } from '../tests/mutations/index.ts';
import { findOrInstallBrowser } from './browser.ts';
import { endChildren } from './mutate/children.ts';
import { makeCopy, revisionOf } from './mutate/copy.ts';
import { mutate } from './mutate/mutation.ts';
import type { Mutation } from './mutate/mutation.ts';
import { compare, counts, parseResults, toRun } from './mutate/results.ts';
import type { Result } from './mutate/results.ts';
import { configFile, Steps } from './mutate/steps.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string', default: 'HEAD' },
    only: { type: 'string', default: '' },
    again: { type: 'string', default: '' },
    minutes: { type: 'string', default: 'Infinity' },
    compare: { type: 'boolean', default: false },
  },
});
const listed = (text: string): readonly string[] => text.split(',').filter((id) => id !== '');
const root = fileURLToPath(new URL('..', import.meta.url));

if (options.compare) compareFiles(positionals);
else await runMutations();

function compareFiles([before, after]: readonly string[]): void {
  if (before === undefined || after === undefined) throw new Error('Name two result files to compare.');
  const [a, b] = [read(before), read(after)];
  console.log([...compare(a, b), counts(a.values()), counts(b.values())].join('\n'));
}

function read(file: string): ReadonlyMap<string, Result> {
  return parseResults(readFileSync(file, 'utf8'));
}

async function runMutations(): Promise<void> {
  const revision = revisionOf(options.at);
  const file = path.join(root, `test-results/mutations-${revision}.jsonl`);
  mkdirSync(path.dirname(file), { recursive: true });
  const ids = toRun(
    mutations.map(({ id }) => id),
    existsSync(file) ? read(file) : new Map(),
    { only: listed(options.only), again: listed(options.again) },
  );
  const until = performance.now() + Number(options.minutes) * 60_000;
  process.env['CHROMIUM_PATH'] = findOrInstallBrowser();
  const copy = makeCopy(root, revision, [configFile]);
  const end = () => {
    process.chdir(root);
    endChildren();
    copy.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      end();
      process.exit(1);
    });
  try {
    process.chdir(copy.folder);
    const steps = new Steps();
    for (const mutation of mutations.filter(({ id }) => ids.includes(id))) {
      if (performance.now() > until) break;
      const result = await tried(mutation, steps, revision);
      appendFileSync(file, `${JSON.stringify(result)}\n`);
      console.log(`${result.id}: ${result.outcome} ${result.by ?? ''} (${result.seconds} s)`);
    }
  } finally {
    end();
  }
  if (existsSync(file)) console.log(`\n${counts(read(file).values())}\n${path.relative(root, file)}`);
}

async function tried(mutation: Mutation, steps: Steps, revision: string): Promise<Result> {
  const started = performance.now();
  const result = (rest: Pick<Result, 'outcome' | 'by' | 'flaky'>): Result => ({
    id: mutation.id,
    ...rest,
    seconds: Math.round((performance.now() - started) / 1000),
    revision,
  });
  const file = [mutation.file, ...(mutation.formerly === undefined ? [] : [mutation.formerly])].find((each) =>
    existsSync(each),
  );
  const text = file === undefined ? null : readFileSync(file, 'utf8');
  const mutated = text === null ? null : mutate(text, mutation);
  if (file === undefined || text === null || mutated === null) return result({ outcome: 'does-not-apply' });
  const on = () => writeFileSync(file, mutated);
  const off = () => writeFileSync(file, text);
  const flaky: string[] = [];
  on();
  try {
    // A neighbouring test finds most of them in seconds; the types take longer and find few.
    for (const step of ['unit', 'types', 'e2e'] as const) {
      if (step === 'e2e' && !mutation.specs) break;
      const found = await steps[step](mutation, { on, off });
      flaky.push(...found.flaky);
      if (found.by !== null)
        return result({ outcome: step, by: found.by, ...(flaky.length > 0 && { flaky }) });
    }
    return result({ outcome: 'survived', ...(flaky.length > 0 && { flaky }) });
  } finally {
    off();
  }
}
