import type { FollowedMembers, ValueKind } from '#reference';

/** A value that can be followed, and its place. */
export interface FollowedValue {
  readonly kind: ValueKind;
  readonly value: string;
  readonly anchor: HTMLElement;
}

/** Which values of a body can be followed, and what following one does. */
export interface Links {
  readonly members: FollowedMembers;
  readonly follow: (value: FollowedValue) => void;
}
