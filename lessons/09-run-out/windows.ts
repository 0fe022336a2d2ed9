/** Rate-limit windows as a lesson sees them: their owners, when one was used up, and when it answered again. */
import type { WindowState } from '../../engine/inside.ts';
import { Collecting } from '../format/collecting.ts';
import type { Call, Facts } from '../format/facts.ts';

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

/** The calls that are to go through a window which holds fewer. */
export const manyCalls = 200;

/** A call that was answered after the reset of its window, and how many were refused before it. */
export interface Reopened {
  readonly call: Call;
  readonly window: WindowState;
  readonly askedEarly: number;
  /** Whether it was used up in the step itself. */
  readonly isOwn: boolean;
}

/** A window, as the calls so far have left it. */
interface Standing {
  /** Its last refusal, in this step or an earlier one. */
  refusal: WindowState | null;
  /** Whether the last call that counted in it was refused. */
  isOut: boolean;
  /** In the step: whether it has answered, and how many calls it has refused since. */
  hasAnswered: boolean;
  refused: number;
  /** The calls of the step for which it was the tightest window, and which of them it refused. */
  calls: number;
  readonly refusedAt: number[];
}

interface Windows {
  readonly byKey: Map<string, Standing>;
  /** The last refusal by any user's window, by endpoint. */
  readonly ofUsers: Map<string, WindowState>;
  /** The refused calls of the step. */
  readonly refused: Call[];
  /** The calls that were answered while a user's window of their endpoint was used up. */
  readonly besideUser: Call[];
  /** Each window that was used up in the step and answered again, in order. */
  readonly reopened: Reopened[];
  /** The last of many consecutive calls to a window that holds fewer, with at most one 429 among them. */
  many: Call | null;
}

export const windowsOf = (facts: Facts): Readonly<Windows> => facts.collected(windows);

const windows = new Collecting<Windows>((before) => {
  const begun: Windows = {
    byKey: new Map(),
    ofUsers: new Map(),
    refused: [],
    besideUser: [],
    reopened: [],
    many: null,
  };
  for (const call of before) note(begun, call);
  return begun;
}, add);

function add(all: Windows, call: Call): void {
  const { endpointId, isAccepted, exchange } = call;
  const refusal = refusing(call);
  if (refusal) {
    all.refused.push(call);
    standingOf(all, refusal).refused++;
  }
  if (isAccepted) {
    const user = endpointId === null ? undefined : all.ofUsers.get(endpointId);
    if (user?.resetAt != null && user.resetAt > exchange.at) all.besideUser.push(call);
    for (const window of exchange.windows) answered(all, call, standingOf(all, window));
  }
  if (isAccepted || refusal) countMany(all, call, refusal !== undefined);
  note(all, call);
}

function answered(all: Windows, call: Call, standing: Standing): void {
  const { hasAnswered: isOwn, refused, refusal: window } = standing;
  // The call that used it up may be in an earlier step: then no call before the reset is expected in this one.
  const mayReopen = refused > 0 || !isOwn;
  if (mayReopen && standing.isOut && window?.resetAt && window.resetAt <= call.exchange.at)
    all.reopened.push({ call, window, askedEarly: isOwn ? refused - 1 : refused, isOwn });
  standing.refused = 0;
  standing.hasAnswered = true;
}

function countMany(all: Windows, call: Call, wasRefused: boolean): void {
  const window = tightest(call);
  if (!window || window.limit >= manyCalls) return;
  const standing = standingOf(all, window);
  const at = standing.calls++;
  if (wasRefused) standing.refusedAt.push(at);
  const lastButOne = standing.refusedAt.at(-2);
  if (standing.calls >= manyCalls && (lastButOne === undefined || lastButOne <= at - manyCalls))
    all.many ??= call;
}

/** What any call leaves, in the step or before it. */
function note(all: Windows, call: Call): void {
  const refusal = refusing(call);
  if (refusal) {
    standingOf(all, refusal).refusal = refusal;
    if (refusal.scope === 'user') all.ofUsers.set(refusal.endpointId, refusal);
  }
  for (const window of call.exchange.windows) standingOf(all, window).isOut = isRefused(call);
}

function standingOf({ byKey }: Windows, window: WindowState): Standing {
  const key = keyOf(window);
  const known = byKey.get(key);
  if (known) return known;
  const made: Standing = {
    refusal: null,
    isOut: false,
    hasAnswered: false,
    refused: 0,
    calls: 0,
    refusedAt: [],
  };
  byKey.set(key, made);
  return made;
}
