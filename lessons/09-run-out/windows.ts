/** Rate-limit windows as a lesson sees them: their owners, when one was used up, and when it answered again. */
import type { WindowState } from '../../engine/inside.ts';
import { Call } from '../format/facts.ts';
import type { Facts } from '../format/facts.ts';

/** Identifies a window, regardless of its state. */
export const keyOf = ({ endpointId, scope, principal }: WindowState): string =>
  `${endpointId} ${scope} ${principal}`;

const isRefused = ({ problem }: Call): boolean => problem === 'rateLimitExceeded';

/** The window that refused a call; undefined for a call that none refused. */
export const refusing = (call: Call, scope?: WindowState['scope']): WindowState | undefined =>
  isRefused(call)
    ? call.exchange.windows.find(
        (each) => each.remaining === 0 && (scope === undefined || each.scope === scope),
      )
    : undefined;

/** The window with the fewest remaining calls among those that a call counted in. */
export const tightest = ({ exchange }: Call): WindowState | undefined =>
  exchange.windows.toSorted((one, other) => one.remaining - other.remaining)[0];

export const limited = (facts: Facts): readonly Call[] =>
  facts.calls().filter(({ exchange }) => exchange.windows.length > 0);

/** The last refusal by a window before this call, in this step or an earlier one. */
export function lastRefusal(call: Call, fits: (window: WindowState) => boolean, { platform }: Facts) {
  for (const exchange of platform.exchanges.list().toReversed()) {
    if (exchange.sequence >= call.exchange.sequence) continue;
    const window = refusing(new Call(-1, exchange));
    if (window && fits(window)) return window;
  }
  return undefined;
}

/** A call that was answered after the reset of its window, and how many were refused before it. */
export interface Reopened {
  readonly call: Call;
  readonly window: WindowState;
  readonly askedEarly: number;
  /** Whether it was used up in the step itself. */
  readonly isOwn: boolean;
}

/** Each window that was used up in the step and answered again, in order. */
export function reopened(facts: Facts): readonly Reopened[] {
  const early = new Map<string, number>();
  const wasAnswered = new Set<string>();
  const found: Reopened[] = [];
  for (const call of limited(facts)) {
    const refused = refusing(call);
    if (refused) early.set(keyOf(refused), (early.get(keyOf(refused)) ?? 0) + 1);
    if (!call.isAccepted) continue;
    for (const window of call.exchange.windows) {
      const key = keyOf(window);
      const isOwn = wasAnswered.has(key);
      const asked = early.get(key) ?? 0;
      // The call that used it up may be in an earlier step: then no call before the reset is expected in this one.
      const earlier =
        asked > 0 || !isOwn ? lastRefusal(call, (each) => keyOf(each) === key, facts) : undefined;
      if (earlier?.resetAt && earlier.resetAt <= call.exchange.at && isFirstSince(call, key, facts))
        found.push({ call, window: earlier, askedEarly: isOwn ? asked - 1 : asked, isOwn });
      early.delete(key);
      wasAnswered.add(key);
    }
  }
  return found;
}

/** Whether this window answered nothing between its last refusal and this call. */
function isFirstSince(call: Call, key: string, { platform }: Facts): boolean {
  const before = platform.exchanges
    .list()
    .filter(
      ({ sequence, windows }) =>
        sequence < call.exchange.sequence && windows.some((each) => keyOf(each) === key),
    )
    .at(-1);
  return before !== undefined && isRefused(new Call(-1, before));
}
