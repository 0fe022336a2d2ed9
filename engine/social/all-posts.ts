import { changesOf } from '../state/tables/index.ts';
import type { StateView } from '../state/state.ts';
import { Entries } from '../state/store/entries.ts';
import { Range } from '../state/store/range.ts';

const lists = new WeakMap<StateView['journal'], Entries>();

/**
 * All posts in the order of their ids. The list is made when somebody first needs it, and follows every transaction from
 * then on: as an index of the table it would cost everybody 16 bytes a post.
 */
export function allPosts({ journal, tables }: Pick<StateView, 'journal' | 'tables'>): Range {
  const known = lists.get(journal);
  if (known) return new Range(known, '');
  const ids = Array.from(tables.posts.values(), ({ id }) => id);
  const entries = Entries.of([ids.map(() => ''), ids]);
  lists.set(journal, entries);
  journal.follow((changes) => {
    const posts = changesOf(changes, 'posts');
    for (const { id } of posts?.added ?? []) entries.add(['', id]);
    for (const id of posts?.removed ?? []) entries.remove(['', id]);
  });
  return new Range(entries, '');
}
