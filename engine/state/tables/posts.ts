import { momentOf } from '../ids.ts';
/** What a text mentions: found by the same rules for every post (choice: fields). Offsets count code points. */
export interface Entities {
  readonly mentions?: readonly { start: number; end: number; username: string; id: string }[];
  readonly hashtags?: readonly { start: number; end: number; tag: string }[];
  readonly urls?: readonly { start: number; end: number; url: string }[];
}

export interface Post {
  readonly id: string;
  readonly author_id: string;
  readonly text: string;
  readonly created_at: number;
  readonly conversation_id: string;
  readonly in_reply_to_post_id: string | null;
  readonly in_reply_to_user_id: string | null;
  readonly quoted_post_id: string | null;
  readonly reposted_post_id: string | null;
  readonly poll_id: string | null;
  /** The community for which it was made; null for all users. */
  readonly community_id: string | null;
  readonly reply_settings: 'everyone' | 'following' | 'mentionedUsers';
  readonly lang: string;
  readonly entities: Entities | null;
  /** Hidden by the author of the post to which it replies (choice: hidden-replies). */
  readonly hidden: boolean;
  /** Name and website URL of the App that made it (2.5); kept as they were then. */
  readonly source: { readonly name: string; readonly url: string };
}

/** Whether it is older than its id says: made while the clock was behind an id given earlier. */
export const isBackdated = ({ id: own, created_at }: Post): boolean =>
  momentOf(own) !== Math.floor(created_at);

/** Ids of the users that a post mentions, each once. */
export const mentionedIn = ({ entities: found }: Post): string[] | null =>
  found?.mentions ? [...new Set(found.mentions.map(({ id: own }) => own))] : null;

export interface Poll {
  readonly id: string;
  readonly options: readonly { readonly position: number; readonly label: string; readonly votes: number }[];
  readonly end_datetime: number;
  readonly duration_minutes: number;
}

/** What makes one post a repetition of another: the same author, text and parent. */
const said = ['author_id', 'text', 'in_reply_to_post_id', 'quoted_post_id', 'reposted_post_id'] as const;
export type Said = Pick<Post, (typeof said)[number]>;

export const saysTheSame = (one: Said, other: Said): boolean =>
  said.every((member) => one[member] === other[member]);

/** How long a post cannot be repeated, in ms. */
export const repetitionMs = 86_400_000;

/** The value by which the index `said` finds repeated posts: a hash, so that the text is not kept twice. */
export function saidHash(post: Said): number {
  let hash = 7;
  for (const member of said) {
    const part = post[member] ?? '';
    for (let at = 0; at < part.length; at++) hash = (Math.imul(hash, 31) + part.charCodeAt(at)) | 0;
  }
  return hash & 0x3fffffff;
}
