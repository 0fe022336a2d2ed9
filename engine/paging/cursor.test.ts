import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Place } from '../state/store/range.ts';
import { Cursors } from './cursor.ts';
import type { Position } from './cursor.ts';

const cursors = new Cursors('seed', 'list');
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. %';
const position: fc.Arbitrary<Position> = fc.record(
  {
    direction: fc.constantFrom('next' as const, 'previous' as const),
    edge: fc
      .tuple(fc.array(fc.oneof(fc.integer(), fc.string())), fc.string({ unit: 'grapheme' }))
      .map(([order, key]): Place => [...order, key]),
    isIncluded: fc.constant(true as const),
  },
  { requiredKeys: ['direction', 'edge'] },
);

describe('cursors', () => {
  test('open to what was sealed, for what they were sealed for alone', () => {
    fc.assert(
      fc.property(position, fc.string(), fc.string(), (at, binding, other) => {
        const sealed = new Cursors('seed', binding).seal(at);
        expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(new Cursors('seed', binding).open(sealed)).toEqual(at);
        fc.pre(other !== binding);
        expect(new Cursors('seed', other).open(sealed)).toBeNull();
        expect(new Cursors('another seed', binding).open(sealed)).toBeNull();
      }),
    );
  });

  test('any character changed, dropped or added makes one that is refused', () => {
    const sealed = cursors.seal({ direction: 'next', edge: ['2020777185899446272'] });
    for (let at = 0; at <= sealed.length; at++)
      for (const character of alphabet) {
        const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
        if (changed !== sealed) expect(cursors.open(changed), changed).toBeNull();
        expect(cursors.open(sealed.slice(0, at) + character + sealed.slice(at))).toBeNull();
      }
    for (let at = 0; at < sealed.length; at++) {
      expect(cursors.open(sealed.slice(0, at))).toBeNull();
      expect(cursors.open(sealed.slice(0, at) + sealed.slice(at + 1))).toBeNull();
    }
  });

  test('what is no cursor at all is refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cursors.open(text)).toBeNull();
      }),
    );
  });
});
