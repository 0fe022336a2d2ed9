import { expect, it } from 'vitest';
import { outlines, taken } from '#reference';
import type { ValueKind } from '#reference';
import { verbsOf } from './rank.ts';

const verbs = async (kind: ValueKind, isMine = false) => {
  const [all, known] = await Promise.all([taken(), outlines()]);
  const outlineOf = ({ endpoint }: { readonly endpoint: string }) => known.find(({ id }) => id === endpoint);
  const { first, more } = verbsOf(
    all.filter((place) => place.kind === kind),
    outlineOf,
    isMine,
  );
  const told = (places: typeof first) =>
    places.map((place) => `${outlineOf(place)?.method} ${outlineOf(place)?.path}`);
  return { first: told(first), more: told(more) };
};

it('offers three: the thing itself, a list that belongs to it, and a common action on it (Q17)', async () => {
  expect((await verbs('post')).first).toEqual([
    'GET /2/posts/:id',
    'GET /2/posts/:id/quote_posts',
    'POST /2/posts',
  ]);
  expect((await verbs('user')).first).toEqual([
    'GET /2/users/:id',
    'GET /2/users/:id/posts',
    'POST /2/dm_conversations/with/:participant_id/messages',
  ]);
  expect((await verbs('product')).first).toEqual([]);
});

it('lists the rest in order: reads, changes, deletions; the deletion of the thing itself last (Q17)', async () => {
  const { more } = await verbs('post');
  const methods = more.map((each) => each.split(' ')[0] ?? '');
  expect(methods).toEqual(
    methods.toSorted((a, b) => 'GET POST PUT DELETE'.indexOf(a) - 'GET POST PUT DELETE'.indexOf(b)),
  );
  expect(more.at(-1)).toBe('DELETE /2/posts/:id');
  expect((await verbs('list')).more.at(-1)).toBe('DELETE /2/lists/:id');
});

it('puts calls that only accept the acting user’s own id last, for the id of another user', async () => {
  const at = async (isMine: boolean) => {
    const { first, more } = await verbs('user', isMine);
    const reads = [...first, ...more].filter((each) => each.startsWith('GET'));
    return reads.indexOf('GET /2/users/:id/bookmarks') < reads.indexOf('GET /2/users');
  };
  expect([await at(true), await at(false)]).toEqual([true, false]);
});
