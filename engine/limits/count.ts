/** The limiting step of the pipeline: specification 8.1 and 8.3. */
import type { Principal } from '../declaration/principal.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { WindowState } from '../exchanges/exchange.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import { inGroups } from '../spec/in-groups.ts';
import { toSecond } from '../state/clock.ts';
import { source } from '../exchanges/trace.ts';
import type { Trace } from '../exchanges/trace.ts';
import { principals } from './apply.ts';
import type { Limit } from '../spec/limits.ts';
import type { Windows } from './windows.ts';

const byWindow = source(['8.1', '8.3'], ['window']);
const byBothWindows = source(['8.1', '8.3'], ['window', 'app-cell-on-user-endpoint']);
const byUnlisted = source(['8.1'], ['unlisted', 'window']);

/** Counts a call, or refuses it if one of its windows is used up. `now` is epoch ms. */
export function countCall(
  endpoint: Endpoint,
  principal: Exclude<Principal, { kind: 'none' }>,
  limits: readonly Limit[],
  windows: Windows,
  { trace, now }: { trace: Trace; now: number },
): { states: readonly WindowState[]; refusal: Refusal | null } {
  const { counted, states } = windows.count(endpoint.id, limits, principals(principal), now);
  if (counted) {
    if (states.length === 0) return { states, refusal: null };
    const from = !endpoint.limits.documented ? byUnlisted : states.length > 1 ? byBothWindows : byWindow;
    trace.add('consumed', 'Counted', states.map(countedText).join(', '), from);
    return { states, refusal: null };
  }
  const out = states.find(({ remaining }) => remaining === 0)!;
  const because = `the ${scopeNames[out.scope]} has used its ${out.limit === 1 ? 'one call' : `${inGroups(out.limit)} calls`} in ${windowText(out.windowSeconds)}; the window ends at ${toSecond(out.resetAt!)}`;
  const members =
    endpoint.limits.exceeded === 'tokenTooOften' ? { members: { label: 'authenticity_token_error' } } : {};
  return { states, refusal: refuse(endpoint.limits.exceeded, because, members) };
}

/** Undoes `countCall`: a call that is answered 401 or 429 consumes nothing, no matter which step refuses it. */
export function uncountCall(
  states: readonly WindowState[],
  status: number,
  windows: Windows,
  trace: Trace,
): readonly WindowState[] {
  const left = windows.uncount(states);
  const text = left.map(
    ({ scope, remaining, limit }) => `${scopeNames[scope]} ${inGroups(remaining)} of ${inGroups(limit)}`,
  );
  trace.passed('Not counted', `a ${status} consumes nothing: ${text.join(', ')} left`, byWindow);
  return left;
}

const scopeNames = { user: 'user token', app: 'App' } as const;

const countedText = (state: WindowState): string =>
  `${state.scope === 'user' ? 'user' : 'App'} ${inGroups(state.remaining + 1)} → ${inGroups(state.remaining)} of ${inGroups(state.limit)} in ${windowText(state.windowSeconds)}`;

const windowText = (seconds: number): string =>
  seconds === 86_400 ? '24 h' : seconds === 900 ? '15 min' : `${seconds} s`;
