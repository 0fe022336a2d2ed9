import { timestampTolerance } from '../../../worker/api.ts';
import type { ClockState } from '../../../worker/api.ts';
import { parameterOf } from '../../doctor/oauth-parameter.ts';

export interface ClockNow {
  /** Epoch ms on the platform's clock. */
  readonly now: number;
  readonly real: number;
  readonly frozen: boolean;
  /** The ms of its last jump while that can be undone; otherwise null. */
  readonly jumped: number | null;
}

export interface ClockMove {
  /** How far the platform's clock is from the sender's. */
  readonly ms: number;
  readonly frozen: boolean;
  /** Whether undoing the last jump makes the timestamp valid again. */
  readonly undoable: boolean;
}

const tolerance = 1000 * timestampTolerance;

/**
 * Whether a timestamp is wrong only because the platform's clock was moved: it would be right without the last jump, or
 * was right by the real clock when the request was pasted. Null if the sender's clock itself is wrong.
 */
export function clockMove(
  { authorization, takenAt }: { readonly authorization: string; readonly takenAt: number },
  { now, real, frozen, jumped }: ClockNow,
): ClockMove | null {
  const timestamp = 1000 * Number(parameterOf(authorization, 'oauth_timestamp'));
  if (jumped !== null && Math.abs(timestamp + jumped - now) <= tolerance)
    return { ms: jumped, frozen: false, undoable: true };
  if (!(Math.abs(timestamp - takenAt) <= tolerance)) return null;
  const ms = now - real;
  return Math.abs(ms) > tolerance || frozen ? { ms, frozen, undoable: false } : null;
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

/**
 * `realNow` was read together with the platform's clock. Both advance equally since then, unless the platform's clock
 * is frozen.
 */
export const clockOf = ({ platformNow, realNow, frozen, jumped }: ClockState): ClockNow => ({
  now: platformNow,
  real: frozen ? Date.now() : realNow,
  frozen,
  jumped,
});
