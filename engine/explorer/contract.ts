/** The world's data without calling the API: everything, regardless of what a caller may see. */

import type { Place } from '../search/places.ts';

/** The kinds of data of people. */
export const socialKinds = [
  'users',
  'posts',
  'lists',
  'folders',
  'spaces',
  'communities',
  'conversations',
  'jobs',
] as const;
export type SocialKind = (typeof socialKinds)[number];

/** The kinds of data of businesses: advertisers first, then merchants. */
export const businessKinds = [
  'accounts',
  'campaigns',
  'line_items',
  'funding_instruments',
  'promoted_accounts',
  'media_creatives',
  'tracking_tags',
  'targeting_criteria',
  'custom_audiences',
  'catalogs',
  'products',
  'sets',
  'feeds',
  'runs',
] as const;
export type BusinessKind = (typeof businessKinds)[number];

export const browsedKinds = [...socialKinds, ...businessKinds] as const;
export type BrowsedKind = (typeof browsedKinds)[number];

/**
 * The number of rows by kind, and the times of the oldest and the newest post, in epoch ms; null if there is no post. A
 * count is null until its kind is first opened, because the scenario's rows do not exist before.
 */
export interface Census {
  readonly counts: Readonly<Record<BrowsedKind, number | null>>;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** One row, as the API shows it with all its fields. */
export interface Browsed {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface Found {
  /** Newest first. */
  readonly rows: readonly Browsed[];
  /** The number of rows that match the search. A search for posts by words counts at most 10,000. */
  readonly total: number;
  /** For posts found by words: where the words are in the text of each row, by the row's id. */
  readonly places?: Readonly<Record<string, readonly Place[]>>;
  /** What is wrong with the search; there are no rows then. null for a valid search. */
  readonly problem: string | null;
}

/** The new posts of a timeline since a post. */
export interface NewPosts {
  /** At most 100. */
  readonly count: number;
  /** Usernames of those who posted or reposted, latest first. */
  readonly by: readonly string[];
  /** When the latest was posted, in epoch ms. */
  readonly at: number;
}

/** Ids of posts. */
export interface Marked {
  readonly liked: readonly string[];
  readonly reposted: readonly string[];
  readonly bookmarked: readonly string[];
}

/** The relation of one user to another. */
export interface Standing {
  readonly follows: boolean;
  readonly asks: boolean;
  readonly mutes: boolean;
  readonly blocks: boolean;
  readonly isFollowed: boolean;
  readonly isAsked: boolean;
  readonly isBlocked: boolean;
}
