import { describe, expect, test } from 'vitest';
import { rows } from '../../tests/support/cells.ts';
import { limits, parseCell, unlisted } from './limits.ts';

const user = (limit: number, windowSeconds: number) => ({ scope: 'user', limit, windowSeconds });
const app = (limit: number, windowSeconds: number) => ({ scope: 'app', limit, windowSeconds });

describe('the notation of 8.3', () => {
  test.each([
    ['900 U, 450 A', [user(900, 900), app(450, 900)]],
    ['17/24h U, 17/24h A', [user(17, 86_400), app(17, 86_400)]],
    ['100 U, 10000/24h A', [user(100, 900), app(10_000, 86_400)]],
    ['1/1s U', [user(1, 1)]],
    ['25/15m A', [app(25, 900)]],
  ])('%s', (cell, expected) => {
    expect(parseCell(cell)).toEqual(expected);
  });

  test('every cell of the document with two or three plans can be read', () => {
    expect(rows.length).toBeGreaterThan(50);
    for (const { clause, cells } of rows)
      for (const values of Object.values(cells).filter(({ length }) => length > 0)) {
        const cell = values.map(
          ({ calls, minutes, scope }) =>
            `${calls}/${minutes === 1440 ? '24h' : minutes === 15 ? '15m' : '1s'} ${scope === 'user' ? 'U' : 'A'}`,
        );
        expect(
          parseCell(cell.join(', ')).map(({ limit }) => limit),
          clause,
        ).toEqual(values.map(({ calls }) => calls));
      }
  });

  test.each([
    '',
    '900',
    '900 X',
    'U 900',
    '0 U',
    '-1 U',
    '1.5 U',
    '900U',
    '900 U,450 A',
    '1/1h U',
    '1/24h',
    '900 U, ',
    'many U',
  ])('refuses %j', (cell) => {
    expect(() => parseCell(cell)).toThrow(TypeError);
  });

  test('cells are for Pro, Basic, Free; Enterprise has those of Pro; a missing cell excludes the plan', () => {
    const rule = limits('3 U', '2 U');
    expect(rule.cells).toEqual({
      pro: [user(3, 900)],
      enterprise: [user(3, 900)],
      basic: [user(2, 900)],
      free: null,
    });
    const same = [app(25, 900)];
    expect(unlisted('25 A').cells).toEqual({ pro: same, enterprise: same, basic: same, free: same });
    expect([rule.documented, unlisted('25 A').documented]).toEqual([true, false]);
  });
});
