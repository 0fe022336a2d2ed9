import type { WindowState } from '../exchanges/exchange.ts';

type Names = readonly [limit: string, remaining: string, reset: string];

const namesOf = (prefix: string): Names => [`${prefix}-limit`, `${prefix}-remaining`, `${prefix}-reset`];

const leastNames = namesOf('svc-rate-limit');
const dayNames = { user: namesOf('svc-user-limit-24hour'), app: namesOf('svc-app-limit-24hour') };

/**
 * Adds the rate-limit headers of an answer (specification 4.6, 8.1; choice: limit-headers). `now`, epoch ms, is for
 * windows that no call has opened yet: their reset is computed as if a call opened them now.
 */
export function addLimitHeaders(
  headers: (readonly [name: string, value: string])[],
  states: readonly WindowState[],
  now: number,
): void {
  if (states.length === 0) return;
  addThree(headers, leastNames, reported(states, now), now);
  for (const state of states)
    if (state.windowSeconds === 86_400) addThree(headers, dayNames[state.scope], state, now);
}

/** The window with the fewest remaining requests. Of equal ones, the one that resets last. */
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

function addThree(
  headers: (readonly [name: string, value: string])[],
  [limit, remaining, reset]: Names,
  state: WindowState,
  now: number,
): void {
  headers.push(
    [limit, String(state.limit)],
    [remaining, String(state.remaining)],
    [reset, String(resetSeconds(state, now))],
  );
}

/** Epoch seconds, rounded up (choice: window). */
export const resetSeconds = (state: WindowState, now: number): number =>
  Math.ceil((state.resetAt ?? now + state.windowSeconds * 1000) / 1000);
