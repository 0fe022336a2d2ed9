/**
 * The terms of the index: the words of posts, and the conditions of queries. No word begins as the terms of
 * conditions do.
 */
import type { Post } from '../state/tables/posts.ts';
import { has, is } from './matches.ts';
import { hasKinds, isKinds } from './query.ts';
import type { Condition } from './query.ts';
import { fold, wordsOf } from './words.ts';

export type IndexedCondition = Exclude<Condition, { kind: 'words' }>;

/** The term of a condition. For a conversation, it finds all posts except the one that began it. */
export function termOf(condition: IndexedCondition): string {
  switch (condition.kind) {
    case 'from':
      return from(condition.user);
    case 'to':
      return to(condition.user);
    case 'mention':
      return `@${condition.username}`;
    case 'tag':
      return `#${condition.tag}`;
    case 'has':
      return `has:${condition.what}`;
    case 'is':
      return `is:${condition.what}`;
    case 'lang':
      return `lang:${condition.lang}`;
    case 'conversation':
      return `in:${condition.id}`;
  }
}

const from = (user: string): string => `from:${user}`;
const to = (user: string): string => `to:${user}`;

/** Every term of a post; some may be repeated. */
export function termsOf(post: Post): string[] {
  const terms = wordsOf(post.text);
  terms.push(from(post.author_id), `lang:${post.lang}`);
  if (post.in_reply_to_user_id !== null) terms.push(to(post.in_reply_to_user_id));
  if (post.conversation_id !== post.id) terms.push(`in:${post.conversation_id}`);
  for (const what of isKinds) if (is[what](post)) terms.push(`is:${what}`);
  const { entities } = post;
  if (!entities) return terms;
  for (const what of hasKinds) if (has[what](post)) terms.push(`has:${what}`);
  for (const { username } of entities.mentions ?? []) terms.push(`@${username.toLowerCase()}`);
  for (const { tag } of entities.hashtags ?? []) terms.push(`#${fold(tag)}`);
  return terms;
}
