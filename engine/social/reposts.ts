/** Reposts: posts that show another post (choice: reposts). */
import type { App, User } from '../state/tables/accounts.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { Post } from '../state/tables/posts.ts';
import type { Read, StateView, Write } from '../state/state.ts';
import { findEntities } from './entities.ts';

/** The original of a repost; any other post is its own original. */
export const originalOf = (post: Post, posts: Read['posts']): Post =>
  post.reposted_post_id === null ? post : (posts.get(post.reposted_post_id) ?? post);

/** The repost that a user made of a post. */
export const repostBy = (userId: string, postId: string, posts: Read['posts']): Post | undefined =>
  posts.firstBy('repost', pairId(userId, postId));

/** A repost has the hashtags and links of its text, but `RP @name` is not a mention. */
export const mentionsNobody = () => undefined;

export function repostText(original: string, username: string): string {
  const said = `RP @${username}:`;
  return original === '' ? said : `${said} ${original}`;
}

/** The post must not be a repost, and the user must not have reposted it yet. For use inside a transaction. */
export function insertRepost(
  original: Post,
  author: User,
  app: Pick<App, 'name' | 'website_url'>,
  state: StateView,
  write: Write,
  at = state.now(),
): Post {
  const { users } = state.tables;
  const id = state.nextId(at);
  const text = repostText(original.text, users.must(original.author_id).username);
  return write.posts.insert({
    id,
    author_id: author.id,
    text,
    created_at: at,
    conversation_id: id,
    in_reply_to_post_id: null,
    in_reply_to_user_id: null,
    quoted_post_id: null,
    reposted_post_id: original.id,
    poll_id: null,
    community_id: null,
    reply_settings: 'everyone',
    lang: original.lang,
    entities: findEntities(text, mentionsNobody),
    hidden: false,
    source: { name: app.name, url: app.website_url },
  });
}
