/** The values that the achieved rate is computed from. */
interface Timed {
  readonly sent: number;
  /** Ms of real time. */
  readonly tookMs: number;
  /** The part of it spent waiting for a reset. */
  readonly waitedMs: number;
}

/** Fewer calls, or less time, do not give a meaningful rate. */
const least = { calls: 10, ms: 500 };

/** The measured calls per second; null before there are enough calls. */
export function reachedRate({ sent, tookMs, waitedMs }: Timed): number | null {
  const ms = tookMs - waitedMs;
  return sent < least.calls || ms < least.ms ? null : ((sent - 1) * 1000) / ms;
}

/** The achieved rate if it is clearly less than the requested one; else null. */
export function missedRate(timed: Timed, asked: number): number | null {
  const reached = reachedRate(timed);
  return reached !== null && reached < asked * 0.9 ? reached : null;
}

/** "42", "3.5". */
export const rateText = (perSecond: number): string =>
  perSecond < 10 ? String(Number(perSecond.toFixed(1))) : String(Math.round(perSecond));
