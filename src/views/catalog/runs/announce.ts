/** Announcements of a run for screen readers: its start, each quarter, a new reason, its end. Not every figure. */
import type { RunFigures } from '../../../../worker/api.ts';
import { outcomeOf, standings } from '../../../merchants/words.ts';
import { shareOf } from './words.ts';

const quarters = ['', 'A quarter', 'Half', 'Three quarters', 'All'];

const quarterOf = (figures: RunFigures): number => Math.floor(4 * (shareOf(figures) ?? 0));

const isUnderWay = ({ status }: RunFigures): boolean => status === 'QUEUED' || status === 'RUNNING';

/** Empty if nothing is new. What already exists when the page opens is read, not announced. */
export function whatIsNew(name: string, before: RunFigures | null, now: RunFigures): string {
  if (!before || before.id !== now.id) return '';
  if (!isUnderWay(now)) return isUnderWay(before) ? `The run of ${name} ended: ${endOf(now)}` : '';
  const said: string[] = [];
  if (before.status === 'QUEUED' && now.status === 'RUNNING') said.push(`The run of ${name} has begun.`);
  const quarter = quarterOf(now);
  if (quarter > quarterOf(before)) said.push(`${quarters[quarter]} of ${name} is read.`);
  const reasons = now.reasons.slice(before.reasons.length);
  if (reasons.length === 1) said.push(`A new reason: ${reasons[0]!.message}.`);
  else if (reasons.length > 1) said.push(`${reasons.length} new reasons why rows were rejected.`);
  return said.join(' ');
}

function endOf(figures: RunFigures): string {
  const outcome = outcomeOf({ ...figures, took: null });
  return [standings[figures.status].words, outcome].filter((each) => each !== '').join(', ') + '.';
}
