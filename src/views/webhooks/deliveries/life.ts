/** Places the moments of a webhook's life on one line: the past to scale except for jumps, the future in order. */
import type {
  CheckMade,
  ClockJump,
  DeliveryAttempt,
  ReportedEvent,
  Webhook,
} from '../../../../worker/api.ts';
import { dateOf, timeOf } from '../../../parts/time.ts';
import { lookBack, TimeAxis } from '../../../parts/time-axis.ts';

/** In ms, without jumps. The list shows more. */
const longest = 3_600_000;
const shortest = 60_000;
/** The share of the width for the future, which is not to scale. */
const futureShare = 0.24;

export interface LifeLine {
  /** Epoch ms. */
  readonly begin: number;
  /** In px, like the following ones. */
  readonly now: number;
  readonly checks: readonly { readonly x: number; readonly check: CheckMade }[];
  readonly deliveries: readonly { readonly x: number; readonly made: DeliveryAttempt }[];
  readonly jumps: readonly { readonly left: number; readonly right: number; readonly jump: ClockJump }[];
  /** At round times. No two have the same text, and none overlaps another. */
  readonly ticks: readonly Label[];
  readonly nextCheck: number | null;
  readonly nextTry: number | null;
  /** The number of checks before the line begins. */
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
    ticks: ticksOf(
      axis.ticks(0, axis.width, Math.max(2, Math.floor(nowAt / 90))).map((place) => ({
        x: left + place * scale,
        at: Math.round(axis.timeAt(place)),
      })),
      now,
      width,
      nowAt,
    ),
    nextCheck: nextCheckAt === null ? null : nowAt + (width - nowAt) * 0.66,
    nextTry: next === null || next <= now ? null : nowAt + (width - nowAt) * 0.2,
    earlier: checks.filter(({ at }) => at < begin).length,
  };
}

/** A text on the line, positioned by its middle. */
export interface Label {
  readonly text: string;
  readonly x: number;
}

/** At 11 px, slightly more than the width of a character. */
const characterWidth = 6.2;
const gap = 8;

/**
 * The labels that fit, moved to be within the width. Earlier labels have priority, and one that would touch another is
 * left out.
 */
export function placed<L extends Label>(
  labels: readonly L[],
  width: number,
  taken: readonly Label[] = [],
): L[] {
  const kept: L[] = [];
  const half = ({ text }: Label): number => (text.length * characterWidth) / 2;
  for (const label of labels) {
    const reach = half(label);
    const x = Math.min(Math.max(label.x, reach), width - reach);
    const isFree = [...taken, ...kept].every((each) => Math.abs(each.x - x) >= reach + half(each) + gap);
    if (isFree) kept.push({ ...label, x });
  }
  return kept;
}

/** The label of the present moment, to the right of its line. */
const nowLabel = (nowAt: number): Label => ({ text: 'now', x: nowAt + 14 });

/** By the minute, or by the second if two would have the same text; with the date if it is not today. */
function ticksOf(
  ticks: readonly { readonly x: number; readonly at: number }[],
  now: number,
  width: number,
  nowAt: number,
): Label[] {
  const day = (at: number): string => dateOf(at).replace(/ \d+$/, '');
  const minutes = ticks.map(({ at }) => `${day(at)} ${timeOf(at).slice(0, 5)}`);
  const digits = new Set(minutes).size === minutes.length ? 5 : 8;
  const labels = ticks.map(({ x, at }, place) => {
    const before = ticks[place - 1]?.at ?? now;
    const time = timeOf(at).slice(0, digits);
    return { x, text: day(at) === day(before) ? time : `${day(at)} ${time}` };
  });
  return placed(labels, width, [nowLabel(nowAt)]);
}

/**
 * The labels above the line in order of priority: the next check, then failures, then the newest check and the
 * registration, as far as there is room.
 */
export function labelsAbove(
  { checks, nextCheck }: Pick<LifeLine, 'checks' | 'nextCheck'>,
  nextCheckAt: number | null,
  width: number,
): Label[] {
  const worded = checks.map(({ x, check }) => {
    const name = causeNames[check.cause];
    return { x, check, text: `${name}${check.failed === null ? '' : ', failed'}` };
  });
  const next =
    nextCheck === null || nextCheckAt === null
      ? []
      : [{ x: nextCheck, text: `next check ${timeOf(nextCheckAt).slice(0, 5)}` }];
  return placed(
    [
      ...next,
      ...worded.filter(({ check }) => check.failed !== null).reverse(),
      ...worded.slice(-1),
      ...worded.filter(({ check }) => check.cause === 'registration'),
    ],
    width,
  );
}

const causeNames: Readonly<Record<CheckMade['cause'], string>> = {
  registration: 'registered',
  hourly: 'check',
  put: 'asked',
};
