import type { Sent, WindowState } from '../../../../worker/api.ts';
import { figure, windowLength } from '../../../parts/figures.ts';
import { keyOf } from '../call/windows.ts';

/** A window as the strip shows it at a given time. */
export interface LimitRow {
  readonly key: string;
  readonly name: string;
  /** "5 in 15 min". */
  readonly rule: string;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the reset; null while no call has opened the window. */
  readonly resetsIn: number | null;
  /** Whether the shown call used one of its requests. */
  readonly justUsed: boolean;
}

/** The rows at platform time `now`. A window past its reset is full again, until a call opens the next. */
export function limitRows(windows: readonly WindowState[], current: Sent | null, now: number): LimitRow[] {
  const shared = windows.some(({ scope }) => scope === 'user');
  return windows.map((window) => {
    const resetAt = window.resetAt !== null && window.resetAt > now ? window.resetAt : null;
    const open = resetAt !== null;
    return {
      key: keyOf(window),
      name: window.scope === 'user' ? 'User token' : shared ? 'App, all users' : 'App',
      rule: `${figure(window.limit)} in ${windowLength(window.windowSeconds)}`,
      limit: window.limit,
      remaining: open ? window.remaining : window.limit,
      resetsIn: open ? untilReset(resetAt, now) : null,
      justUsed: open && wasCounted(window, current),
    };
  });
}

/** The time to the second in the headers (choice: window), rounded to seconds, in milliseconds. */
export const untilReset = (resetAt: number, now: number): number =>
  Math.floor(Math.ceil(resetAt / 1000) - now / 1000) * 1000;

/** Whether the shown call was counted in this window, and no later one was. */
function wasCounted(window: WindowState, current: Sent | null): boolean {
  if (!current) return false;
  const { outcome: answer, trace, windows } = current.exchange;
  // A 401 or 429 consumes nothing (choice: window).
  if (answer.kind === 'closed' || answer.status === 401 || answer.status === 429) return false;
  if (!trace.some(({ outcome }) => outcome === 'consumed')) return false;
  const then = windows.find((each) => keyOf(each) === keyOf(window));
  return then?.resetAt === window.resetAt && then.remaining === window.remaining;
}

/** The window of the svc-rate-limit-* headers (choice: limit-headers); null if there is only one. */
export function reported(rows: readonly LimitRow[], status: number): LimitRow | null {
  if (rows.length < 2 || rows.some(({ resetsIn }) => resetsIn === null)) return null;
  const candidates = status === 429 ? rows.filter(({ remaining }) => remaining === 0) : rows;
  return candidates.reduce<LimitRow | null>((best, row) => (best && !tighter(row, best) ? best : row), null);
}

const tighter = (a: LimitRow, b: LimitRow): boolean =>
  a.remaining !== b.remaining ? a.remaining < b.remaining : Number(a.resetsIn) > Number(b.resetsIn);
