/** Compares the calls of a run with those at the same positions in the runs before it. */
import { counted } from '../parts/counted.ts';
import type { CallDigest } from './digest.ts';

export type StageRun = readonly CallDigest[];

export type RunComparison =
  /** Nothing to compare: the first run, or a run without calls. */
  | { readonly kind: 'none' }
  /** `as`: the numbers of the earlier runs with the same bytes so far, the previous one last. */
  | { readonly kind: 'same'; readonly as: readonly number[] }
  /** All calls of the previous run were the same, and further ones followed. `after`: how many it had. */
  | { readonly kind: 'longer'; readonly after: number }
  /** `at`: the position of the first call that differs. */
  | { readonly kind: 'differs'; readonly at: number; readonly was: CallDigest; readonly is: CallDigest };

/** Of the last run with those before it. */
export function compared(runs: readonly StageRun[]): RunComparison {
  const now = runs.at(-1) ?? [];
  const previous = runs.at(-2);
  if (!previous || now.length === 0) return { kind: 'none' };
  const at = now.findIndex((call, position) => !isSame(call, previous[position]));
  const [is, was] = [now[at], previous[at]];
  if (is && was) return { kind: 'differs', at, was, is };
  if (is) return { kind: 'longer', after: previous.length };
  const as = runs.slice(0, -1).flatMap((run, index) => (beginsWith(run, now) ? [index + 1] : []));
  return { kind: 'same', as };
}

const isSame = (one: CallDigest, other: CallDigest | undefined): boolean =>
  one.request === other?.request && one.response === other.response;

const beginsWith = (run: StageRun, start: StageRun): boolean =>
  start.every((call, at) => isSame(call, run[at]));

/** "2 calls, the same bytes as runs 1 and 2". */
export function runWords(runs: readonly StageRun[]): string {
  const calls = runs.at(-1)?.length ?? 0;
  const previous = runs.length - 1;
  const sent = calls === 0 ? 'no call yet' : counted(calls, 'call');
  const result = compared(runs);
  if (result.kind === 'none') return sent;
  if (result.kind === 'same') return `${sent}, the same bytes as ${numbered(result.as)}`;
  if (result.kind === 'longer')
    return `${sent}, the same bytes as run ${previous} as far as it went (${counted(result.after, 'call')})`;
  const { at, was, is } = result;
  return `call ${at + 1}, ${is.call}, differs from run ${previous}: ${partOf(was, is)}`;
}

function partOf(was: CallDigest, is: CallDigest): string {
  if (was.call !== is.call) return `there it was ${was.call}`;
  return was.request === is.request ? 'the same request got another response' : 'the request has other bytes';
}

function numbered(runs: readonly number[]): string {
  const last = runs.at(-1);
  if (runs.length === 1) return `run ${last}`;
  return `runs ${runs.slice(0, -1).join(', ')} and ${last}`;
}
