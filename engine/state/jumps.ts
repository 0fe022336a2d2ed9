import type { Jump } from './tables/platform.ts';

/** A jump of the clock; epoch ms. */
export interface ClockJump {
  readonly from: number;
  readonly until: number;
}

/** Those that went anywhere, oldest first, as far as they are remembered. */
export const jumpsIn = (remembered: readonly Jump[]): readonly ClockJump[] =>
  remembered.flatMap(({ from, until }) => (from === undefined || from === until ? [] : [{ from, until }]));
