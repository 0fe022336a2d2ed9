/** Which posts and users a user may act on: like, repost, quote, reply, follow (choices: protected-posts, blocking). */
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { User } from '../state/tables/accounts.ts';
import type { Post } from '../state/tables/posts.ts';
import { mayNotSee, namesNo } from './renderer.ts';
import { originalOf } from './reposts.ts';
import { areApart, maySee } from './visibility.ts';
import type { World } from './world.ts';

/** The post that a field of the body names, or the original of a repost, if this user may act on it. */
export function openTo(
  actor: User,
  field: string,
  id: string,
  platform: World,
): Post | Refusal<'parameterInvalid' | 'foreignResource'> {
  const { tables } = platform;
  const named = tables.posts.get(id);
  if (!named) return namesNo('post', field, id);
  if (!maySee(named, actor, tables)) return mayNotSee('post', field, id, platform);
  const post = originalOf(named, tables.posts);
  return keptApart(actor.id, post.author_id, platform) ?? post;
}

/** Why one of two users may not act on the other; null when neither blocks the other. */
export const keptApart = (
  actor: string,
  other: string,
  { tables }: World,
): Refusal<'foreignResource'> | null =>
  areApart(actor, other, tables)
    ? refuse('foreignResource', `one of the users ${actor} and ${other} blocks the other`, {
        reason: 'blocked',
      })
    : null;
