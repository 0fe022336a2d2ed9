/** Arithmetic of the virtual clock: real time plus an offset, or frozen. Pure; the platform keeps the row. */
export const readClock = (clock: ClockRow, real: number): number =>
  clock.mode === 'frozen' ? clock.at : real + clock.offset;

/** The clock set to `at`, running or frozen as before. */
export const setClock = (clock: ClockRow, at: number, real: number): ClockRow =>
  clock.mode === 'frozen' ? { mode: 'frozen', at } : { mode: 'running', offset: at - real };

export const freezeClock = (at: number): ClockRow => ({ mode: 'frozen', at });

export const resumeClock = (clock: ClockRow, real: number): ClockRow =>
  clock.mode === 'running' ? clock : { mode: 'running', offset: clock.at - real };

/** Ten years: the longest jump. */
export const longestJump = 10 * 366 * 86_400_000;

/** The last moment that the platform's clock can show, in epoch ms: the end of 2079 (choice: clock-range). */
export const latestMoment = Date.UTC(2080, 0, 1) - 1;

/** A moment as text, rounded up to the second as the reset headers are (choice: window). */
export const toSecond = (at: number): string =>
  `${new Date(Math.ceil(at / 1000) * 1000).toISOString().slice(0, 19)}Z`;
export type ClockRow =
  | { readonly mode: 'running'; readonly offset: number }
  | { readonly mode: 'frozen'; readonly at: number };
