import type { WindowState } from '../exchanges/exchange.ts';

/**
 * The rate-limit headers of an answer (specification 4.6, 8.1; choice: limit-headers). `now` in epoch ms serves
 * windows that no call has opened yet: their reset is where it would be if one did.
 */
export function limitHeaders(states: readonly WindowState[], now: number): [string, string][] {
  if (states.length === 0) return [];
  const headers = threeHeaders('svc-rate-limit', reported(states, now), now);
  for (const state of states)
    if (state.windowSeconds === 86_400)
      headers.push(...threeHeaders(`svc-${state.scope}-limit-24hour`, state, now));
  return headers;
}

/** The window with the fewest remaining requests; among equals the one that resets last. */
export function reported(states: readonly WindowState[], now: number): WindowState {
  let least = states[0]!;
  for (const state of states)
    if (
      state.remaining < least.remaining ||
      (state.remaining === least.remaining && resetSeconds(state, now) > resetSeconds(least, now))
    )
      least = state;
  return least;
}

const threeHeaders = (prefix: string, state: WindowState, now: number): [string, string][] => [
  [`${prefix}-limit`, String(state.limit)],
  [`${prefix}-remaining`, String(state.remaining)],
  [`${prefix}-reset`, String(resetSeconds(state, now))],
];

/** Epoch seconds, rounded up (choice: window). */
export const resetSeconds = (state: WindowState, now: number): number =>
  Math.ceil((state.resetAt ?? now + state.windowSeconds * 1000) / 1000);
