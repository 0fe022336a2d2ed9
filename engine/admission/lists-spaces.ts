/** Lists, folders of bookmarks, spaces and communities. Only scenarios create the last three. */
import { ListDescription, ListName } from '../social/inputs.ts';
import { most } from '../social/lists.ts';
import type { BookmarkFolder, Community, ListRow, Space } from '../state/tables/lists-spaces.ts';
import { demand, made, setBy, typed } from './door.ts';
import type { Admission } from './door.ts';
import { bySchema, line, moment, prose } from './values.ts';

const ids = ['createList', 'updateList'];

export const lists: Admission<ListRow> = {
  doors: {
    id: typed,
    owner_id: typed,
    name: setBy(ids, bySchema(ListName)),
    description: setBy(ids, bySchema(ListDescription)),
    private: setBy(ids),
    created_at: moment,
  },
  among: ({ owner_id }, { lists }) =>
    demand(lists.countBy('owner', owner_id) <= most.owned, 'owner_id', `owns more than ${most.owned} lists`),
};

const name = made(line(100));

export const bookmark_folders: Admission<BookmarkFolder> = { doors: { id: typed, owner_id: typed, name } };

/** Most hosts, and most speakers, of a space. */
const mostSpeakers = 100;
const speakers = made<readonly string[]>((given) =>
  given.length <= mostSpeakers ? null : `are more than ${mostSpeakers}`,
);

export const spaces: Admission<Space> = {
  doors: {
    id: typed,
    creator_id: typed,
    host_ids: speakers,
    speaker_ids: speakers,
    title: name,
    created_at: moment,
    scheduled_start: moment,
    starts_at: moment,
    ends_at: moment,
  },
  row: ({ starts_at, ends_at }) => demand(ends_at >= starts_at, 'ends_at', 'is before starts_at'),
};

export const communities: Admission<Community> = {
  doors: { id: typed, name, description: made(prose(500)), join_policy: typed, created_at: moment },
};
