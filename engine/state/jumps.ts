import type { Jump } from './tables/platform.ts';

/** A jump of the clock; epoch ms. */
export interface ClockJump {
  readonly from: number;
  readonly until: number;
}

/** The most calls to the outside that one jump makes. Calls that are due beyond that are sent after the jump. */
export const mostCallsOfJump = 10_000;

/** A jump in progress. */
export interface JumpUnderWay extends ClockJump {
  /** The moment at which it had made as many calls as it may; null until then. */
  readonly callsUntil: number | null;
}

/** The jumps that moved the clock, oldest first; only the latest are remembered. */
export const jumpsIn = (remembered: readonly Jump[]): readonly ClockJump[] =>
  remembered.flatMap(({ from, until }) => (from === undefined || from === until ? [] : [{ from, until }]));
