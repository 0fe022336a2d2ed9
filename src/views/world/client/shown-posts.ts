/** The posts of an answer as a client shows them: author, what they repost or quote, and their figures. */
import type { Body } from '../../../call/own-call.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

export interface Figures {
  readonly reply_count: number;
  readonly repost_count: number;
  readonly like_count: number;
  readonly quote_count: number;
  readonly bookmark_count: number;
}

export interface ShownPost {
  /** The id of the entry; for a repost that is not the id of the shown post. */
  readonly entry: string;
  readonly id: string;
  readonly text: string;
  readonly createdAt: number;
  /** When it entered the list: for a repost, when it was reposted. Lists are in this order. */
  readonly cameAt: number;
  readonly author: Person;
  readonly figures: Figures;
  /** Who reposted it, the latest first. */
  readonly repostedBy: readonly Person[];
  readonly quoted: Pick<ShownPost, 'id' | 'text' | 'author' | 'createdAt'> | null;
  /** The user it replies to. */
  readonly replyTo: Person | null;
}

/** The parameters that such an answer needs. */
export const asked = {
  'post.fields': 'created_at,author_id,public_metrics,referenced_posts,in_reply_to_user_id,conversation_id',
  'user.fields': 'verified,protected',
  expansions: 'author_id,in_reply_to_user_id,referenced_posts.id,referenced_posts.id.author_id',
} as const;

interface PostData {
  readonly id: string;
  readonly text: string;
  readonly author_id: string;
  readonly created_at: string;
  readonly public_metrics: Figures;
  readonly in_reply_to_user_id?: string;
  readonly referenced_posts?: readonly { readonly type: string; readonly id: string }[];
}

export function shownPosts({ data, includes }: Body): ShownPost[] {
  const { users = [], posts = [] } = (includes ?? {}) as { users?: Person[]; posts?: PostData[] };
  const list = (Array.isArray(data) ? data : data ? [data] : []) as readonly PostData[];
  const people = new Map(users.map((user) => [user.id, user]));
  const known = new Map([...posts, ...list].map((post) => [post.id, post]));
  const personOf = (id: string): Person => people.get(id) ?? { id, name: id, username: id };
  const referred = (post: PostData, type: string) => {
    const id = post.referenced_posts?.find((each) => each.type === type)?.id;
    return id === undefined ? undefined : known.get(id);
  };
  const brief = (post: PostData) => ({
    id: post.id,
    text: post.text,
    author: personOf(post.author_id),
    createdAt: Date.parse(post.created_at),
  });
  return list.map((entry) => {
    const original = referred(entry, 'reposted');
    const post = original ?? entry;
    const quoted = referred(post, 'quoted');
    const { in_reply_to_user_id: replied } = post;
    return {
      ...brief(post),
      entry: entry.id,
      cameAt: Date.parse(entry.created_at),
      figures: post.public_metrics,
      repostedBy: original ? [personOf(entry.author_id)] : [],
      quoted: quoted ? brief(quoted) : null,
      replyTo: replied === undefined || replied === post.author_id ? null : personOf(replied),
    };
  });
}

/** "8 min": an age as timelines write it. */
export function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} d`;
}

/** The initials in place of a profile picture. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** Each post once, at its first place, with all who reposted it. */
export function eachOnce(posts: readonly ShownPost[]): ShownPost[] {
  const shown = new Map<string, ShownPost>();
  for (const post of posts) {
    const first = shown.get(post.id);
    shown.set(post.id, first ? { ...first, repostedBy: [...first.repostedBy, ...post.repostedBy] } : post);
  }
  return [...shown.values()];
}

/** "you, @lena_brandt and 2 others". */
export function reposters(people: readonly Person[], ownId: string | undefined): string {
  const names = [...people]
    .sort((one, other) => Number(other.id === ownId) - Number(one.id === ownId))
    .map(({ id, username }) => (id === ownId ? 'you' : `@${username}`));
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} ${names.length === 3 ? 'other' : 'others'}`;
}
