/** Ids in the order of time: milliseconds, multiplied so that each has room for 4 million ids. */

/** Ids count from this moment, epoch ms. */
const firstMoment = 1288834974657;

/** Ids per millisecond. */
const room = 1 << 22;

/** The end of the platform's time, epoch ms (choice: clock-range). */
const end = Date.UTC(2080, 0);

/** The highest possible id. It has 19 digits, like all ids. */
export const lastId = firstIdAt(end);

/** Whether ids can be given at a moment, epoch ms. */
export const hasIds = (at: number): boolean => at < end;

/** The lowest id of a moment, in epoch ms. */
export function firstIdAt(at: number): string {
  return String(BigInt(Math.max(0, Math.floor(at) - firstMoment)) * BigInt(room));
}

/**
 * The earliest moment at which an id can have been given, in epoch ms. Computed as a double, which is exact except
 * for the last 512 ids of a millisecond: those count as the next millisecond.
 */
export function momentOf(id: string): number {
  // Gives the same as `Number` in half of its time: both parts are exact, and so is the higher one times 10^10.
  const middle = Math.max(0, id.length - 10);
  const number = digitsOf(id, 0, middle) * 1e10 + digitsOf(id, middle, id.length);
  return Math.floor(number / room) + firstMoment;
}

function digitsOf(id: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + id.charCodeAt(at) - 48;
  return number;
}
