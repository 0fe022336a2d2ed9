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
  readonly reply_settings: 'everyone' | 'following' | 'mentionedUsers';
  readonly lang: string;
  readonly entities: Entities | null;
  /** By whom it replies to (choice: hidden-replies). */
  readonly hidden: boolean;
  /** Name and website URL of the App that made it (2.5); kept as they were then. */
  readonly source: { readonly name: string; readonly url: string };
}

export interface Poll {
  readonly id: string;
  readonly options: readonly { readonly position: number; readonly label: string; readonly votes: number }[];
  readonly end_datetime: number;
  readonly duration_minutes: number;
}

export interface Follow {
  /** `<source>:<target>`. */
  readonly id: string;
  readonly source_user_id: string;
  readonly target_user_id: string;
}

/** What the index `author_text` finds repeated posts by. */
export const authorText = (authorId: string, text: string): string => `${authorId} ${text}`;
