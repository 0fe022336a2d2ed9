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

export interface Browse {
  /** What the method of this name answers. Throws a TypeError for what there is not, and for what it does not take. */
  ask(method: string, args: readonly (string | number)[]): unknown;
  census(): Census;
  /** The rows from the place `from`, at most 100 at once. */
  find(kind: BrowsedKind, search: string, from: number, most: number): Found;
  /** null for what is not there. */
  look(kind: BrowsedKind, id: string): Browsed | null;
  /** What stands between two users, for a client that shows one of them to the other. */
  between(userId: string, otherId: string): Standing;
  /** What a user did with posts: `ids` joined by commas, at most 100 of them. */
  marks(userId: string, ids: string): Marked;
}

/** Ids of posts. */
export interface Marked {
  readonly liked: readonly string[];
  readonly reposted: readonly string[];
  readonly bookmarked: readonly string[];
}

export type BrowseMethod = Exclude<keyof Browse, 'ask'>;

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
