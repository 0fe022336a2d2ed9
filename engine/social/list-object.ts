/** Lists as the API shows them, and what calls may ask to see of them (choice: fields). */
import {
  boolean,
  described,
  Id,
  integer,
  listOf,
  named,
  object,
  oneOf,
  optional,
  string,
  Time,
} from '../spec/fields.ts';
import type { Values } from '../spec/fields.ts';
import type { Read } from '../state/state.ts';
import type { ListRow } from '../state/tables/lists-spaces.ts';
import { iso, shownFields } from './renderer.ts';
import type { Renderer } from './renderer.ts';
import { postSelection } from './schemas.ts';

const listFields = [
  'created_at',
  'description',
  'follower_count',
  'id',
  'member_count',
  'name',
  'owner_id',
  'private',
] as const;
type ListField = (typeof listFields)[number];

const defaultListFields: readonly ListField[] = ['id', 'name'];

export const ListObject = named(
  'UserList',
  object({
    id: Id,
    name: string(),
    created_at: optional(Time),
    description: optional(string()),
    follower_count: optional(integer()),
    member_count: optional(integer()),
    owner_id: optional(Id),
    private: optional(boolean()),
  }),
);

export const listId = { id: described(Id, 'Id of the list') };

export const listSelection = {
  'list.fields': optional(listOf(oneOf(listFields)), 'Fields of lists to show besides id and name'),
  'user.fields': postSelection['user.fields'],
  expansions: optional(listOf(oneOf(['owner_id'])), 'References to include as whole objects'),
};

export type ListSelection = Values<typeof listSelection>;

/** The list with the requested fields; the renderer includes what its expansions refer to. */
export function listObject(
  list: ListRow,
  { 'list.fields': asked, expansions }: ListSelection,
  renderer: Renderer,
  tables: Read,
): object {
  if (expansions?.includes('owner_id')) renderer.includeUser(list.owner_id);
  return Object.fromEntries(
    shownFields(listFields, defaultListFields, asked, expansions).map((field) => [
      field,
      valueOf(list, field, tables),
    ]),
  );
}

function valueOf(list: ListRow, field: ListField, { list_members, list_follows }: Read): unknown {
  switch (field) {
    case 'created_at':
      return iso(list.created_at);
    case 'follower_count':
      return list_follows.countBy('list_id', list.id);
    case 'member_count':
      return list_members.countBy('list_id', list.id);
    default:
      return list[field];
  }
}
