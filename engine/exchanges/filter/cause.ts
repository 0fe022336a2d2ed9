/** Why the platform refused a call. */
import type { Exchange } from '../exchange.ts';
import type { RefusalReason } from '../../spec/reasons.ts';

export interface Cause {
  /** A problem of the closed list, or `noResponse` if the connection was closed for abuse. */
  readonly problem: string;
  readonly reason: RefusalReason | null;
  /** What exactly was wrong, as the X-ray says it. */
  readonly because: string;
}

export const noResponse = 'noResponse';

/** The cause; null for a call that was not refused, and for a call by the platform. */
export function causeOf({ direction, outcome, trace }: Exchange): Cause | null {
  if (direction === 'out') return null;
  if (outcome.kind === 'closed') return { problem: noResponse, reason: null, because: outcome.reason };
  if (outcome.status < 400) return null;
  for (let at = trace.length - 1; at >= 0; at--) {
    const line = trace[at];
    if (line?.problem !== undefined)
      return { problem: line.problem, reason: line.reason ?? null, because: line.text };
  }
  return null;
}
