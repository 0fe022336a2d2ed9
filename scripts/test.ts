/**
 * `npm test`: the one gate, here and in CI. `npm test -- --changed [revision]` is for work in progress: format, types
 * and lint as usual, but only the tests that the changes since a revision (default: the last commit) can affect.
 */
import { parseArgs } from 'node:util';
import { changedSince, reachOf, specsImporting, unitTestsReached } from './changed.ts';
import { runGate, steps } from './gate.ts';
import type { Step } from './gate.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false } },
});

try {
  await runGate(
    values.changed
      ? stepsFor(positionals[0] ?? 'HEAD')
      : [steps.format, steps.lint, steps.unit, steps.build, steps.e2e],
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function stepsFor(revision: string): readonly Step[] {
  const files = changedSince(revision);
  const { endToEnd, everyUnitTest } = reachOf(files);
  const unit = everyUnitTest ? [] : unitTestsReached(revision);
  const specs =
    endToEnd === 'all' ? [] : [...(endToEnd === 'none' ? [] : endToEnd), ...specsImporting(revision)];
  const inBrowser = endToEnd === 'all' || specs.length > 0;
  console.log(
    [
      `${files.length} ${files.length === 1 ? 'file' : 'files'} changed since ${revision}.`,
      `Unit tests: ${everyUnitTest ? 'all' : unit.join(', ')}.`,
      `End-to-end tests: ${inBrowser ? (specs.length > 0 ? specs.join(', ') : 'all') : 'none'}.`,
    ].join('\n'),
  );
  return [
    steps.format,
    steps.lint,
    { ...steps.unit, args: unit },
    ...(inBrowser ? [steps.build, { ...steps.e2e, args: specs }] : []),
  ];
}
