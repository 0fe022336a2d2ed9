import type { ValueKind } from '#reference';
import type { BrowsedKind } from '../../../worker/api.ts';

/** The data's kinds, in the order of the list. */
export const kinds: readonly {
  readonly kind: BrowsedKind;
  readonly title: string;
  readonly one: string;
  /** As which calls take its id. */
  readonly as: ValueKind;
}[] = [
  { kind: 'users', title: 'Users', one: 'user', as: 'user' },
  { kind: 'posts', title: 'Posts', one: 'post', as: 'post' },
  { kind: 'lists', title: 'Lists', one: 'List', as: 'list' },
  { kind: 'folders', title: 'Folders', one: 'folder of bookmarks', as: 'folder' },
  { kind: 'spaces', title: 'Spaces', one: 'Space', as: 'space' },
  { kind: 'communities', title: 'Communities', one: 'Community', as: 'community' },
  { kind: 'conversations', title: 'Conversations', one: 'conversation', as: 'conversation' },
  { kind: 'jobs', title: 'Jobs', one: 'compliance job', as: 'job' },
];

export const kindOf = (kind: BrowsedKind) => kinds.find((each) => each.kind === kind)!;
