/** Why a post may not be made (choices: post-references, blocking, community-posts). */
import { isRefusal, refuse, refuseValue } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { User } from '../state/tables/accounts.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { Post, Said } from '../state/tables/posts.ts';
import { repetitionMs, saidHash, saysTheSame } from '../state/tables/posts.ts';
import type { Read } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import { repeatedOption } from './inputs.ts';
import type { NewPost } from './posts.ts';
import { namesNo } from './renderer.ts';
import { openTo } from './reach.ts';
import { originalOf } from './reposts.ts';
import type { World } from './world.ts';

type PostRefusal = Refusal<'parameterInvalid' | 'duplicatePost' | 'foreignResource'>;

/** Why this post may not be made; null when it may. */
export function objection(post: NewPost, author: User, platform: World): PostRefusal | null {
  return (
    refusedPoll(post) ??
    refusedCommunity(post, author, platform) ??
    refusedQuote(post, author, platform) ??
    refusedReply(post, author, platform) ??
    refusedRepetition(towardsOriginals(post, platform.tables), author, platform)
  );
}

function refusedPoll({ poll }: NewPost): PostRefusal | null {
  const repeated = poll && repeatedOption(poll.options);
  return repeated === undefined
    ? null
    : refuseValue('body field', 'poll.options', repeated, 'is listed twice: the options must differ');
}

/**
 * The post as it is stored: a reply to a repost, or a quote of one, refers to the original (choice: reposts), and a
 * reply belongs to the community of its parent (choice: community-posts).
 */
export function towardsOriginals(post: NewPost, { posts }: Read): NewPost {
  const original = (id: string) => originalOf(posts.must(id), posts);
  const { reply, quote_post_id: quoted } = post;
  const parent = reply && original(reply.in_reply_to_post_id);
  return {
    ...post,
    ...(parent && {
      reply: { in_reply_to_post_id: parent.id },
      community_id: parent.community_id ?? undefined,
    }),
    ...(quoted !== undefined && { quote_post_id: original(quoted).id }),
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
  refuse('foreignResource', `user ${id} is not a member of community ${community}`, { reason: 'notAMember' });

function refusedQuote({ quote_post_id: id }: NewPost, author: User, platform: World): PostRefusal | null {
  const quoted = id === undefined ? null : openTo(author, 'quote_post_id', id, platform);
  return quoted && isRefusal(quoted) ? quoted : null;
}

function refusedReply(
  { reply, community_id: named }: NewPost,
  author: User,
  platform: World,
): PostRefusal | null {
  if (!reply) return null;
  const target = openTo(author, 'reply.in_reply_to_post_id', reply.in_reply_to_post_id, platform);
  if (isRefusal(target)) return target;
  const { community_id: community } = target;
  if (community !== null && !isMember(author, community, platform.tables)) return outsider(author, community);
  if (named !== undefined && named !== community)
    return refuseValue(
      'body field',
      'community_id',
      named,
      'is not the community of the post that this one replies to',
    );
  return mayReply(target, author, platform)
    ? null
    : refuse(
        'foreignResource',
        `the author of post ${target.id} lets only ${replyCircles[target.reply_settings]} reply`,
        { reason: 'replyNotAllowed' },
      );
}

function refusedRepetition(post: NewPost, author: User, platform: World): PostRefusal | null {
  const repeated = findRepeated(post, author, platform);
  if (!repeated) return null;
  const because = `post ${repeated.id} of the last 24 hours has the same text and the same parent`;
  return refuse('duplicatePost', because);
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

/** The latest post of this author with the same text and the same parent, if it was made in the last 24 hours. */
function findRepeated(post: NewPost, author: User, { tables, state }: World): Post | undefined {
  if (!post.text) return undefined;
  const sought: Said = {
    author_id: author.id,
    text: post.text,
    in_reply_to_post_id: post.reply?.in_reply_to_post_id ?? null,
    quoted_post_id: post.quote_post_id ?? null,
    reposted_post_id: null,
  };
  for (const place of tables.posts.range('said', saidHash(sought)).descending()) {
    const other = tables.posts.get(keyAt(place));
    // Other posts may have the same hash.
    if (other && saysTheSame(sought, other))
      return state.now() - other.created_at < repetitionMs ? other : undefined;
  }
  return undefined;
}
