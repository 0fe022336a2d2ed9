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
 * When an id was given at the earliest, in epoch ms. By a double, which is exact but for the last 512 ids of a
 * millisecond; those are taken for the next one's.
 */
export const momentOf = (id: string): number => Math.floor(Number(id) / room) + firstMoment;
