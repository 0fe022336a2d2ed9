import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRoute } from '../../../router.ts';
import { addressOf, authKinds, hrefOf, readRoute, tabs } from './route.ts';
import type { RequestsRoute } from './route.ts';
import { rounds } from '../../../../tests/support/rounds.ts';

const parse = (hash: string) => {
  const route = parseRoute(hash);
  return 'problem' in route ? route : readRoute(route);
};
const shownBy = (hash: string) => {
  const parsed = parse(hash);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.route;
};

const row = fc.record({
  name: fc.string({ minLength: 1, unit: 'grapheme' }),
  value: fc.string({ unit: 'grapheme' }),
  on: fc.boolean(),
});
const rows = fc.array(row, { maxLength: 5 });
const route: fc.Arbitrary<RequestsRoute> = fc.record(
  {
    view: fc.constant('requests' as const),
    endpointId: fc.oneof(fc.constant(null), fc.stringMatching(/^[A-Za-z]{1,20}$/)),
    method: fc.string(),
    url: fc.string({ unit: 'grapheme' }),
    path: fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), fc.string({ unit: 'grapheme' }), {
      noNullPrototype: true,
    }),
    query: rows,
    headers: rows,
    form: rows,
    body: fc.string({ unit: 'grapheme' }),
    auth: fc.constantFrom(...authKinds),
    app: fc.string(),
    as: fc.string(),
    tab: fc.constantFrom(...tabs),
  },
  { requiredKeys: ['view'] },
);

describe('links to requests', () => {
  it('are read back unchanged', () => {
    fc.assert(
      fc.property(route, (given) => {
        const { path, ...rest } = given;
        const expected = path && Object.keys(path).length > 0 ? { ...rest, path } : rest;
        expect(shownBy(hrefOf(given))).toEqual(expected);
      }),
      rounds(100, 6000),
    );
  });

  it('start at the home view if empty', () => {
    for (const hash of ['', '#', '#/', '#/requests', '#/requests/'])
      expect(shownBy(hash)).toEqual({ view: 'requests' });
  });

  it('keep order, repetition and switched-off rows', () => {
    const query = shownBy('#/requests/x?query.a=1&-query.a=2&query.b=').query;
    expect(query).toEqual([
      { name: 'a', value: '1', on: true },
      { name: 'a', value: '2', on: false },
      { name: 'b', value: '', on: true },
    ]);
  });

  it.each([
    ['#/elsewhere', 'no view'],
    ['#/requests/../x', 'no view'],
    ['#/requests/x?tab=secrets', 'tab'],
    ['#/requests/x?auth=magic', 'auth'],
    ['#/requests/x?nonce=1', 'unknown part'],
    [`#/requests/x?body=${'a'.repeat(16 * 1024)}`, '16 KB'],
  ])('refuse %.40s', (hash, words) => {
    const parsed = parse(hash);
    expect('problem' in parsed && parsed.problem).toContain(words);
  });

  it('name only the endpoint if the call is longer than a link may be', () => {
    const call = { view: 'requests', endpointId: 'createPost', auth: 'oauth1' } as const;
    expect(addressOf({ ...call, body: '{}' })).toBe(hrefOf({ ...call, body: '{}' }));
    for (const more of [{ body: 'x'.repeat(8 << 20) }, { path: { id: 'é'.repeat(4000) } }]) {
      const address = addressOf({ ...call, ...more });
      expect(address).toBe('#/requests/createPost');
      expect(parse(address)).not.toHaveProperty('problem');
    }
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (hash) => void parse(hash)),
      rounds(100, 2000),
    );
  });
});
