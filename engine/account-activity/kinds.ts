import type { Scope } from '../spec/scopes.ts';

/**
 * The kinds of events that what users do causes (choice: event-shapes), each with the scope by which a token of OAuth 2.0
 * could read the same (choice: activity-access).
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

/** Something that a user is told of, if an App is subscribed to them. Its objects are made only then. */
export interface Notified {
  readonly kind: Kind;
  readonly to: string;
  readonly entry: () => object;
  /** Members beside the entry. */
  readonly beside?: () => object;
}
