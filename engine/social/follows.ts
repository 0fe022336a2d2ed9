/** Who follows whom (choice: following). */
import type { Write } from '../state/state.ts';

export const followId = (source: string, target: string): string => `${source}:${target}`;

/** Following whom one follows already changes nothing. For use inside a transaction. */
export const follow = (source: string, target: string, write: Write): void => {
  write.follows.put({ id: followId(source, target), source_user_id: source, target_user_id: target });
};
