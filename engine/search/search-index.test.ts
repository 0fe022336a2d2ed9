import { describe, expect, test } from 'vitest';
import { firstIdAt } from '../state/ids.ts';
import type { Post } from '../state/tables/posts.ts';
import { isFlaw, parseQuery } from './parser.ts';
import { SearchIndex } from './search-index.ts';

const start = 1_772_000_000_000;

/** The post made this many seconds after the start. */
const post = (at: number, text: string): Post => {
  const id = firstIdAt(start + at * 1000);
  return {
    ...{ id, author_id: '7', text, created_at: start + at * 1000, conversation_id: id },
    ...{ in_reply_to_post_id: null, in_reply_to_user_id: null, quoted_post_id: null, reposted_post_id: null },
    ...{
      poll_id: null,
      community_id: null,
      reply_settings: 'everyone',
      lang: 'en',
      entities: null,
      hidden: false,
    },
    source: { name: '', url: '' },
  };
};

function found(index: SearchIndex, text: string): string[] {
  const query = parseQuery(text);
  if (isFlaw(query)) throw new Error(query.says);
  const { hits } = index.plan(query, () => false);
  const ids: string[] = [];
  for (let at = hits.seek(index.posts.size - 1); at >= 0; at = hits.seek(at - 1))
    if (!index.posts.isRemoved(at)) ids.push(index.posts.idOf(at));
  return ids;
}

const changes = (added: readonly Post[], removed: readonly string[] = []) => ({
  posts: { added: added as readonly object[] as never, updated: [], removed },
});

describe('an index that follows what is committed', () => {
  test('has new posts, in any order within a change, and no removed ones', () => {
    const [a, b, c, d] = [post(1, 'loaf'), post(2, 'loaf'), post(3, 'loaf'), post(4, 'loaf')];
    const index = new SearchIndex([b, a]);
    index.follow(changes([d, c], [a.id]));
    expect(found(index, 'loaf')).toEqual([d.id, c.id, b.id]);
    expect(index.isWorn).toBe(false);
  });

  test('ignores posts that it already has, and removals of unknown ones', () => {
    const [a, b] = [post(1, 'loaf'), post(2, 'loaf')];
    const index = new SearchIndex([a, b]);
    index.follow(changes([a, b], ['12', '9223372036854775807']));
    index.follow({});
    expect(found(index, 'loaf')).toEqual([b.id, a.id]);
    expect(index.isWorn).toBe(false);
  });

  test('is worn when a post comes whose id is between others', () => {
    const index = new SearchIndex([post(1, 'loaf'), post(3, 'loaf')]);
    index.follow(changes([post(2, 'loaf')]));
    expect(index.isWorn).toBe(true);
  });

  test('is worn when most of its posts were removed', () => {
    const posts = Array.from({ length: 2500 }, (_, at) => post(at, `loaf ${at}`));
    const index = new SearchIndex(posts);
    index.follow(
      changes(
        [],
        posts.slice(0, 1250).map(({ id }) => id),
      ),
    );
    expect(index.isWorn).toBe(false);
    index.follow(
      changes(
        [],
        posts.slice(1250, 1251).map(({ id }) => id),
      ),
    );
    expect(index.isWorn).toBe(true);
    expect(found(index, 'loaf')).toHaveLength(1249);
  });

  test('grows from empty, and distinguishes words of other alphabets', () => {
    const index = new SearchIndex([]);
    const words = ['aä', 'a', 'ä', '京', 'хлеб', '🍞', 'loaf', 'loafs', '0', 'é'];
    index.follow(changes(words.map((word, at) => post(at, word))));
    const at = (word: string) =>
      found(index, word).map((id) => words.findIndex((_, place) => post(place, '').id === id));
    expect(at('AÄ')).toEqual([0]);
    expect(at('a')).toEqual([2, 1]);
    expect(words.slice(3).map((word) => at(word))).toEqual([[3], [4], [5], [6], [7], [8], [9]]);
    expect(at('loa')).toEqual([]);
  });

  test('knows whether any post is older than its id', () => {
    const backdated = { ...post(2, 'x'), created_at: start };
    expect(
      [[post(1, 'x')], [post(1, 'x'), backdated]].map((all) => new SearchIndex(all).posts.hasBackdated),
    ).toEqual([false, true]);
  });
});
