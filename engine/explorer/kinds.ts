/** How each kind is shown, with all its fields, and which text a search looks at. */
import { keyAt } from '../state/store/range.ts';
import { iso, postFields, Renderer, userFields } from '../social/renderer.ts';
import type { World } from '../social/world.ts';
import type { Browsed, SocialKind } from './contract.ts';

const everybody = { user: null, seesEmail: false };
const everything = { 'post.fields': postFields, 'user.fields': userFields };

const at = (username: string | undefined): string => (username === undefined ? '' : `@${username}`);

type Show = (id: string, world: World) => Browsed | null;

/** Most messages that a conversation shows, the latest ones. */
const mostSaid = 100;

export const shows: Readonly<Record<SocialKind, Show>> = {
  users(id, world) {
    const user = world.tables.users.get(id);
    return user ? { ...new Renderer(world, everything, everybody).user(user), id } : null;
  },
  posts(id, world) {
    const post = world.tables.posts.get(id);
    if (!post) return null;
    return {
      ...new Renderer(world, everything, everybody).post(post),
      id,
      author: world.tables.users.must(post.author_id).username,
      ...(post.hidden && { hidden: true }),
    };
  },
  lists(id, world) {
    const { lists, list_members, list_follows, users } = world.tables;
    const list = lists.get(id);
    if (!list) return null;
    return {
      ...list,
      owner: users.must(list.owner_id).username,
      created_at: iso(list.created_at),
      member_count: list_members.countBy('list_id', id),
      follower_count: list_follows.countBy('list_id', id),
    };
  },
  folders(id, { tables }) {
    const folder = tables.bookmark_folders.get(id);
    if (!folder) return null;
    return {
      ...folder,
      owner: tables.users.must(folder.owner_id).username,
      post_count: tables.filed_bookmarks.countBy('folder_id', id),
    };
  },
  spaces(id, { tables, state }) {
    const space = tables.spaces.get(id);
    if (!space) return null;
    const now = state.now();
    const { starts_at, ends_at, scheduled_start, created_at, ...rest } = space;
    const isOver = now >= ends_at;
    return {
      ...rest,
      state: isOver ? 'ended' : now >= starts_at ? 'live' : 'scheduled',
      creator: tables.users.must(space.creator_id).username,
      created_at: iso(created_at),
      ...(scheduled_start !== null && { scheduled_start: iso(scheduled_start) }),
      ...(now >= starts_at && { started_at: iso(starts_at) }),
      ...(isOver && { ended_at: iso(ends_at) }),
    };
  },
  communities(id, { tables }) {
    const community = tables.communities.get(id);
    if (!community) return null;
    return {
      ...community,
      created_at: iso(community.created_at),
      member_count: tables.community_members.countBy('community_id', id),
      post_count: tables.posts.countBy('community', id),
    };
  },
  conversations(id, { tables }) {
    const conversation = tables.dm_conversations.get(id);
    if (!conversation) return null;
    const said: object[] = [];
    for (const place of tables.dm_events.range('conversation', id).descending()) {
      const event = tables.dm_events.must(keyAt(place));
      const { sender_id, text, event_type, created_at } = event;
      said.push({
        id: event.id,
        event_type,
        sender_id,
        sender: tables.users.must(sender_id).username,
        ...(text !== null && { text }),
        created_at: iso(created_at),
      });
      if (said.length === mostSaid) break;
    }
    return {
      id,
      participant_ids: conversation.participant_ids,
      participants: conversation.participant_ids.map((each) => tables.users.must(each).username),
      event_count: tables.dm_events.countBy('conversation', id),
      events: said,
    };
  },
  jobs(id, { tables }) {
    const job = tables.compliance_jobs.get(id);
    if (!job) return null;
    const { type, name, resumable, status, app_id, uploaded, result } = job;
    return {
      ...{ id, type, name, resumable, status, app_id },
      app: tables.apps.must(job.app_id).name,
      created_at: iso(job.created_at),
      upload_expires_at: iso(job.upload_expires_at),
      download_expires_at: iso(job.download_expires_at),
      uploaded: lines(uploaded),
      result: lines(result),
    };
  },
};

const lines = (text: string | null): number => (text === null ? 0 : text.split('\n').filter(Boolean).length);

type Text = (id: string, world: World) => string;

/** The text that a search looks at, for an existing row. */
export const textOf: Readonly<Record<Exclude<SocialKind, 'posts'>, Text>> = {
  users: (id, { tables }) => {
    const { username, name, description, location } = tables.users.must(id);
    return `${id} @${username} ${name} ${description} ${location}`;
  },
  lists: (id, { tables }) => {
    const { name, description, owner_id } = tables.lists.must(id);
    return `${id} ${name} ${description} ${at(tables.users.get(owner_id)?.username)}`;
  },
  folders: (id, { tables }) => {
    const { name, owner_id } = tables.bookmark_folders.must(id);
    return `${id} ${name} ${at(tables.users.get(owner_id)?.username)}`;
  },
  spaces: (id, { tables }) => {
    const { title, creator_id } = tables.spaces.must(id);
    return `${id} ${title} ${at(tables.users.get(creator_id)?.username)}`;
  },
  communities: (id, { tables }) => {
    const { name, description } = tables.communities.must(id);
    return `${id} ${name} ${description}`;
  },
  conversations: (id, { tables }) => {
    const { participant_ids } = tables.dm_conversations.must(id);
    const said = tables.dm_events.rowsBy('conversation', id).map((event) => event.text ?? '');
    return [id, ...participant_ids.map((each) => at(tables.users.get(each)?.username)), ...said].join(' ');
  },
  jobs: (id, { tables }) => {
    const { name, type, status } = tables.compliance_jobs.must(id);
    return `${id} ${name ?? ''} ${type} ${status}`;
  },
};
