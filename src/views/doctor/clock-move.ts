import { parameterOf } from '../../doctor/oauth-parameter.ts';

export interface ClockNow {
  /** Epoch ms on the platform's clock. */
  readonly now: number;
  readonly real: number;
  readonly frozen: boolean;
}

export interface ClockMove {
  /** How far the platform's clock is from the sender's. */
  readonly ms: number;
  readonly frozen: boolean;
}

/** At most 300 s are taken (choice: o1-clock). */
const tolerance = 300_000;

/**
 * Whether a timestamp was right by the real clock when the request was pasted, and is not by the platform's, because
 * that one was moved: null when the sender's clock itself is wrong.
 */
export function clockMove(
  { authorization, takenAt }: { readonly authorization: string; readonly takenAt: number },
  { now, real, frozen }: ClockNow,
): ClockMove | null {
  const timestamp = 1000 * Number(parameterOf(authorization, 'oauth_timestamp'));
  if (!(Math.abs(timestamp - takenAt) <= tolerance)) return null;
  const ms = now - real;
  return Math.abs(ms) > tolerance || frozen ? { ms, frozen } : null;
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

/** "24 h", "2 d 1 h", "15 min": two units at most. */
export function durationOf(ms: number): string {
  const whole = Math.round(ms / 1000) * 1000;
  if (whole === 86_400_000) return '24 h';
  const at = Math.max(
    0,
    units.findIndex(([unit]) => whole >= unit),
  );
  const [[unit, name], next] = [units[at]!, units[at + 1]];
  const count = Math.floor(whole / unit);
  const rest = next ? Math.floor((whole - count * unit) / next[0]) : 0;
  return `${count} ${name}${rest > 0 && next ? ` ${rest} ${next[1]}` : ''}`;
}

/** `realNow` was read when the platform's clock was: what both do since then they do together, unless one is frozen. */
export const clockOf = (clock: { platformNow: number; realNow: number; frozen: boolean }): ClockNow => ({
  now: clock.platformNow,
  real: clock.frozen ? Date.now() : clock.realNow,
  frozen: clock.frozen,
});
