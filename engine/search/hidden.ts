import type { Read } from '../state/state.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Ordinals of the posts that an App that acts for nobody does not see: those of protected users, and reposts of them. It
 * is what `maySee` says of all posts at once, at the cost of those that are hidden (choice: protected-posts).
 */
export function hiddenFromAll(index: SearchIndex, { users, posts }: Read): ReadonlySet<number> {
  const hidden = new Set<number>();
  const hide = (ordinal: number, id: string): void => {
    if (hidden.has(ordinal)) return;
    hidden.add(ordinal);
    for (const repost of posts.keysBy('reposted', id)) hide(index.posts.find(repost), repost);
  };
  for (const user of users.values())
    if (user.protected)
      for (const ordinal of index.ordinalsOf({ kind: 'from', user: user.id }))
        hide(ordinal, index.posts.idOf(ordinal));
  return hidden;
}
