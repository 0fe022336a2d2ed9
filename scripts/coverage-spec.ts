/**
 * `npm run coverage:spec [-- --write]`: which clauses of the specification were proved by a passed test of the last
 * run, and which were not. `--write` saves the result as tests/coverage.json.
 */
import { writeFile } from 'node:fs/promises';
import { clauses, clausesIn, type Clause } from '../tests/support/clause.ts';
import { readReports } from './reports.ts';

/** Clause id to the tests that prove it, as `file › title`. */
type Coverage = ReadonlyMap<string, readonly string[]>;

async function readCoverage(): Promise<Coverage> {
  const coverage = new Map<string, string[]>();
  for (const test of await readReports()) {
    if (test.outcome !== 'passed') continue;
    for (const id of clausesIn(test.title)) {
      const name = `${test.file} › ${test.title.replace(/ \[[^\][]+\]/g, '')}`;
      coverage.set(id, [...(coverage.get(id) ?? []), name]);
    }
  }
  return coverage;
}

function printSection(section: string, of: readonly Clause[], coverage: Coverage): void {
  const proved = of.filter((clause) => coverage.has(clause.id));
  console.log(`\n${section}  ${proved.length} of ${of.length}`);
  for (const clause of of) {
    const tests = coverage.get(clause.id);
    console.log(tests ? `  + ${clause.id}` : `  - ${clause.id}: ${clause.text}`);
    for (const test of tests ?? []) console.log(`      ${test}`);
  }
}

async function write(coverage: Coverage): Promise<void> {
  const proved = clauses.filter((clause) => coverage.has(clause.id));
  const tests = Object.fromEntries(proved.map(({ id }) => [id, [...(coverage.get(id) ?? [])].sort()]));
  const summary = { clauses: clauses.length, proved: proved.length, tests };
  await writeFile('tests/coverage.json', JSON.stringify(summary, null, 2) + '\n');
}

const coverage = await readCoverage();
for (const section of new Set(clauses.map((clause) => clause.section))) {
  const of = clauses.filter((clause) => clause.section === section);
  printSection(section, of, coverage);
}
console.log(
  `\n${coverage.size} of ${clauses.length} clauses are proved by a test that passed in the last run.`,
);
if (coverage.size === 0) console.log('Run `npm test` first: this reads the reports of the last run.');
if (process.argv.includes('--write')) await write(coverage);
