/** Schemas of what the v2 endpoints show and take, shared by their declarations (choices: envelope, fields). */
import {
  boolean,
  Id,
  integer,
  listOf,
  matching,
  named,
  object,
  oneOf,
  openObject,
  optional,
  string,
  Time,
  Username,
} from '../spec/fields.ts';
import type { Schema } from '../spec/fields.ts';
import {
  dmEventExpansions,
  dmEventFields,
  postExpansions,
  postFields,
  userExpansions,
  userFields,
} from './renderer.ts';

const Span = { start: integer(), end: integer() };

export const PostObject = named(
  'Post',
  object({
    id: Id,
    text: string(),
    edit_history_post_ids: listOf(Id),
    attachments: optional(object({ poll_ids: listOf(Id) })),
    author_id: optional(Id),
    conversation_id: optional(Id),
    created_at: optional(Time),
    entities: optional(
      named(
        'Entities',
        object({
          mentions: optional(listOf(object({ ...Span, username: Username, id: Id }))),
          hashtags: optional(listOf(object({ ...Span, tag: string() }))),
          urls: optional(listOf(object({ ...Span, url: string() }))),
        }),
      ),
    ),
    in_reply_to_user_id: optional(Id),
    lang: optional(string()),
    possibly_sensitive: optional(boolean()),
    public_metrics: optional(
      named(
        'PostMetrics',
        object({
          repost_count: integer(),
          reply_count: integer(),
          like_count: integer(),
          quote_count: integer(),
          bookmark_count: integer(),
          impression_count: integer(),
        }),
      ),
    ),
    referenced_posts: optional(listOf(object({ type: oneOf(['reposted', 'quoted', 'replied_to']), id: Id }))),
    reply_settings: optional(oneOf(['everyone', 'following', 'mentionedUsers'])),
    source: optional(object({ name: string(), url: string() })),
    community_id: optional(Id),
  }),
);

export const UserObject = named(
  'User',
  object({
    id: Id,
    name: string(),
    username: Username,
    confirmed_email: optional(string()),
    created_at: optional(Time),
    description: optional(string()),
    location: optional(string()),
    pinned_post_id: optional(Id),
    profile_image_url: optional(string()),
    protected: optional(boolean()),
    public_metrics: optional(
      named(
        'UserMetrics',
        object({
          followers_count: integer(),
          following_count: integer(),
          post_count: integer(),
          listed_count: integer(),
          like_count: integer(),
        }),
      ),
    ),
    url: optional(string()),
    verified: optional(boolean()),
  }),
);

/** choice: dm-conversations. */
export const ConversationId = matching(
  /^(\d{1,19}-)?\d{1,19}$/,
  'the id of a group, or the ids of two users joined by a hyphen',
);

export const eventTypes = ['MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave'] as const;

export const DmEventObject = named(
  'DmEvent',
  object({
    id: Id,
    event_type: oneOf(eventTypes),
    text: optional(string()),
    created_at: optional(Time),
    dm_conversation_id: optional(ConversationId),
    participant_ids: optional(listOf(Id)),
    sender_id: optional(Id),
  }),
);

export const PollObject = named(
  'Poll',
  object({
    id: Id,
    options: listOf(object({ position: integer(), label: string(), votes: integer() })),
    end_datetime: Time,
    voting_status: oneOf(['open', 'closed']),
  }),
);

export const Includes = named(
  'Includes',
  object({
    users: optional(listOf(UserObject)),
    posts: optional(listOf(PostObject)),
    polls: optional(listOf(PollObject)),
  }),
);

export const PartialError = named('PartialError', openObject({ code: integer(), message: string() }));

const around = { includes: optional(Includes), errors: optional(listOf(PartialError)) };

/** One object, as a single lookup answers. */
export const one = <T extends Schema>(data: T) => object({ data, ...around });

/** The answer of a change: only these members of `data`. */
export const dataOf = <S extends Readonly<Record<string, Schema>>>(members: S) =>
  object({ data: object(members) });

/** A list, which omits `data` when nothing was found. */
export const many = <T extends Schema, M extends Schema>(data: T, meta: M) =>
  object({ data: optional(listOf(data)), meta, ...around });

export const postSelection = {
  'post.fields': optional(
    listOf(oneOf(postFields)),
    'Fields of posts to show besides id, text and edit_history_post_ids',
  ),
  'user.fields': optional(
    listOf(oneOf(userFields)),
    'Fields of included users to show besides id, name and username',
  ),
  expansions: optional(listOf(oneOf(postExpansions)), 'References to include as whole objects'),
};

export const userSelection = {
  'user.fields': optional(listOf(oneOf(userFields)), 'Fields of users to show besides id, name and username'),
  'post.fields': optional(
    listOf(oneOf(postFields)),
    'Fields of included posts to show besides id, text and edit_history_post_ids',
  ),
  expansions: optional(listOf(oneOf(userExpansions)), 'References to include as whole objects'),
};

export const dmEventSelection = {
  'dm_event.fields': optional(
    listOf(oneOf(dmEventFields)),
    'Fields of events to show besides id, event_type and text',
  ),
  'user.fields': postSelection['user.fields'],
  expansions: optional(listOf(oneOf(dmEventExpansions)), 'References to include as whole objects'),
};
