/** Schemas of what the v2 endpoints show and take, shared by their declarations (choices: envelope, fields). */
import { Id, Time, Username, z } from '../spec/fields.ts';
import {
  dmEventExpansions,
  dmEventFields,
  postExpansions,
  postFields,
  userExpansions,
  userFields,
} from './renderer.ts';

const Span = { start: z.int(), end: z.int() };

export const PostObject = z.strictObject({
  id: Id,
  text: z.string(),
  edit_history_post_ids: z.array(Id),
  attachments: z.strictObject({ poll_ids: z.array(Id) }).optional(),
  author_id: Id.optional(),
  conversation_id: Id.optional(),
  created_at: Time.optional(),
  entities: z
    .strictObject({
      mentions: z.array(z.strictObject({ ...Span, username: Username, id: Id })).optional(),
      hashtags: z.array(z.strictObject({ ...Span, tag: z.string() })).optional(),
      urls: z.array(z.strictObject({ ...Span, url: z.string() })).optional(),
    })
    .optional(),
  in_reply_to_user_id: Id.optional(),
  lang: z.string().optional(),
  possibly_sensitive: z.boolean().optional(),
  public_metrics: z
    .strictObject({
      repost_count: z.int(),
      reply_count: z.int(),
      like_count: z.int(),
      quote_count: z.int(),
      bookmark_count: z.int(),
      impression_count: z.int(),
    })
    .optional(),
  referenced_posts: z
    .array(z.strictObject({ type: z.enum(['reposted', 'quoted', 'replied_to']), id: Id }))
    .optional(),
  reply_settings: z.enum(['everyone', 'following', 'mentionedUsers']).optional(),
  source: z.strictObject({ name: z.string(), url: z.string() }).optional(),
  community_id: Id.optional(),
});

export const UserObject = z.strictObject({
  id: Id,
  name: z.string(),
  username: Username,
  confirmed_email: z.string().optional(),
  created_at: Time.optional(),
  description: z.string().optional(),
  location: z.string().optional(),
  pinned_post_id: Id.optional(),
  profile_image_url: z.string().optional(),
  protected: z.boolean().optional(),
  public_metrics: z
    .strictObject({
      followers_count: z.int(),
      following_count: z.int(),
      post_count: z.int(),
      listed_count: z.int(),
      like_count: z.int(),
    })
    .optional(),
  url: z.string().optional(),
  verified: z.boolean().optional(),
});

/** choice: dm-conversations. */
export const ConversationId = z
  .string()
  .regex(/^(\d{1,19}-)?\d{1,19}$/, 'the id of a group, or the ids of two users joined by a hyphen');

export const eventTypes = ['MessageCreate', 'ParticipantsJoin', 'ParticipantsLeave'] as const;

export const DmEventObject = z.strictObject({
  id: Id,
  event_type: z.enum(eventTypes),
  text: z.string().optional(),
  created_at: Time.optional(),
  dm_conversation_id: ConversationId.optional(),
  participant_ids: z.array(Id).optional(),
  sender_id: Id.optional(),
});

export const PollObject = z.strictObject({
  id: Id,
  options: z.array(z.strictObject({ position: z.int(), label: z.string(), votes: z.int() })),
  end_datetime: Time,
  voting_status: z.enum(['open', 'closed']),
});

export const Includes = z.strictObject({
  users: z.array(UserObject).optional(),
  posts: z.array(PostObject).optional(),
  polls: z.array(PollObject).optional(),
});

export const PartialError = z.looseObject({ code: z.int(), message: z.string() });

const around = { includes: Includes.optional(), errors: z.array(PartialError).optional() };

/** One object, as a single lookup answers. */
export const one = <T extends z.ZodType>(data: T) => z.strictObject({ data, ...around });

/** What a change answers: these members of `data` alone. */
export const dataOf = <S extends Readonly<Record<string, z.ZodType>>>(members: S) =>
  z.strictObject({ data: z.strictObject(members) });

/** A list, which omits `data` when nothing was found. */
export const many = <T extends z.ZodType, M extends z.ZodType>(data: T, meta: M) =>
  z.strictObject({ data: z.array(data).optional(), meta, ...around });

export const postSelection = {
  'post.fields': z
    .array(z.enum(postFields))
    .optional()
    .describe('Fields of posts to show besides id, text and edit_history_post_ids'),
  'user.fields': z
    .array(z.enum(userFields))
    .optional()
    .describe('Fields of included users to show besides id, name and username'),
  expansions: z.array(z.enum(postExpansions)).optional().describe('References to include as whole objects'),
};

export const userSelection = {
  'user.fields': z
    .array(z.enum(userFields))
    .optional()
    .describe('Fields of users to show besides id, name and username'),
  'post.fields': z
    .array(z.enum(postFields))
    .optional()
    .describe('Fields of included posts to show besides id, text and edit_history_post_ids'),
  expansions: z.array(z.enum(userExpansions)).optional().describe('References to include as whole objects'),
};

export const dmEventSelection = {
  'dm_event.fields': z
    .array(z.enum(dmEventFields))
    .optional()
    .describe('Fields of events to show besides id, event_type and text'),
  'user.fields': postSelection['user.fields'],
  expansions: z
    .array(z.enum(dmEventExpansions))
    .optional()
    .describe('References to include as whole objects'),
};
