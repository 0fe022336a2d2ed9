/** Finds posts by the words and operators of the API's own search (choices: search, search-syntax). */
import { keyAt } from '../state/store/range.ts';
import { find } from '../search/found.ts';
import { flawWords, isFlaw, parseQuery } from '../search/parser.ts';
import type { StateView } from '../state/state.ts';

/** Most hits that are counted. */
export const mostCounted = 10_000;

const always = { start: null, end: null, since_id: undefined, until_id: undefined };

/** The ids, newest first, or what is wrong with the search. Searching for an id finds the post with that id. */
export function findPosts(
  search: string,
  state: StateView,
): readonly string[] | { readonly problem: string } {
  if (/^\d{5,19}$/.test(search)) return state.tables.posts.get(search) ? [search] : [];
  const query = parseQuery(search);
  if (isFlaw(query)) return { problem: `This ${flawWords(query)}` };
  const { posts, passes } = find(query, always, () => true, state);
  const found: string[] = [];
  for (const place of posts.descending()) {
    const id = keyAt(place);
    if (passes(id)) found.push(id);
    if (found.length === mostCounted) break;
  }
  return found;
}
