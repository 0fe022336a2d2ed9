/** The scopes of OAuth 2.0 user tokens with what each allows, in the words of the consent page (choice: scopes). */
export const scopeTexts = {
  'post.read': 'See posts and timelines',
  'post.write': 'Create, repost and delete posts for you',
  'post.moderate.write': 'Hide and unhide replies to your posts',
  'users.read': 'See profile information',
  'users.email': 'See your email address',
  'follows.read': 'See whom you follow and who follows you',
  'follows.write': 'Follow and unfollow users for you',
  'offline.access': 'Keep access until you take it back',
  'space.read': 'See Spaces',
  'mute.read': 'See whom you mute',
  'mute.write': 'Mute and unmute users for you',
  'like.read': 'See what you like',
  'like.write': 'Like and unlike posts for you',
  'list.read': 'See your Lists',
  'list.write': 'Create and change Lists for you',
  'block.read': 'See whom you block',
  'block.write': 'Block and unblock users for you',
  'bookmark.read': 'See your bookmarks',
  'bookmark.write': 'Bookmark posts for you',
  'dm.read': 'Read your Direct Messages',
  'dm.write': 'Send and delete Direct Messages for you',
  'timeline.read': 'See who reposts you',
} as const;

export type Scope = keyof typeof scopeTexts;

const isScope = (name: string): name is Scope => Object.hasOwn(scopeTexts, name);

/** Names separated by spaces (RFC 6749 3.3); null when one is unknown or there is none. */
export function readScopes(text: string): readonly Scope[] | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return names.length > 0 && names.every(isScope) ? names : null;
}
