import type { State, Write } from '../state/state.ts';
import { sweepApprovals } from './approvals.ts';
import { sweepGrants } from './grants.ts';

/** Removes expired sessions, codes, tokens and approvals. `now` is epoch ms. For use inside a transaction. */
export function sweepAuth(state: State, write: Write, now: number): void {
  sweepGrants(state, write, now);
  sweepApprovals(state, write);
}
