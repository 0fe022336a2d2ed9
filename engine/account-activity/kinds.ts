/** The kinds of events that something in the platform causes (choice: event-shapes). */
export const kinds = [
  'direct_message_events',
  'post_create_events',
  'post_delete_events',
  'favorite_events',
  'follow_events',
  'block_events',
  'mute_events',
  'user_event',
] as const;

export type Kind = (typeof kinds)[number];

/** Something that a user is told of, if an App is subscribed to them. Its objects are made only then. */
export interface Told {
  readonly kind: Kind;
  readonly to: string;
  readonly entry: () => object;
  /** Members beside the entry. */
  readonly beside?: () => object;
}
