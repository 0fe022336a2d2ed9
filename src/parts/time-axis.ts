/**
 * The time axis of a plot: linear, except for jumps of the clock, which all have the same small width however long they
 * were. Places are in ms from the beginning, with breaks counted as wide as they are drawn.
 */
import type { ClockJump } from '../../worker/api.ts';

export interface AxisBreak extends ClockJump {
  /** The places of its two edges. */
  readonly left: number;
  readonly right: number;
}

/** The share of the remaining width that one break takes. */
const breakShare = 0.07;
const steps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
].map((seconds) => seconds * 1000);

export class TimeAxis {
  readonly breaks: readonly AxisBreak[];
  readonly width: number;
  readonly #begin: number;

  /** Epoch ms. */
  constructor(begin: number, end: number, jumps: readonly ClockJump[]) {
    this.#begin = begin;
    const within = apart(jumps)
      .map(({ from, until }) => ({ from: Math.max(from, begin), until: Math.min(until, end) }))
      .filter(({ from, until }) => from < until);
    const jumped = within.reduce((sum, { from, until }) => sum + until - from, 0);
    const broken = Math.max(end - begin - jumped, 1000) * breakShare;
    let taken = 0;
    this.breaks = within.map(({ from, until }) => {
      const left = from - begin - taken;
      taken += until - from - broken;
      return { from, until, left, right: left + broken };
    });
    this.width = Math.max(end - begin - taken, 1);
  }

  /** Within a break, proportionally. */
  placeOf(at: number): number {
    let taken = 0;
    for (const { from, until, left, right } of this.breaks) {
      if (at <= from) break;
      if (at < until) return left + ((at - from) / (until - from)) * (right - left);
      taken += until - from - (right - left);
    }
    return at - this.#begin - taken;
  }

  /** Epoch ms. */
  timeAt(place: number): number {
    let taken = 0;
    for (const { from, until, left, right } of this.breaks) {
      if (place <= left) break;
      if (place < right) return from + ((place - left) / (right - left)) * (until - from);
      taken += until - from - (right - left);
    }
    return this.#begin + place + taken;
  }

  /** Places of round times, none of them within a break, about `count` of them. */
  ticks(first: number, last: number, count: number): number[] {
    const step = steps.find((each) => (last - first) / each <= count) ?? steps.at(-1)!;
    const found: number[] = [];
    const [begin, end] = [this.timeAt(first), this.timeAt(last)];
    let at = Math.ceil(begin / step) * step;
    while (at <= end && found.length < 200) {
      const jump = this.breaks.find(({ from, until }) => at > from && at < until);
      // A jump of days would have thousands.
      if (jump) at = Math.ceil(jump.until / step) * step;
      else {
        found.push(this.placeOf(at));
        at += step;
      }
    }
    return found;
  }
}

/** In order, with adjacent ones merged. */
function apart(jumps: readonly ClockJump[]): ClockJump[] {
  const sorted = jumps.toSorted((a, b) => a.from - b.from);
  const found: ClockJump[] = [];
  for (const jump of sorted) {
    const before = found.at(-1);
    if (before && jump.from - before.until < 1000)
      found[found.length - 1] = { from: before.from, until: Math.max(before.until, jump.until) };
    else found.push(jump);
  }
  return found;
}

/** Epoch ms: the time this long ago, not counting time that jumps skipped. */
export function lookBack(now: number, ms: number, jumps: readonly ClockJump[]): number {
  let from = now - ms;
  for (const jump of apart(jumps).reverse())
    if (jump.until > from && jump.until <= now) from -= jump.until - jump.from;
  return from;
}
