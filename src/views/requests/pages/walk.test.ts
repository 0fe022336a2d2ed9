import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../../testing/endpoints.ts';
import { listOf, pagingOf, readPage } from './paging.ts';
import { nextOf, noWalk, previousOf, repeated, walked } from './walk.ts';
import type { SeenPage, Walk } from './walk.ts';

const page = (token: string | null, next: string | null, previous: string | null = null): SeenPage => ({
  ...{ token, next, previous, at: 0 },
  entries: [{ id: `first of ${token}`, label: '' }],
});
const through = (...pages: readonly SeenPage[]): Walk =>
  pages.reduce<Walk>((walk, each) => walked(walk, 'list', each), noWalk);
const tokens = ({ pages }: Walk) => pages.map(({ token }) => token);

describe('a walk', () => {
  it('goes forward by next, back by what was remembered, and begins at the start of the list', () => {
    let walk = through(page(null, 'b'), page('b', 'c'), page('c', null));
    expect([tokens(walk), walk.shown, nextOf(walk), previousOf(walk)]).toEqual([
      [null, 'b', 'c'],
      2,
      null,
      'b',
    ]);
    walk = walked(walk, 'list', page('b', 'c'));
    expect([tokens(walk), walk.shown, nextOf(walk), previousOf(walk)]).toEqual([
      [null, 'b', 'c'],
      1,
      'c',
      null,
    ]);
    walk = walked(walk, 'list', page(null, 'b'));
    expect([tokens(walk), walk.shown, previousOf(walk)]).toEqual([[null, 'b', 'c'], 0, undefined]);
  });

  it('drops the later pages if a page now ends elsewhere', () => {
    const walk = walked(through(page(null, 'b'), page('b', 'c'), page('c', null)), 'list', page('b', 'x'));
    expect([tokens(walk), nextOf(walk)]).toEqual([[null, 'b'], 'x']);
    expect(tokens(walked(walk, 'list', page(null, 'y')))).toEqual([null]);
  });

  it('can begin in the middle, and goes back by the API’s token', () => {
    let walk = through(page('m', 'n', 'l'));
    expect([walk.isWhole, previousOf(walk)]).toEqual([false, 'l']);
    walk = walked(walk, 'list', page('l', 'm', null));
    expect([tokens(walk), walk.shown, previousOf(walk)]).toEqual([['l', 'm'], 0, undefined]);
  });

  it('starts again for another list, and for a token that no page led to', () => {
    const walk = through(page(null, 'b'), page('b', 'c'));
    expect(tokens(walked(walk, 'other', page(null, 'b')))).toEqual([null]);
    expect(tokens(walked(walk, 'list', page('z', null)))).toEqual(['z']);
  });

  it('says which entries are on more than one page', () => {
    const twice = { ...page('b', null), entries: [{ id: 'first of null', label: '' }] };
    expect([...repeated(through(page(null, 'b'), twice).pages)]).toEqual(['first of null']);
  });
});

describe('a page', () => {
  it('is read from answers of either kind', () => {
    const ads = JSON.stringify({
      data: [{ id: '1', name: 'One' }],
      next_cursor: 'n',
      request: { params: {} },
    });
    expect(readPage(ads)).toEqual({ entries: [{ id: '1', label: 'One' }], next: 'n', previous: null });
    const v2 = JSON.stringify({
      data: [
        { id: '1', text: 'A\n text' },
        { id: '2', username: 'mira_holm', name: 'Mira' },
      ],
      meta: { result_count: 2, next_token: 'n', previous_token: 'p' },
    });
    expect(readPage(v2)).toEqual({
      entries: [
        { id: '1', label: 'A text' },
        { id: '2', label: 'Mira' },
      ],
      ...{ next: 'n', previous: 'p' },
    });
    expect(readPage('{"meta":{"result_count":0,"previous_token":"p"}}')).toEqual({
      ...{ entries: [], next: null, previous: 'p' },
    });
    expect(readPage('{"data":{"id":"1"}}')).toBeNull();
    for (const body of ['', 'null', '[]', '{"data":5}', '{"errors":[]}']) expect(readPage(body)).toBeNull();
  });

  it('distinguishes entries without ids', () => {
    const { entries } = readPage('{"data":[{"start":"a","post_count":1},{"start":"b","post_count":1}]}')!;
    expect(entries.map(({ label }) => label)).toEqual(['a', 'b']);
    expect(entries[0]!.id).not.toBe(entries[1]!.id);
  });

  it('shortens the names of its entries', () => {
    const { entries } = readPage(JSON.stringify({ data: [{ id: '1', text: '𝄞'.repeat(100) }] }))!;
    expect([...entries[0]!.label]).toHaveLength(61);
  });

  it('belongs to the list of its address without token and size', () => {
    const paging = { cursor: 'cursor', size: { name: 'count', most: 1000 } };
    expect(listOf('https://a.example/x?count=5&sort_by=id-asc&cursor=abc', paging)).toEqual({
      list: 'https://a.example/x?sort_by=id-asc',
      token: 'abc',
    });
    expect(listOf('https://a.example/x', paging)).toEqual({ list: 'https://a.example/x?', token: null });
  });
});

it('every endpoint that takes a token has pages, and no other has', () => {
  const paged = endpoints.filter(({ fields }) => pagingOf(fields) !== null).map(({ id }) => id);
  expect(paged.length).toBeGreaterThan(35);
  for (const { id, fields } of endpoints)
    expect(paged.includes(id), id).toBe(
      fields.some(({ name }) => /^(cursor|next_token|pagination_token)$/.test(name)),
    );
  const sizeless = endpoints.filter(({ fields }) => pagingOf(fields)?.size === null).map(({ id }) => id);
  expect(sizeless).toEqual(['countRecentPosts', 'countAllPosts']);
});
