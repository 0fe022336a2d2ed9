/** Where the moments of a webhook's life stand on one line: what was, to scale except for jumps; what comes, in its order. */
import type {
  CheckMade,
  ClockJump,
  DeliveryAttempt,
  ReportedEvent,
  Webhook,
} from '../../../../worker/api.ts';
import { lookBack, TimeAxis } from '../../../parts/time-axis.ts';

/** Of the time that was no jump, in ms: who wants more looks at the list. */
const longest = 3_600_000;
const shortest = 60_000;
/** Of the width, what is left for what comes: it is not to scale. */
const futureShare = 0.24;

export interface LifeLine {
  /** Epoch ms. */
  readonly begin: number;
  /** px, as all that follow. */
  readonly now: number;
  readonly checks: readonly { readonly x: number; readonly check: CheckMade }[];
  readonly deliveries: readonly { readonly x: number; readonly made: DeliveryAttempt }[];
  readonly jumps: readonly { readonly left: number; readonly right: number; readonly jump: ClockJump }[];
  readonly ticks: readonly { readonly x: number; readonly at: number }[];
  readonly nextCheck: number | null;
  readonly nextTry: number | null;
  /** Checks that were before it begins. */
  readonly earlier: number;
}

export function lifeOf(
  { createdAt, checks, nextCheckAt }: Pick<Webhook, 'createdAt' | 'checks' | 'nextCheckAt'>,
  events: readonly ReportedEvent[],
  jumps: readonly ClockJump[],
  now: number,
  width: number,
): LifeLine {
  const begin = Math.min(Math.max(createdAt, lookBack(now, longest, jumps)), now - shortest);
  const axis = new TimeAxis(begin, now, jumps);
  const left = 6;
  const nowAt = Math.round(width * (1 - futureShare));
  const scale = (nowAt - left) / axis.width;
  const xOf = (at: number): number => left + axis.placeOf(Math.min(at, now)) * scale;
  const tries = events.flatMap((event) => event.tries).filter(({ at, exchange }) => at >= begin && exchange);
  const next =
    events.find(({ nextCause, nextTry }) => nextCause !== null && nextTry !== null)?.nextTry ?? null;
  return {
    begin,
    now: nowAt,
    checks: checks.filter(({ at }) => at >= begin).map((check) => ({ x: xOf(check.at), check })),
    deliveries: tries.map((made) => ({ x: xOf(made.at), made })),
    jumps: axis.breaks.map(({ from, until, left: at, right }) => ({
      left: left + at * scale,
      right: left + right * scale,
      jump: { from, until },
    })),
    ticks: apart(
      axis.ticks(0, axis.width, Math.max(2, Math.floor(nowAt / 90))).map((place) => ({
        x: left + place * scale,
        at: Math.round(axis.timeAt(place)),
      })),
    ),
    nextCheck: nextCheckAt === null ? null : nowAt + (width - nowAt) * 0.66,
    nextTry: next === null || next <= now ? null : nowAt + (width - nowAt) * 0.2,
    earlier: checks.filter(({ at }) => at < begin).length,
  };
}

/** Without those whose label would lie on the one before. */
function apart<T extends { readonly x: number }>(ticks: readonly T[]): T[] {
  const kept: T[] = [];
  for (const tick of ticks) if (tick.x - (kept.at(-1)?.x ?? -100) >= 56) kept.push(tick);
  return kept;
}

/** Which checks carry a label: the newest, the registration, then what failed, as far as there is room between them. */
export function labelled(checks: LifeLine['checks'], room: number): ReadonlySet<string> {
  const wanted = [
    ...checks.slice(-1),
    ...checks.filter(({ check }) => check.cause === 'registration'),
    ...checks.filter(({ check }) => check.failed !== null).reverse(),
  ];
  const kept: LifeLine['checks'][number][] = [];
  for (const each of wanted) if (kept.every(({ x }) => Math.abs(x - each.x) >= room)) kept.push(each);
  return new Set(kept.map(({ check }) => check.id));
}
