/** Creates posts (choice: fields). */
import type { App, User } from '../state/tables/accounts.ts';
import type { Post } from '../state/tables/posts.ts';
import type { Read, StateView, Write } from '../state/state.ts';
import { findEntities, guessLanguage } from './entities.ts';

export interface NewPost {
  readonly text?: string | undefined;
  readonly poll?: { readonly options: readonly string[]; readonly duration_minutes: number } | undefined;
  readonly reply?: { readonly in_reply_to_post_id: string } | undefined;
  readonly quote_post_id?: string | undefined;
  readonly reply_settings?: Post['reply_settings'] | undefined;
  readonly community_id?: string | undefined;
}

/** Inserts the post and its poll. For use inside a transaction. */
export function insertPost(
  post: NewPost,
  author: User,
  app: Pick<App, 'name' | 'website_url'>,
  state: StateView,
  write: Write,
  at = state.now(),
): Post {
  const id = state.nextId(at);
  const poll = post.poll && insertPoll(post.poll, at, state, write);
  return write.posts.insert({
    ...postOf(post, author, app, state.tables, { id, at }),
    poll_id: poll?.id ?? null,
  });
}

/** The post as it would be created, without its poll. */
export function postOf(
  post: NewPost,
  author: User,
  app: Pick<App, 'name' | 'website_url'>,
  tables: Read,
  { id, at }: { readonly id: string; readonly at: number },
): Post {
  const text = (post.text ?? '').toWellFormed();
  const target = post.reply && tables.posts.get(post.reply.in_reply_to_post_id);
  return {
    id,
    author_id: author.id,
    text,
    created_at: at,
    conversation_id: target ? target.conversation_id : id,
    in_reply_to_post_id: target?.id ?? null,
    in_reply_to_user_id: target?.author_id ?? null,
    quoted_post_id: post.quote_post_id ?? null,
    reposted_post_id: null,
    poll_id: null,
    community_id: post.community_id ?? null,
    reply_settings: post.reply_settings ?? 'everyone',
    lang: guessLanguage(text),
    entities: findEntities(text, (username) => tables.users.firstBy('username', username.toLowerCase())?.id),
    hidden: false,
    source: { name: app.name, url: app.website_url },
  };
}

function insertPoll(poll: NonNullable<NewPost['poll']>, at: number, state: StateView, write: Write) {
  return write.polls.insert({
    id: state.nextId(at),
    options: poll.options.map((label, index) => ({ position: index + 1, label, votes: 0 })),
    end_datetime: at + poll.duration_minutes * 60_000,
    duration_minutes: poll.duration_minutes,
  });
}
