/** What makes a post, and what keeps one from being made (choices: fields, post-references). */
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { World } from './world.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { Post } from '../state/tables/posts.ts';
import { authorText } from '../state/tables/posts.ts';
import type { StateView, Write } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import { findEntities, guessLanguage } from './entities.ts';
import { pairId } from '../state/tables/pairs.ts';
import { namesNo } from './renderer.ts';

const day = 86_400_000;

export interface NewPost {
  readonly text?: string | undefined;
  readonly poll?: { readonly options: readonly string[]; readonly duration_minutes: number } | undefined;
  readonly reply?: { readonly in_reply_to_post_id: string } | undefined;
  readonly quote_post_id?: string | undefined;
  readonly reply_settings?: Post['reply_settings'] | undefined;
  readonly community_id?: string | undefined;
}

type PostRefusal = Refusal<'parameterInvalid' | 'duplicatePost' | 'foreignResource'>;

/** Why this post may not be made; null when it may. */
export function objection(post: NewPost, author: User, platform: World): PostRefusal | null {
  const { posts } = platform.tables;
  if (post.community_id !== undefined) {
    const { communities, community_members } = platform.tables;
    if (!communities.get(post.community_id)) return namesNo('community', 'community_id', post.community_id);
    if (!community_members.get(pairId(post.community_id, author.id)))
      return refuse('foreignResource', `user ${author.id} is no member of community ${post.community_id}`);
  }
  if (post.quote_post_id !== undefined && !posts.get(post.quote_post_id))
    return namesNo('post', 'quote_post_id', post.quote_post_id);
  if (post.reply) {
    const target = posts.get(post.reply.in_reply_to_post_id);
    if (!target) return namesNo('post', 'reply.in_reply_to_post_id', post.reply.in_reply_to_post_id);
    if (!mayReply(target, author, platform))
      return refuse(
        'foreignResource',
        `the author of post ${target.id} lets only ${replyCircles[target.reply_settings]} reply`,
      );
  }
  const repeated = post.text && findRepeated(post.text, author, platform);
  return repeated ? refuse('duplicatePost', `post ${repeated.id} of the last 24 hours says the same`) : null;
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
  const text = (post.text ?? '').toWellFormed();
  const target = post.reply && state.tables.posts.get(post.reply.in_reply_to_post_id);
  const poll = post.poll && insertPoll(post.poll, at, state, write);
  return write.posts.insert({
    id,
    author_id: author.id,
    text,
    created_at: at,
    conversation_id: target ? target.conversation_id : id,
    in_reply_to_post_id: target?.id ?? null,
    in_reply_to_user_id: target?.author_id ?? null,
    quoted_post_id: post.quote_post_id ?? null,
    reposted_post_id: null,
    poll_id: poll?.id ?? null,
    community_id: post.community_id ?? null,
    reply_settings: post.reply_settings ?? 'everyone',
    lang: guessLanguage(text),
    entities: findEntities(
      text,
      (username) => state.tables.users.firstBy('username', username.toLowerCase())?.id,
    ),
    hidden: false,
    source: { name: app.name, url: app.website_url },
  });
}

/**
 * Removes a post with its poll, its reposts, and what relates to it: likes, bookmarks. Replies to it and quotes go on
 * pointing at nothing. For use inside a transaction.
 */
export function removePost(post: Post, state: StateView, write: Write): void {
  const { tables } = state;
  for (const name of ['likes', 'bookmarks', 'filed_bookmarks', 'space_posts'] as const)
    for (const id of tables[name].keysBy('post_id', post.id)) write[name].remove(id);
  for (const id of tables.posts.keysBy('reposted', post.id)) removePost(tables.posts.get(id)!, state, write);
  write.posts.remove(post.id);
  if (post.poll_id) write.polls.remove(post.poll_id);
  const author = tables.users.get(post.author_id)!;
  if (author.pinned_post_id === post.id) write.users.update(author.id, { pinned_post_id: null });
}

function insertPoll(poll: NonNullable<NewPost['poll']>, at: number, state: StateView, write: Write) {
  return write.polls.insert({
    id: state.nextId(at),
    options: poll.options.map((label, index) => ({ position: index + 1, label, votes: 0 })),
    end_datetime: at + poll.duration_minutes * 60_000,
    duration_minutes: poll.duration_minutes,
  });
}

const replyCircles = {
  everyone: 'everyone',
  following: 'those whom they follow',
  mentionedUsers: 'those whom it mentions',
} as const;

function mayReply(target: Post, author: User, { tables }: World): boolean {
  if (target.author_id === author.id || target.reply_settings === 'everyone') return true;
  if (target.entities?.mentions?.some(({ id }) => id === author.id)) return true;
  return (
    target.reply_settings === 'following' &&
    tables.follows.get(pairId(target.author_id, author.id)) !== undefined
  );
}

function findRepeated(text: string, author: User, { tables, state }: World): Post | undefined {
  const said = text.toWellFormed();
  for (const place of tables.posts.range('author_text', authorText(author.id, said)).descending()) {
    const post = tables.posts.get(keyAt(place))!;
    // The index has a hash of both: others may have the same.
    if (post.author_id === author.id && post.text === said)
      return state.now() - post.created_at < day ? post : undefined;
  }
  return undefined;
}
