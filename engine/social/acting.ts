/** Users act for themselves: whose id stands in the path is who calls. */
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { User } from '../state/tables/accounts.ts';

/** What the step says of a user whom a path names, and who is not the one who calls. */
export const notOneselfWords = 'is not the acting user';

/** Why this caller may not act as the user of that id; null when they are the same (choice: following). */
export const notOneself = (id: string, user: User): Refusal<'foreignResource'> | null =>
  id === user.id ? null : refuse('foreignResource', `user ${id} ${notOneselfWords}`);
