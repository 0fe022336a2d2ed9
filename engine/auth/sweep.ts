import type { State, Write } from '../state/state.ts';
import { sweepApprovals } from './approvals.ts';
import { sweepGrants } from './grants.ts';

/** Forgets what time has ended of sessions, codes, tokens and approvals; `now` in epoch ms. For use inside a transaction. */
export function sweepAuth(state: State, write: Write, now: number): void {
  sweepGrants(state, write, now);
  sweepApprovals(state, write);
}
