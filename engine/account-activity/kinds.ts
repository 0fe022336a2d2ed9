import type { Scope } from '../spec/scopes.ts';

/**
 * The kinds of events that users' actions cause (choice: event-shapes), each with the OAuth 2.0 scope that reads the
 * same data (choice: activity-access).
 */
export const scopeOf = {
  direct_message_events: 'dm.read',
  post_create_events: 'post.read',
  post_delete_events: 'post.read',
  favorite_events: 'like.read',
  follow_events: 'follows.read',
  block_events: 'block.read',
  mute_events: 'mute.read',
} as const satisfies Readonly<Record<string, Scope>>;

export type Kind = keyof typeof scopeOf;

/** An event for a user. Its objects are built only if an App is subscribed to the user. */
export interface Notified {
  readonly kind: Kind;
  readonly to: string;
  readonly entry: () => object;
  /** Members beside the entry. */
  readonly beside?: () => object;
}
