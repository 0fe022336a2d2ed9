/** Finds things of the world: the newest of each kind, by words of their names or by their ids. */
import { capital, keysOf } from '../../worker/api.ts';
import type { Browsed, BrowsedKind, Playground } from '../../worker/api.ts';
import { formatRoute } from '../router.ts';
import type { Entry } from './entries.ts';
import type { Group } from './search.ts';

const group = 'World';
/** Limits: entries of each kind, and rows. */
const [newest, most] = [100, 8];

const kinds: readonly (readonly [kind: BrowsedKind, what: string, name: string, by: string | null])[] = [
  ['lists', 'List', 'name', 'owner'],
  ['communities', 'Community', 'name', null],
  ['spaces', 'Space', 'title', 'creator'],
  ['posts', 'Post', 'text', 'author'],
  ['accounts', 'Advertiser account', 'name', 'owner'],
  ['catalogs', 'Catalog', 'name', 'owner'],
  ['sets', 'Product set', 'name', null],
];

/** Rejects if the platform does not answer. */
export async function thingEntries(playground: Playground): Promise<readonly Entry[]> {
  const { counts } = await playground.ask('explorer.census');
  // A search does not create the scenario's data that exists only on demand.
  const there = kinds.filter(([kind]) => counts[kind] !== null);
  const all = await Promise.all(
    there.map(async ([kind, what, name, by]) => {
      const { rows } = await playground.ask('explorer.find', kind, '', 0, newest);
      return rows.map((row): Entry => ({
        id: `thing:${kind}:${row.id}`,
        group,
        label: cut(word(row, name)),
        detail: by === null ? what : `${what} by @${word(row, by)}`,
        icon: 'world',
        does: 'Open it in World',
        names: [row.id],
        words: [word(row, name)],
        run: () => (location.hash = formatRoute({ view: 'world', path: [kind, row.id], params: [] })),
      }));
    }),
  );
  return [...keysOf(counts).map(tableEntry), ...all.flat()];
}

/** A table of the data browser. */
function tableEntry(kind: BrowsedKind): Entry {
  const title = kind.replaceAll('_', ' ');
  return {
    id: `table:${kind}`,
    group,
    label: capital(title),
    detail: 'Table',
    icon: 'world',
    does: 'Open it in World',
    names: [kind],
    words: [title],
    run: () => (location.hash = formatRoute({ view: 'world', path: [kind], params: [] })),
  };
}

/** Entries that contain each word of the query. */
export function findThings(things: readonly Entry[], query: string): readonly Group[] {
  const asked = query.toLowerCase().trim().split(/\s+/);
  const found = things.filter(({ detail = '', names = [], words = [] }) => {
    const text = [detail, ...names, ...words].join(' ').toLowerCase();
    return asked.every((each) => text.includes(each));
  });
  return found.length === 0 ? [] : [{ name: group, entries: found.slice(0, most) }];
}

const word = (row: Browsed, name: string): string => {
  const { [name]: value } = row;
  return typeof value === 'string' ? value : '';
};

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text);
