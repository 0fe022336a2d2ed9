import type { Jump } from './tables/platform.ts';

/** A jump of the clock; epoch ms. */
export interface ClockJump {
  readonly from: number;
  readonly until: number;
}

/** Calls to the outside that one jump makes at most. What is due then is sent after the jump. */
export const mostCallsOfJump = 10_000;

/** A jump that is under way. */
export interface JumpUnderWay extends ClockJump {
  /** Where it was when it had made as many calls as it may; null until then. */
  readonly callsUntil: number | null;
}

/** Those that went anywhere, oldest first, as far as they are remembered. */
export const jumpsIn = (remembered: readonly Jump[]): readonly ClockJump[] =>
  remembered.flatMap(({ from, until }) => (from === undefined || from === until ? [] : [{ from, until }]));
