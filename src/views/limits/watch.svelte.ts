import type { LimitSample, LimitsReport, WindowInUse } from '../../../worker/api.ts';
import { Live } from '../../state/live.svelte.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { knownUntil, merged } from './samples.ts';

/** The shortest time between questions to the platform, in ms: every call of every tab causes an event. */
const pause = 150;
/** How long a window stays, shown as full, after its end, in ms of the platform's clock. */
export const lingers = 15_000;

interface Seen {
  readonly report: LimitsReport;
  readonly samples: readonly LimitSample[];
  /** Windows of an earlier report that have ended. */
  readonly ended: readonly WindowInUse[];
}

/** The data of the limits that changes, kept while the page is open. */
export class LimitWatch extends Live<Seen> {
  constructor(session: PageSession) {
    const ask = async (last: Seen | null) =>
      seenAfter(last, await session.playground.ask('limits.report', knownUntil(last?.samples ?? [])));
    super(session, ask, { when: ({ type }) => type !== 'storage', pause });
  }

  get report(): LimitsReport | null {
    return this.value?.report ?? null;
  }

  get samples(): readonly LimitSample[] {
    return this.value?.samples ?? [];
  }

  get ended(): readonly WindowInUse[] {
    return this.value?.ended ?? [];
  }
}

function seenAfter(last: Seen | null, report: LimitsReport): Seen {
  const { now, windows } = report;
  const open = new Set(windows.map(keyOf));
  const isOver = (window: WindowInUse): boolean =>
    !open.has(keyOf(window)) && window.resetAt <= now && now < window.resetAt + lingers;
  const known = [...(last?.ended ?? []), ...(last?.report.windows ?? [])];
  const over = new Map(known.filter(isOver).map((window) => [keyOf(window), window]));
  return { report, samples: merged(last?.samples ?? [], report.samples, now), ended: [...over.values()] };
}

type Keyed = Pick<WindowInUse, 'endpointId' | 'scope' | 'principal' | 'windowSeconds'>;

/** The identity of a window. If a change of plan makes a window longer, it is a different one. */
export const keyOf = ({ endpointId, scope, principal, windowSeconds }: Keyed): string =>
  `${endpointId} ${scope} ${principal} ${windowSeconds}`;
