/** Users act for themselves: whose id stands in the path is who calls. */
import type { Principal } from '../declaration/principal.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';

/** Why this caller may not act as the user of that id; null when they are the same (choice: following). */
export const notOneself = (id: string | undefined, principal: Principal): Refusal<'foreignResource'> | null =>
  'user' in principal && principal.user?.id === id
    ? null
    : refuse('foreignResource', `user ${id} is not the acting user`, { reason: 'notOneself' });
