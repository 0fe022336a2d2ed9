import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, viewIds } from './router.ts';
import type { ViewRoute } from './router.ts';
import { rounds } from '../tests/support/rounds.ts';

const route: fc.Arbitrary<ViewRoute> = fc.record({
  view: fc.constantFrom(...viewIds),
  path: fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }),
  params: fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
    maxLength: 4,
  }),
});

describe('routes', () => {
  it('survive a round trip', () => {
    fc.assert(
      fc.property(route, (given) => {
        expect(parseRoute(formatRoute(given))).toEqual(given);
      }),
      rounds(100, 2000),
    );
  });

  it.each(['', '#', '#/', '#/requests', '#/requests/'])('start at home: %s', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'requests', path: [], params: [] });
  });

  it.each([
    ['#/elsewhere', 'no view'],
    ['#elsewhere', 'no view'],
    ['#//portal', 'no view'],
    ['#/portal/%', 'cannot be read'],
    [`#/portal?a=${'a'.repeat(16 * 1024)}`, '16 KB'],
  ])('refuse %.40s', (hash, words) => {
    const parsed = parseRoute(hash);
    expect('problem' in parsed && parsed.problem).toContain(words);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (hash) => void parseRoute(hash)),
      rounds(100, 2000),
    );
  });
});
