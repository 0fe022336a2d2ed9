/** Users act only for themselves: the id in the path must be that of the caller. */
import type { Principal } from '../declaration/principal.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';

/** Refuses a caller who is not the user with this id; null if they are the same (choice: following). */
export const notOneself = (id: string | undefined, principal: Principal): Refusal<'foreignResource'> | null =>
  'user' in principal && principal.user?.id === id
    ? null
    : refuse('foreignResource', `user ${id} is not the acting user`, { reason: 'notOneself' });
