import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits, parseCell } from '../../engine/spec/limits.ts';
import type { Limit } from '../../engine/spec/limits.ts';
import { proves } from '../support/clause.ts';
import { rounds } from '../support/rounds.ts';

/** The names in specification 8.1. */
const windows = [
  ['', 900],
  ['/15m', 900],
  ['/24h', 86_400],
  ['/1s', 1],
] as const;
const scopes = [
  ['U', 'user'],
  ['A', 'app'],
] as const;

const part = fc
  .record({
    limit: fc.integer({ min: 1, max: 100_000 }),
    window: fc.constantFrom(...windows),
    scope: fc.constantFrom(...scopes),
  })
  .map(({ limit, window: [suffix, windowSeconds], scope: [letter, scope] }) => ({
    text: `${limit}${suffix} ${letter}`,
    meaning: { scope, limit, windowSeconds } satisfies Limit,
  }));

describe('the notation of limits', () => {
  test(
    proves(['8.1-windows', '8.3-two-values', '8.3-default-window'], 'every cell that can be written is read'),
    () => {
      fc.assert(
        fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
          expect(parseCell(parts.map(({ text }) => text).join(', '))).toEqual(
            parts.map(({ meaning }) => meaning),
          );
        }),
        rounds(300, 20_000),
      );
    },
  );

  test('anything else is a TypeError', () => {
    for (const cell of [
      '',
      '900',
      '900U',
      '0 U',
      '-1 U',
      '9 B',
      '9/1h U',
      '9 U,9 A',
      '9 U, ',
      ' 9 U',
      '9.5 U',
      '९ U',
    ])
      expect(() => parseCell(cell), cell).toThrow(TypeError);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159 /UAmhs,124') }), (cell) => {
        try {
          expect(parseCell(cell).every(({ limit }) => Number.isInteger(limit) && limit > 0)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
      rounds(500, 50_000),
    );
  });

  test(proves('8.3-cell-order', 'cells are Pro, Basic, Free; Enterprise has those of Pro'), () => {
    const { cells } = limits('3 U', '2 U', '1 U');
    const counts = Object.fromEntries(Object.entries(cells).map(([plan, cell]) => [plan, cell?.[0]?.limit]));
    expect(counts).toEqual({ pro: 3, basic: 2, free: 1, enterprise: 3 });
    expect(limits('3 U').cells).toMatchObject({ basic: null, free: null });
  });
});
