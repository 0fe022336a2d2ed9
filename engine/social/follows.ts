/** Who follows whom (choice: following). */
import type { Write } from '../state/state.ts';
import { pairId } from '../state/tables/pairs.ts';

/** Does nothing if the user follows already. For use inside a transaction. */
export const follow = (source: string, target: string, at: number, write: Write): void => {
  write.follows.put({ id: pairId(source, target), source_user_id: source, target_user_id: target, at });
};
