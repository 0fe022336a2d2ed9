/** Looking at the world's data without calling the API: what there is, whatever any caller may see. */

export const browsedKinds = [
  'users',
  'posts',
  'lists',
  'folders',
  'spaces',
  'communities',
  'conversations',
  'jobs',
] as const;
export type BrowsedKind = (typeof browsedKinds)[number];

/** What there is, by kind, and the moments of the oldest and the newest post, in epoch ms; null where there is none. */
export interface Census {
  readonly counts: Readonly<Record<BrowsedKind, number>>;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** One thing, as the API shows it with all its fields. */
export interface Browsed {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface Found {
  /** The newest first. */
  readonly rows: readonly Browsed[];
  /** How many there are that the search finds; of posts that words find at most 10,000 are counted. */
  readonly total: number;
  /** What a search may say and how this one is wrong; then there are no rows. */
  readonly problem: string | null;
}

/** Ids of posts. */
export interface Marked {
  readonly liked: readonly string[];
  readonly reposted: readonly string[];
  readonly bookmarked: readonly string[];
}

/** Of one user towards another. */
export interface Standing {
  readonly follows: boolean;
  readonly asks: boolean;
  readonly mutes: boolean;
  readonly blocks: boolean;
  readonly isFollowed: boolean;
  readonly isAsked: boolean;
  readonly isBlocked: boolean;
}
