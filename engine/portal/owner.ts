import type { State } from '../state/state.ts';
import type { App, User } from '../state/tables/accounts.ts';

/** The portal belongs to one developer: the first user. */
export function firstUser({ tables }: State): User | undefined {
  const [first] = tables.users.values();
  return first;
}

export const ownerOf = (app: App, { tables }: State): User => tables.users.must(app.owner_id);
