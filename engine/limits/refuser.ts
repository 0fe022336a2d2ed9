import type { TraceLine } from '../exchanges/exchange.ts';
import type { ProblemName } from '../spec/problems.ts';

/**
 * Which limit answered a call with 429: a used-up window (8.1, 8.3), the Project's monthly posts (choice: monthly-cap),
 * or the connections to the stream (choice: stream-connection).
 */
export type Refuser = 'window' | 'month' | 'connections';

const refusers: ReadonlyMap<string, Refuser> = new Map<ProblemName, Refuser>([
  ['rateLimitExceeded', 'window'],
  ['usageCapExceeded', 'month'],
  ['connectionLimit', 'connections'],
]);

/** The limit that refused a call; null if none did. */
export function refuserOf(trace: readonly TraceLine[]): Refuser | null {
  for (const { problem } of trace) {
    const refuser = problem === undefined ? undefined : refusers.get(problem);
    if (refuser) return refuser;
  }
  return null;
}
