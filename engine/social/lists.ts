/** Lists of users: who sees them, how many there may be, and what is deleted with them (choices: lists, list-pins). */
import type { Read, Write } from '../state/state.ts';
import type { User } from '../state/tables/accounts.ts';
import type { ListRow } from '../state/tables/lists-spaces.ts';

/** The limits. */
export const most = {
  /** Lists that one user may own. */
  owned: 1000,
  /** Members that one list may have. */
  members: 5000,
  /** Lists that one user may pin. */
  pinned: 5,
} as const;

/** Only its owner sees a private list. */
export const maySeeList = (list: ListRow, viewer: User | null): boolean =>
  !list.private || list.owner_id === viewer?.id;

/** Changes the given fields. A list that becomes private loses its followers and their pins. For use inside a transaction. */
export function changeList(list: ListRow, changes: Partial<ListRow>, tables: Read, write: Write): void {
  write.lists.update(list.id, changes);
  if (!changes.private || list.private) return;
  for (const id of tables.list_follows.keysBy('list_id', list.id)) write.list_follows.remove(id);
  for (const { id, user_id } of tables.pinned_lists.rowsBy('list_id', list.id))
    if (user_id !== list.owner_id) write.pinned_lists.remove(id);
}

/** Removes a list with its members, follows and pins. For use inside a transaction. */
export function removeList({ id }: ListRow, tables: Read, write: Write): void {
  for (const name of ['list_members', 'list_follows', 'pinned_lists'] as const)
    for (const relation of tables[name].keysBy('list_id', id)) write[name].remove(relation);
  write.lists.remove(id);
}
