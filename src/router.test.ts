import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlace, parsePlace, viewIds } from './router.ts';
import type { Place } from './router.ts';

const place: fc.Arbitrary<Place> = fc.record({
  view: fc.constantFrom(...viewIds),
  path: fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 }),
  params: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), {
    noNullPrototype: true,
  }),
});

describe('places', () => {
  it('come back as they went out', () => {
    fc.assert(
      fc.property(place, (given) => {
        expect(parsePlace(formatPlace(given))).toEqual(given);
      }),
    );
  });

  it.each(['', '#', '#/', '#/requests', '#/requests/'])('start at home: %s', (hash) => {
    expect(parsePlace(hash)).toEqual({ view: 'requests', path: [], params: {} });
  });

  it.each([
    ['#/elsewhere', 'no view'],
    ['#elsewhere', 'no view'],
    ['#//portal', 'no view'],
    ['#/portal/%', 'cannot be read'],
    [`#/portal?a=${'a'.repeat(16 * 1024)}`, '16 KB'],
  ])('refuse %.40s', (hash, words) => {
    const parsed = parsePlace(hash);
    expect('problem' in parsed && parsed.problem).toContain(words);
  });

  it('never throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (hash) => void parsePlace(hash)));
  });
});
