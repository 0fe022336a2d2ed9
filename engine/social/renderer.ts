/**
 * Posts, users, polls and messages as the API shows them: their fields, and what expansions include (choices:
 * envelope, fields).
 */
import { itemAt } from '../checked/known.ts';
import { notFound as nothingFound, notYours } from '../spec/not-found.ts';
import { problemType, refuse, refuseValue } from '../spec/problems.ts';
import type { ErrorEntry, Refusal } from '../spec/problems.ts';
import type { Viewer } from './viewer.ts';
import { maySee } from './visibility.ts';
import type { World } from './world.ts';
import type { DmEvent } from '../state/tables/conversations.ts';
import type { Poll, Post } from '../state/tables/posts.ts';
import type { User } from '../state/tables/accounts.ts';

/** What one call requested. */
export interface Selection {
  readonly 'post.fields'?: readonly PostField[] | undefined;
  readonly 'user.fields'?: readonly UserField[] | undefined;
  readonly 'dm_event.fields'?: readonly DmEventField[] | undefined;
  readonly expansions?: readonly string[] | undefined;
}

export const postFields = [
  'attachments',
  'author_id',
  'conversation_id',
  'created_at',
  'edit_history_post_ids',
  'entities',
  'id',
  'in_reply_to_user_id',
  'lang',
  'possibly_sensitive',
  'public_metrics',
  'referenced_posts',
  'reply_settings',
  'source',
  'text',
  'community_id',
] as const;
export type PostField = (typeof postFields)[number];

export const userFields = [
  'confirmed_email',
  'created_at',
  'description',
  'id',
  'location',
  'name',
  'pinned_post_id',
  'profile_image_url',
  'protected',
  'public_metrics',
  'url',
  'username',
  'verified',
] as const;
export type UserField = (typeof userFields)[number];

export const dmEventFields = [
  'created_at',
  'dm_conversation_id',
  'event_type',
  'id',
  'participant_ids',
  'sender_id',
  'text',
] as const;
export type DmEventField = (typeof dmEventFields)[number];

export const postExpansions = [
  'author_id',
  'referenced_posts.id',
  'referenced_posts.id.author_id',
  'in_reply_to_user_id',
  'entities.mentions.username',
  'attachments.poll_ids',
] as const;
export const userExpansions = ['pinned_post_id'] as const;
export const dmEventExpansions = ['sender_id', 'participant_ids'] as const;

const defaultPostFields: readonly PostField[] = ['edit_history_post_ids', 'id', 'text'];
const defaultUserFields: readonly UserField[] = ['id', 'name', 'username'];
export const defaultDmEventFields: readonly DmEventField[] = ['event_type', 'id', 'text'];

const nothing = Object.freeze({});

/** The fields to show, in the order of `all`: the defaults, the requested ones, and those that an expansion follows. */
export function shownFields<F extends string>(
  all: readonly F[],
  defaults: readonly F[],
  asked: readonly F[] | undefined,
  expansions: readonly string[] | undefined,
): readonly F[] {
  if (!asked && !expansions) return defaults;
  const shown = new Set<string>([
    ...defaults,
    ...(asked ?? []),
    ...(expansions ?? []).map((each) => itemAt(each.split('.'), 0)),
  ]);
  return all.filter((field) => shown.has(field));
}

export const iso = (at: number): string => new Date(at).toISOString();

interface Included {
  readonly users: Map<string, User>;
  readonly posts: Map<string, Post>;
  readonly polls: Map<string, Poll>;
}

/** Renders the objects of one answer for its viewer, and collects what the expansions include. */
export class Renderer {
  readonly #platform: World;
  readonly #selection: Selection;
  readonly #viewer: Viewer;
  readonly #postFields: readonly PostField[];
  readonly #userFields: readonly UserField[];
  /** What the expansions include; created when the first is followed. */
  #included: Included | null = null;
  #errors: ErrorEntry[] | null = null;

  constructor(platform: World, selection: Selection, viewer: Viewer) {
    this.#platform = platform;
    this.#selection = selection;
    this.#viewer = viewer;
    this.#postFields = shownFields(
      postFields,
      defaultPostFields,
      selection['post.fields'],
      selection.expansions,
    );
    this.#userFields = shownFields(
      userFields,
      defaultUserFields,
      selection['user.fields'],
      selection.expansions,
    );
  }

  post(post: Post): object {
    this.#expandPost(post);
    return this.#postObject(post);
  }

  user(user: User): object {
    if (this.#selection.expansions?.includes('pinned_post_id') && user.pinned_post_id)
      this.#includePost(user.pinned_post_id, 'pinned_post_id');
    return this.#userObject(user);
  }

  dmEvent(event: DmEvent): object {
    const { expansions, 'dm_event.fields': asked } = this.#selection;
    if (expansions?.includes('sender_id')) this.includeUser(event.sender_id);
    if (expansions?.includes('participant_ids'))
      for (const id of event.participant_ids ?? []) this.includeUser(id);
    const object: Record<string, unknown> = {};
    for (const field of shownFields(dmEventFields, defaultDmEventFields, asked, expansions)) {
      const value = field === 'created_at' ? iso(event.created_at) : event[field];
      if (value !== null) object[field] = value;
    }
    return object;
  }

  /** The members beside `data`; empty when nothing was included and nothing is missing. */
  rest(): { includes?: object; errors?: readonly ErrorEntry[] } {
    if (!this.#included && !this.#errors) return nothing;
    const includes: Record<string, object[]> = {};
    const { users, posts, polls } = this.#includes;
    if (users.size > 0) includes.users = Array.from(users.values(), (user) => this.#userObject(user));
    if (posts.size > 0) includes.posts = Array.from(posts.values(), (post) => this.#postObject(post));
    if (polls.size > 0) includes.polls = Array.from(polls.values(), (poll) => this.#pollObject(poll));
    return {
      ...(Object.keys(includes).length > 0 && { includes }),
      ...(this.#errors && { errors: this.#errors }),
    };
  }

  /** A partial error for an id of nothing (choice: v2-404). */
  missing(kind: Kind, parameter: string, value: string): void {
    this.#miss('resourceNotFound', kind, parameter, value);
  }

  /** The post with an id, or a partial error if it does not exist or the viewer may not see it. */
  find(id: string, parameter: string): Post | undefined {
    const { tables } = this.#platform;
    const post = this.#included?.posts.get(id) ?? tables.posts.get(id);
    if (post && maySee(post, this.#viewer.user, tables)) return post;
    this.#miss(post ? 'foreignResource' : 'resourceNotFound', 'post', parameter, id);
    return undefined;
  }

  #miss(problem: Missed, kind: Kind, parameter: string, value: string): void {
    (this.#errors ??= []).push(missedEntry(problem, kind, parameter, value, this.#platform.baseUrl));
  }

  get #includes(): Included {
    return (this.#included ??= { users: new Map(), posts: new Map(), polls: new Map() });
  }

  #expandPost(post: Post): void {
    for (const expansion of this.#selection.expansions ?? []) {
      if (expansion === 'author_id') this.includeUser(post.author_id);
      if (expansion === 'in_reply_to_user_id' && post.in_reply_to_user_id)
        this.includeUser(post.in_reply_to_user_id);
      if (expansion === 'entities.mentions.username')
        for (const { id } of post.entities?.mentions ?? []) this.includeUser(id);
      if (expansion === 'attachments.poll_ids' && post.poll_id)
        this.#includes.polls.set(post.poll_id, this.#platform.tables.polls.must(post.poll_id));
      if (expansion === 'referenced_posts.id' || expansion === 'referenced_posts.id.author_id')
        for (const { id } of references(post)) this.#includeReferenced(id, expansion);
    }
  }

  #includeReferenced(id: string, expansion: string): void {
    const post = this.#includePost(id, 'referenced_posts.id');
    if (post && expansion === 'referenced_posts.id.author_id') this.includeUser(post.author_id);
  }

  /** Adds a user to `includes`, because an expansion refers to them. */
  includeUser(id: string): void {
    const user = this.#includes.users.get(id) ?? this.#platform.tables.users.get(id);
    if (user) this.#includes.users.set(id, user);
  }

  #includePost(id: string, parameter: string): Post | undefined {
    if (this.#errors?.some((error) => error.resource_id === id)) return undefined;
    const post = this.find(id, parameter);
    if (post) this.#includes.posts.set(id, post);
    return post;
  }

  #postObject(post: Post): object {
    const object: Record<string, unknown> = {};
    for (const field of this.#postFields) {
      const value = this.#postField(post, field);
      if (value !== undefined) object[field] = value;
    }
    return object;
  }

  #postField(post: Post, field: PostField): unknown {
    const { posts, likes, bookmarks } = this.#platform.tables;
    switch (field) {
      case 'attachments':
        return post.poll_id === null ? undefined : { poll_ids: [post.poll_id] };
      case 'created_at':
        return iso(post.created_at);
      case 'edit_history_post_ids':
        return [post.id];
      case 'entities':
      case 'in_reply_to_user_id':
        return post[field] ?? undefined;
      case 'possibly_sensitive':
        return false;
      case 'referenced_posts': {
        const list = references(post);
        return list.length > 0 ? list : undefined;
      }
      case 'public_metrics':
        // choice: post-metrics — views are not counted.
        return {
          repost_count: posts.countBy('reposted', post.id),
          reply_count: posts.countBy('reply_to', post.id),
          like_count: likes.countBy('post_id', post.id),
          quote_count: posts.countBy('quoted', post.id),
          bookmark_count: bookmarks.countBy('post_id', post.id),
          impression_count: 0,
        };
      case 'community_id':
        return post.community_id ?? undefined;
      default:
        return post[field];
    }
  }

  #userObject(user: User): object {
    const object: Record<string, unknown> = {};
    for (const field of this.#userFields) {
      const value = this.#userField(user, field);
      if (value !== undefined) object[field] = value;
    }
    return object;
  }

  #userField(user: User, field: UserField): unknown {
    const { posts, follows, likes, lists, list_members } = this.#platform.tables;
    switch (field) {
      case 'confirmed_email':
        return this.#viewer.seesEmail && user.id === this.#viewer.user?.id ? user.email : undefined;
      case 'created_at':
        return iso(user.created_at);
      case 'pinned_post_id':
        return user.pinned_post_id ?? undefined;
      case 'profile_image_url':
        return `${this.#platform.baseUrl}/images/${user.username}.png`;
      case 'public_metrics':
        return {
          followers_count: follows.countBy('target_user_id', user.id),
          following_count: follows.countBy('source_user_id', user.id),
          post_count: posts.countBy('author', user.id),
          // Only its owner may know a private list (choice: lists).
          listed_count: list_members
            .rowsBy('user_id', user.id)
            .filter(({ list_id }) => !lists.must(list_id).private).length,
          like_count: likes.countBy('user_id', user.id),
        };
      default:
        return user[field];
    }
  }

  #pollObject(poll: Poll): object {
    return {
      id: poll.id,
      options: poll.options,
      end_datetime: iso(poll.end_datetime),
      voting_status: this.#platform.state.now() < poll.end_datetime ? 'open' : 'closed',
    };
  }
}

/** What a post refers to (choice: fields). */
export function references(post: Post): { type: 'reposted' | 'quoted' | 'replied_to'; id: string }[] {
  const list: { type: 'reposted' | 'quoted' | 'replied_to'; id: string }[] = [];
  if (post.reposted_post_id) list.push({ type: 'reposted', id: post.reposted_post_id });
  if (post.quoted_post_id) list.push({ type: 'quoted', id: post.quoted_post_id });
  if (post.in_reply_to_post_id) list.push({ type: 'replied_to', id: post.in_reply_to_post_id });
  return list;
}

/** The kinds of objects that can be looked for. */
type Kind =
  | 'post'
  | 'user'
  | 'dm_conversation'
  | 'dm_event'
  | 'list'
  | 'bookmark_folder'
  | 'space'
  | 'community'
  | 'compliance_job'
  | 'place';

type Missed = 'resourceNotFound' | 'foreignResource';

const missed =
  <P extends Missed>(problem: P) =>
  (kind: Kind, parameter: string, value: string, { baseUrl }: Pick<World, 'baseUrl'>): Refusal<P> => {
    const entry = missedEntry(problem, kind, parameter, value, baseUrl);
    return refuse(problem, entry.detail, {
      errors: [entry],
      members: { detail: entry.detail },
      ...(problem === 'foreignResource' && { reason: 'notVisible' }),
    });
  };

/** Refuses a call because the one thing it names does not exist (choice: v2-404). */
export const notFound = missed('resourceNotFound');

/** Refuses a call for something that the caller may not see; for a user, their posts (choices: protected-posts, blocking). */
export const mayNotSee = missed('foreignResource');

/** Refuses a body field that names something that does not exist. */
export const namesNo = (kind: string, field: string, value: string): Refusal<'parameterInvalid'> =>
  refuseValue('body field', field, value, `names a ${kind} that does not exist`);

/** An entry of `errors` for something that does not exist, or that the caller may not see. */
function missedEntry(
  problem: Missed,
  kind: Kind,
  parameter: string,
  value: string,
  baseUrl: string,
): ErrorEntry & { readonly detail: string } {
  const isThere = problem === 'foreignResource';
  const said = isThere ? notYours : nothingFound;
  const what = `${kind} with ${parameter}: [${value}].`;
  return {
    ...said,
    detail: isThere
      ? `May not be seen by this caller: ${kind === 'user' ? 'posts of ' : ''}${what}`
      : `Could not find ${what}`,
    type: problemType(isThere ? undefined : 'resource-not-found', baseUrl),
    value,
    resource_type: kind,
    parameter,
    resource_id: value,
  };
}
