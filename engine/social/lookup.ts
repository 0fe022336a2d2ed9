/** The object that a path names, if it exists and the caller may see it (choices: v2-404, protected-posts, blocking). */
import type { Refusal } from '../spec/problems.ts';
import type { User } from '../state/tables/accounts.ts';
import type { Post } from '../state/tables/posts.ts';
import { mayNotSee, notFound } from './renderer.ts';
import { maySee, maySeePostsOf } from './visibility.ts';
import type { World } from './world.ts';

type Missed = Refusal<'resourceNotFound' | 'foreignResource'>;

export function findPost(id: string, viewer: User | null, platform: World): Post | Missed {
  const post = platform.tables.posts.get(id);
  if (!post) return notFound('post', 'id', id, platform);
  return maySee(post, viewer, platform.tables) ? post : mayNotSee('post', 'id', id, platform);
}

/** A user whose posts are requested. */
export function findAuthor(id: string, viewer: User | null, platform: World): User | Missed {
  const author = platform.tables.users.get(id);
  if (!author) return notFound('user', 'id', id, platform);
  return maySeePostsOf(author, viewer, platform.tables) ? author : mayNotSee('user', 'id', id, platform);
}
