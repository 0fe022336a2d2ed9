/** How fast a load really went. */
interface Timed {
  readonly sent: number;
  /** Ms of real time. */
  readonly tookMs: number;
  /** Of these, in which it waited for a reset. */
  readonly waitedMs: number;
}

/** Fewer calls, or less time, say nothing. */
const least = { calls: 10, ms: 500 };

/** Calls a second, as measured; null before that can be said. */
export function reachedRate({ sent, tookMs, waitedMs }: Timed): number | null {
  const ms = tookMs - waitedMs;
  return sent < least.calls || ms < least.ms ? null : ((sent - 1) * 1000) / ms;
}

/** The rate that was reached, where it is clearly less than what was asked for; else null. */
export function missedRate(timed: Timed, asked: number): number | null {
  const reached = reachedRate(timed);
  return reached !== null && reached < asked * 0.9 ? reached : null;
}

/** "42", "3.5". */
export const rateText = (perSecond: number): string =>
  perSecond < 10 ? String(Number(perSecond.toFixed(1))) : String(Math.round(perSecond));
