import type { Read } from '../state/state.ts';
import type { SearchIndex } from './search-index.ts';

/**
 * Ordinals of the posts that an App without a user does not see: those of protected users, and reposts of them. Gives
 * the result of `maySee` for all posts at once, at the cost of only the hidden ones (choice: protected-posts).
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
