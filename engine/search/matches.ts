import type { Post } from '../state/tables/posts.ts';
import type { Read } from '../state/state.ts';
import type { Query } from './query.ts';
import { countOf, fold, wordsOf } from './words.ts';

/** The query with ids in the place of usernames, by the users' present names. */
export function bind(query: Query, tables: Read): Query {
  switch (query.kind) {
    case 'and':
    case 'or':
      return { kind: query.kind, of: query.of.map((each) => bind(each, tables)) };
    case 'not':
      return { kind: 'not', of: bind(query.of, tables) };
    case 'from':
    case 'to': {
      const named = tables.users.firstBy('username', query.user.toLowerCase())?.id;
      return { kind: query.kind, user: named ?? (/^\d+$/.test(query.user) ? query.user : '') };
    }
    default:
      return query;
  }
}

/** A post with its words, computed once for any number of queries. */
export class Subject {
  #words: readonly string[] | null = null;

  constructor(readonly post: Post) {}

  get words(): readonly string[] {
    return (this.#words ??= wordsOf(this.post.text));
  }
}

/** Whether a bound query matches the post. This defines search; the index only knows where to look. */
export function matches(query: Query, subject: Subject): boolean {
  const { post } = subject;
  switch (query.kind) {
    case 'and':
      return query.of.every((each) => matches(each, subject));
    case 'or':
      return query.of.some((each) => matches(each, subject));
    case 'not':
      return !matches(query.of, subject);
    case 'words':
      return countOf(query.words, subject.words) > 0;
    case 'from':
      return post.author_id === query.user;
    case 'to':
      return post.in_reply_to_user_id === query.user;
    case 'mention':
      return (post.entities?.mentions ?? []).some(
        ({ username }) => username.toLowerCase() === query.username,
      );
    case 'tag':
      return (post.entities?.hashtags ?? []).some(({ tag }) => fold(tag) === query.tag);
    case 'has':
      return has[query.what](post);
    case 'is':
      return is[query.what](post);
    case 'lang':
      return post.lang === query.lang;
    case 'conversation':
      return post.conversation_id === query.id;
  }
}

export const has = {
  links: ({ entities }: Post) => entities?.urls !== undefined,
  mentions: ({ entities }: Post) => entities?.mentions !== undefined,
  hashtags: ({ entities }: Post) => entities?.hashtags !== undefined,
};

export const is = {
  reply: (post: Post) => post.in_reply_to_post_id !== null,
  repost: (post: Post) => post.reposted_post_id !== null,
  quote: (post: Post) => post.quoted_post_id !== null,
};
