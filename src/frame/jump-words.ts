import { capital } from '../../worker/api.ts';
import { dateOf, timeOf } from '../parts/time.ts';

/** Epoch ms of the platform: the start of a jump, its progress, and its target. */
export interface Way {
  readonly from: number;
  readonly at: number;
  readonly until: number;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The largest unit that the way has at least two of. */
const unitOf = ({ from, until }: Way) => units.find(([, ms]) => until - from >= 2 * ms) ?? units[3];

/** "14 Mar 2026 09:00", with seconds if the way is short. */
export function momentOf(moment: number, way: Way): string {
  const [, ms] = unitOf(way);
  return `${dateOf(moment)} ${timeOf(moment).slice(0, ms > 60_000 ? 5 : 8)}`;
}

/** "16 days of 30", "less than 1 hour of 24". */
export function partOf(way: Way): string {
  const [unit, ms] = unitOf(way);
  const all = Math.round((way.until - way.from) / ms);
  const done = Math.floor((way.at - way.from) / ms);
  if (done === 0) return `less than 1 ${unit} of ${all}`;
  return `${done} ${unit}${done === 1 ? '' : 's'} of ${all}`;
}

/** "Stopped at 14 Mar 2026 09:00. 16 days of 30 were played." */
export function stoppedWords(way: Way): string {
  const part = partOf(way);
  const were = /^(1|less) /.test(part) ? 'was' : 'were';
  return `Stopped at ${momentOf(way.at, way)}. ${capital(part)} ${were} played.`;
}

const quarters = ['', 'A quarter', 'Half', 'Three quarters', 'All'];

/** For screen readers: the target, and then each quarter of the way. */
export function spokenWords(way: Way): string {
  const quarter = Math.floor((4 * (way.at - way.from)) / Math.max(1, way.until - way.from));
  return quarter === 0
    ? `The clock is jumping to ${momentOf(way.until, way)}. It can be stopped.`
    : `${quarters[quarter]} of the jump is done.`;
}
