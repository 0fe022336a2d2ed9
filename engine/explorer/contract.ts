/** Looking at the world's data without calling the API: what there is, whatever any caller may see. */

import type { Place } from '../search/places.ts';

/** What people have. */
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

/** What businesses have: advertisers first, then merchants. */
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
 * What there is, by kind, and the moments of the oldest and the newest post, in epoch ms; null where there is none. A
 * count is null until somebody looks at its kind: what the scenario brings is not there before.
 */
export interface Census {
  readonly counts: Readonly<Record<BrowsedKind, number | null>>;
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
  /** Of posts that words found: where in the text of each row what was sought stands, by the row's id. */
  readonly places?: Readonly<Record<string, readonly Place[]>>;
  /** What a search may say and how this one is wrong; then there are no rows. */
  readonly problem: string | null;
}

/** What has come into a timeline since a post. */
export interface NewPosts {
  /** At most 100. */
  readonly count: number;
  /** Usernames of those who posted or reposted, the latest first. */
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
