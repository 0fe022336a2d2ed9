/** What keeps a post from being made (choices: post-references, blocking, community-posts). */
import { isRefusal, refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { User } from '../state/tables/accounts.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { Post } from '../state/tables/posts.ts';
import { authorText } from '../state/tables/posts.ts';
import type { Read } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import type { NewPost } from './posts.ts';
import { namesNo } from './renderer.ts';
import { openTo } from './reach.ts';
import { originalOf } from './reposts.ts';
import type { World } from './world.ts';

const day = 86_400_000;

/** What the step says of a user and a community whose posts are not for them to make and answer. */
export const noMember = 'is no member of community';

/** What the step says before those who may reply to a post. */
export const repliersWords = 'lets only';

type PostRefusal = Refusal<'parameterInvalid' | 'duplicatePost' | 'foreignResource'>;

/** Why this post may not be made; null when it may. */
export function objection(post: NewPost, author: User, platform: World): PostRefusal | null {
  return (
    refusedCommunity(post, author, platform) ??
    refusedQuote(post, author, platform) ??
    refusedReply(post, author, platform) ??
    refusedRepetition(post, author, platform)
  );
}

/** The same post: who answers or quotes a repost means what it shows (choice: reposts). */
export function towardsOriginals(post: NewPost, { posts }: Read): NewPost {
  const original = (id: string) => originalOf(posts.get(id)!, posts).id;
  const { reply, quote_post_id: quoted } = post;
  return {
    ...post,
    ...(reply && { reply: { in_reply_to_post_id: original(reply.in_reply_to_post_id) } }),
    ...(quoted !== undefined && { quote_post_id: original(quoted) }),
  };
}

function refusedCommunity(
  { community_id: id }: NewPost,
  author: User,
  { tables }: World,
): PostRefusal | null {
  if (id === undefined) return null;
  if (!tables.communities.get(id)) return namesNo('community', 'community_id', id);
  return isMember(author, id, tables) ? null : outsider(author, id);
}

const isMember = ({ id }: User, community: string, { community_members }: Read): boolean =>
  community_members.get(pairId(community, id)) !== undefined;

const outsider = ({ id }: User, community: string): Refusal<'foreignResource'> =>
  refuse('foreignResource', `user ${id} ${noMember} ${community}`);

function refusedQuote({ quote_post_id: id }: NewPost, author: User, platform: World): PostRefusal | null {
  const quoted = id === undefined ? null : openTo(author, 'quote_post_id', id, platform);
  return quoted && isRefusal(quoted) ? quoted : null;
}

function refusedReply({ reply }: NewPost, author: User, platform: World): PostRefusal | null {
  if (!reply) return null;
  const target = openTo(author, 'reply.in_reply_to_post_id', reply.in_reply_to_post_id, platform);
  if (isRefusal(target)) return target;
  const { community_id: community } = target;
  if (community !== null && !isMember(author, community, platform.tables)) return outsider(author, community);
  return mayReply(target, author, platform)
    ? null
    : refuse(
        'foreignResource',
        `the author of post ${target.id} ${repliersWords} ${replyCircles[target.reply_settings]} reply`,
      );
}

function refusedRepetition({ text }: NewPost, author: User, platform: World): PostRefusal | null {
  const repeated = text && findRepeated(text, author, platform);
  return repeated ? refuse('duplicatePost', `post ${repeated.id} of the last 24 hours says the same`) : null;
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

/** A repost says nothing of its author's own. */
function findRepeated(text: string, author: User, { tables, state }: World): Post | undefined {
  const said = text.toWellFormed();
  for (const place of tables.posts.range('author_text', authorText(author.id, said)).descending()) {
    const post = tables.posts.get(keyAt(place))!;
    // The index has a hash of both: others may have the same.
    if (post.author_id === author.id && post.text === said && post.reposted_post_id === null)
      return state.now() - post.created_at < day ? post : undefined;
  }
  return undefined;
}
