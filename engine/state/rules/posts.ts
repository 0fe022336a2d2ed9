/** The rules of the rows of posts and polls. */
import {
  flag,
  id,
  keyOf,
  listOf,
  moment,
  nullable,
  oneOf,
  optional,
  record,
  text,
  whole,
} from '../store/kinds.ts';
import type { Fields, Kind } from '../store/kinds.ts';
import type { Entities, Poll, Post } from '../tables/posts.ts';

/** A span of text, in code points from the start. */
const span = { start: whole(0), end: whole(0) };

const entities: Kind<Entities> = record({
  mentions: optional(listOf(record({ ...span, username: text, id }))),
  hashtags: optional(listOf(record({ ...span, tag: text }))),
  urls: optional(listOf(record({ ...span, url: text }))),
});

/** What a post refers to may have been deleted, except its author, the user to whom it replies, and its poll. */
export const postFields: Fields<Post> = {
  id,
  author_id: keyOf('users'),
  text,
  created_at: moment,
  conversation_id: id,
  in_reply_to_post_id: nullable(id),
  in_reply_to_user_id: nullable(keyOf('users')),
  quoted_post_id: nullable(id),
  reposted_post_id: nullable(id),
  poll_id: nullable(keyOf('polls')),
  community_id: nullable(keyOf('communities')),
  reply_settings: oneOf('everyone', 'following', 'mentionedUsers'),
  lang: text,
  entities: nullable(entities),
  hidden: flag,
  source: record({ name: text, url: text }),
};

export const pollFields: Fields<Poll> = {
  id,
  options: listOf(record({ position: whole(1), label: text, votes: whole(0) })),
  end_datetime: moment,
  duration_minutes: whole(0),
};
