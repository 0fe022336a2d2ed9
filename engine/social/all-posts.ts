import { changesOf } from '../state/tables/index.ts';
import type { StateView } from '../state/state.ts';
import { Entries } from '../state/store/entries.ts';
import { Range } from '../state/store/range.ts';

const lists = new WeakMap<StateView['journal'], Entries>();

/**
 * All posts in the order of their ids. The list is made when it is first needed, and follows every transaction from
 * then on: an index of the table would cost 16 bytes per post even where it is not needed.
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
