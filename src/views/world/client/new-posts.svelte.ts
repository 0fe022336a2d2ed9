import type { NewPosts, PlaygroundEvent } from '../../../../worker/api.ts';
import { counted } from '../../../parts/counted.ts';
import { timeOf } from '../../../parts/time.ts';
import { changesRows } from '../../../state/changes-rows.ts';
import { live } from '../../../state/live.svelte.ts';
import type { WorldClient } from './client.svelte.ts';
import type { PostPages } from './post-pages.svelte.ts';

interface Since {
  readonly pages: PostPages;
  readonly newest: string | null;
  readonly news: NewPosts | null;
}

/**
 * The new posts since a list was read; null if there are none. They are announced but not shown, so that the posts a
 * person reads do not move. The person's own posts are shown at once, and not announced.
 */
export function newPosts(
  client: () => WorldClient,
  pages: () => PostPages,
): { readonly value: NewPosts | null } {
  const since = live(
    () => client().session,
    async (last: Since | null): Promise<Since> => {
      const { session, isPosting } = client();
      const list = pages();
      const { newest, busy } = list;
      const none = { pages: list, newest, news: null };
      if (isPosting || busy) return last ?? none;
      if (newest === null || !session.user) return none;
      const { authorId } = list.list;
      return {
        ...none,
        news: await session.playground.ask('explorer.newPosts', session.user.id, authorId, newest),
      };
    },
    { when: mayBringPosts, pause: 200 },
  );
  return {
    get value() {
      const { value } = since;
      return value?.pages === pages() && value.newest === pages().newest ? value.news : null;
    },
  };
}

const mayBringPosts = (event: PlaygroundEvent): boolean =>
  changesRows(event) && (event.type !== 'exchange' || (event.status !== null && event.status < 300));

/** "1 new post by @jonas_berg, at 09:41:08". */
export function newPostsWords({ count, by, at }: NewPosts): string {
  const who = by.length === 1 ? `@${by[0]}` : `${by.length} people`;
  const many = count < 100 ? counted(count, 'new post') : '100 or more new posts';
  return `${many} by ${who}, ${count === 1 ? '' : 'the last '}at ${timeOf(at)}`;
}
