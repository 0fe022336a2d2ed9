import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { reportFiles } from '../../scripts/reports.ts';

/** Whether this is `npm run prove`, which runs the long proofs in full. */
export const proving = process.env['PROVE'] === '1';

/** How often to repeat: a shorter form, but never zero, in `npm test`. */
export function times(short: number, full: number): number {
  if (short < 1) throw new RangeError('the short form of a proof may not be empty');
  return proving ? full : short;
}

/** Notes how often a property runs; the gate says at its end how much that was in all. */
export function counted(rounds: number): void {
  append(reportFiles.rounds, rounds);
}

/** Reports what a proof ran, and how often. The gate repeats all reports at its end. */
export function proved(line: string): void {
  console.log(line);
  append(reportFiles.proofs, line);
}

/** One write per line, undivided: several processes run at once. */
function append(file: string, line: string | number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, `${line}\n`);
}
