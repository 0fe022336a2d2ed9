/** Ids in the order of time: milliseconds, shifted so that each has room for 4 million. */

/** Ids count from this moment, epoch ms. */
const firstMoment = 1288834974657;

/** Ids in a millisecond. */
const room = 1 << 22;

/** Where the platform's time ends, epoch ms (choice: clock-range). */
const end = Date.UTC(2080, 0);

/** No id is beyond this one, which has 19 digits as all have. */
export const lastId = firstIdAt(end);

/** Whether ids can be given at a moment, epoch ms. */
export const hasIds = (at: number): boolean => at < end;

/** The least id that a moment can give, in epoch ms. */
export function firstIdAt(at: number): string {
  return String(BigInt(Math.max(0, Math.floor(at) - firstMoment)) * BigInt(room));
}

/**
 * When an id was given at the earliest, in epoch ms. By a double, which is exact except for the last 512 ids of a
 * millisecond; those are taken for the next one's.
 */
export function momentOf(id: string): number {
  // As `Number` reads it, in half of its time: both parts are exact, and so is the higher times 10^10.
  const middle = Math.max(0, id.length - 10);
  const number = digitsOf(id, 0, middle) * 1e10 + digitsOf(id, middle, id.length);
  return Math.floor(number / room) + firstMoment;
}

function digitsOf(id: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + id.charCodeAt(at) - 48;
  return number;
}
