import type { FollowedMembers, ValueKind } from '#reference';

/** A value that somebody wants to follow, and where it stands. */
export interface FollowedValue {
  readonly kind: ValueKind;
  readonly value: string;
  readonly anchor: HTMLElement;
}

/** Which values of a body can be followed, and what is done when one is. */
export interface Links {
  readonly members: FollowedMembers;
  readonly follow: (value: FollowedValue) => void;
}
