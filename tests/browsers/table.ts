import type { Group } from './checks/check.ts';
import type { Engine } from './drivers/driver.ts';

export interface Result {
  readonly engine: Engine;
  /** Empty if no browser was started. */
  readonly version: string;
  readonly group: string;
  readonly check: string;
  readonly outcome: 'passed' | 'failed' | 'left out';
  /** The observation, the error, or the reason why it was skipped. */
  readonly told: string;
  readonly ms: number;
}

/** Every check with its result in each engine, and the tests without a check, with the reason. */
export function table(results: readonly Result[], groups: readonly Group[]): string {
  const rows = results.map(({ engine, version, group, check, outcome }) => [
    engine,
    version || '–',
    outcome,
    `${group}: ${check}`,
  ]);
  const told = results
    .filter((each) => each.told !== '')
    .map(({ engine, check, outcome, told }) => `${engine}, ${check}: ${outcome}: ${told}`);
  const out = groups.flatMap(({ title, leftOut }) =>
    leftOut.map(({ what, why }) => `${title}: ${what}: ${why}`),
  );
  return [
    ...columns([['engine', 'version', 'outcome', 'check'], ...rows]),
    ...heading('Seen, or left out in one engine', told),
    ...heading('Run in Chromium alone', out),
  ].join('\n');
}

const heading = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
