import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Place } from '../state/store/range.ts';
import { Cursors, cursorsOf } from './cursor.ts';
import type { Paging, Position } from './cursor.ts';
import { rounds } from '../../tests/support/rounds.ts';

const cursors = new Cursors('seed', 'list');
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. %';
const order = fc.constantFrom('descending' as const, 'ascending' as const);
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
  test('open to what was sealed, and only for the list that they were sealed for', () => {
    fc.assert(
      fc.property(position, order, fc.string(), fc.string(), (at, inOrder, binding, other) => {
        const sealed = new Cursors('seed', binding, inOrder).seal(at);
        expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(new Cursors('seed', binding, inOrder).open(sealed)).toEqual(at);
        const reversed = inOrder === 'ascending' ? 'descending' : 'ascending';
        expect(new Cursors('seed', binding, reversed).open(sealed)).toBeNull();
        fc.pre(other !== binding);
        expect(new Cursors('seed', other, inOrder).open(sealed)).toBeNull();
        expect(new Cursors('another seed', binding, inOrder).open(sealed)).toBeNull();
      }),
      rounds(100, 2000),
    );
  });

  test('a changed, missing or extra character makes a cursor that is refused', () => {
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

  test('of an earlier release are opened: a client’s cursor survives an update', () => {
    const [next, previous] = [
      'mxwMi5RlL8gbWyJuIiwiMjAyMDc3NzE4NTg5OTQ0NjI3MiJd',
      'rZbWhMx43fRiWyJQIiwxNzE2MjAwMDAwMDAwLCIyMjQ0OTk0OTQ1OjIwMjA3NzcxODU4OTk0NDYyNzIiXQ',
    ] as const;
    expect(new Cursors('seed', 'list').open(next)).toEqual({
      direction: 'next',
      edge: ['2020777185899446272'],
    });
    expect(new Cursors('seed', 'list of likes').open(previous)).toEqual({
      direction: 'previous',
      edge: [1716200000000, '2244994945:2020777185899446272'],
      isIncluded: true,
    });
  });

  test('are opened only for their own list, no matter what is remembered of others', () => {
    const at: Position = { direction: 'next', edge: ['1'] };
    const paging: Paging = { seed: 'seed', turned: null };
    const sealed = cursorsOf(paging, 'list').seal(at);
    const others: readonly (() => Cursors)[] = [
      () => cursorsOf(paging, 'another list'),
      () => cursorsOf(paging, 'list', 'ascending'),
      () => cursorsOf({ seed: 'another seed', turned: null }, 'list'),
    ];
    for (const other of others) {
      expect(cursorsOf(paging, 'list').open(sealed)).toEqual(at);
      expect(other().open(sealed)).toBeNull();
    }
    const many = cursorsOf(paging, 'list');
    const edges = Array.from({ length: 500 }, (_, key): Position => ({ ...at, edge: [String(key)] }));
    const cursorOf = edges.map((each) => many.seal(each));
    expect(cursorOf.map((each) => many.open(each))).toEqual(edges);
  });

  test('text that is not a cursor is refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cursors.open(text)).toBeNull();
      }),
      rounds(100, 2000),
    );
  });
});
