/** Lists, spaces and communities, and folders for bookmarks. */
import { flag, id, keyOf, listOf, matching, moment, nullable, oneOf, text } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

export interface ListRow {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly description: string;
  readonly private: boolean;
  readonly created_at: number;
}

const owner_id = keyOf('users');

export const listFields: Fields<ListRow> = {
  id,
  owner_id,
  name: text,
  description: text,
  private: flag,
  created_at: moment,
};

export interface BookmarkFolder {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
}

export const bookmarkFolderFields: Fields<BookmarkFolder> = { id, owner_id, name: text };

/** An audio room. Its state follows from the clock: scheduled until it starts, live until it ends. */
export interface Space {
  /** 1 to 13 letters and digits. */
  readonly id: string;
  readonly creator_id: string;
  readonly host_ids: readonly string[];
  readonly speaker_ids: readonly string[];
  readonly title: string;
  readonly created_at: number;
  /** null for a space that was never announced. */
  readonly scheduled_start: number | null;
  readonly starts_at: number;
  readonly ends_at: number;
}

export const spaceFields: Fields<Space> = {
  id: matching(/^[a-zA-Z0-9]{1,13}$/, 'the id of a space'),
  creator_id: owner_id,
  host_ids: listOf(owner_id),
  speaker_ids: listOf(owner_id),
  title: text,
  created_at: moment,
  scheduled_start: nullable(moment),
  starts_at: moment,
  ends_at: moment,
};

export interface Community {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly join_policy: 'Open' | 'RestrictedJoinRequestsRequireModeratorApproval';
  readonly created_at: number;
}

export const communityFields: Fields<Community> = {
  id,
  name: text,
  description: text,
  join_policy: oneOf('Open', 'RestrictedJoinRequestsRequireModeratorApproval'),
  created_at: moment,
};
