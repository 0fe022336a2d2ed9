/** How a steady load fares on each plan. The real limiter counts it, call by call, with the declared limits. */
import { known } from '../checked/known.ts';
import type { Principal } from '../declaration/principal.ts';
import { applicableLimits } from '../limits/apply.ts';
import { reported, resetSeconds } from '../limits/headers.ts';
import { Windows } from '../limits/windows.ts';
import type { AuthKind } from '../spec/auth-kinds.ts';
import type { Limit, PlanLimits } from '../spec/limits.ts';
import { plans } from '../spec/plans.ts';
import type { Plan } from '../spec/plans.ts';

/** A number of calls in each period, repeatedly. */
export interface Demand {
  readonly calls: number;
  readonly periodMs: number;
  /** Spread over the period, or all at its beginning. */
  readonly spread: 'evenly' | 'at once';
}

export interface PlanForecast {
  readonly plan: Plan;
  /** The limits that such a call counts against; null if the plan does not include the endpoint. */
  readonly limits: readonly Limit[] | null;
  /** The first refused call, counted from 1, and when; null if none ever is. */
  readonly refusal: { readonly call: number; readonly atMs: number; readonly by: Limit } | null;
  /**
   * How long the calls of one period take if the client waits for resets; null if the plan does not include the
   * endpoint.
   */
  readonly tookMs: number | null;
}

export const mostCalls = 100_000;
const who = { user: 'token', app: 'app' };

/** Throws a RangeError unless `calls` is from 1 to `mostCalls`. */
export function forecast(
  endpoint: { readonly auth: readonly AuthKind[]; readonly limits: { readonly cells: PlanLimits } },
  kind: Principal['kind'],
  demand: Demand,
): PlanForecast[] {
  if (!(demand.calls >= 1 && demand.calls <= mostCalls))
    throw new RangeError(`calls: ${demand.calls} is not from 1 to ${mostCalls}`);
  return plans.map((plan) => {
    if (!endpoint.limits.cells[plan]) return { plan, limits: null, refusal: null, tookMs: null };
    const limits = applicableLimits(endpoint, kind, plan);
    return { plan, limits, refusal: firstRefusal(limits, demand), tookMs: timeFor(limits, demand) };
  });
}

const dueAt = ({ calls, periodMs, spread }: Demand, call: number): number =>
  spread === 'evenly' ? (call * periodMs) / calls : Math.floor(call / calls) * periodMs;

/** A load that fits for as long as two of the longest windows fits always: each begins with a call, as the first did. */
function firstRefusal(limits: readonly Limit[], demand: Demand): PlanForecast['refusal'] {
  const horizonMs = 2000 * Math.max(0, ...limits.map(({ windowSeconds }) => windowSeconds));
  const windows = new Windows([], false);
  for (let call = 0; dueAt(demand, call) < horizonMs; call++) {
    const atMs = dueAt(demand, call);
    const { counted, states } = windows.count('', limits, who, atMs);
    if (counted) continue;
    const { scope, limit, windowSeconds } = known(
      states.find(({ remaining }) => remaining === 0),
      'window that is used up',
    );
    return { call: call + 1, atMs, by: { scope, limit, windowSeconds } };
  }
  return null;
}

/** For a client that keeps its pace and, after a refusal, waits until svc-rate-limit-reset. */
function timeFor(limits: readonly Limit[], demand: Demand): number {
  const windows = new Windows([], false);
  let now = 0;
  let late = 0;
  for (let call = 0; call < demand.calls;) {
    now = Math.max(now, dueAt(demand, call) + late);
    const { counted, states } = windows.count('', limits, who, now);
    if (counted) call++;
    else {
      const until = resetSeconds(reported(states, now), now) * 1000;
      late += until - now;
      now = until;
    }
  }
  return now;
}
