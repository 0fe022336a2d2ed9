import { describe, expect, test } from 'vitest';
import { differencesOf, nameOf, rowsOfBoth } from './rows.ts';
import type { ComparedRow, SkippedRows } from './rows.ts';

const ours = 'GET&https%3A%2F%2Fa.example%2F2&max_results%3D10%26query%3Dharbour%2520lights';

const written = (rows: readonly (ComparedRow | SkippedRows)[]): string[] =>
  rows.map((row) =>
    row.whose === 'skipped'
      ? `… ${row.rows}`
      : `${row.at ?? '-'} ${row.whose} ${row.stretches.map(({ kind, text }) => (kind === 'own' ? `[${text}]` : text)).join('')}`,
  );

describe('lift 3: both base strings in numbered rows', () => {
  test('what both have is shown once, and a row that differs twice, aligned', () => {
    expect(written(rowsOfBoth(ours.replace('%2520', '%2B'), ours, 32))).toEqual([
      '1 both GET&https%3A%2F%2Fa.example%2F2&',
      '33 both max_results%3D10%26query%3Dharbo',
      '65 yours ur[%2B]··lights',
      '65 ours ur[%2520]lights',
    ]);
  });

  test('each row begins with the number of its own character', () => {
    const yours = ours.replace('max_results', 'max');
    expect(written(rowsOfBoth(yours, ours, 32))).toEqual([
      '1 both GET&https%3A%2F%2Fa.example%2F2&',
      '33 yours max········%3D10%26query%3Dharbo',
      '33 ours max[_results]%3D10%26query%3Dharbo',
      '57 both ur%2520lights',
    ]);
  });

  test('no escape is cut, whatever its digits have in common', () => {
    const differing = (yours: string, right: string) =>
      differencesOf(`GET&u&a%3D${yours}b`, `GET&u&a%3D${right}b`).map((each) => [
        each.at,
        each.yours,
        each.ours,
      ]);
    expect(differing('%20', '%2520')).toEqual([[11, '%20', '%2520']]);
    expect(differing('%2B', '%2520')).toEqual([[11, '%2B', '%2520']]);
    expect(differing('%252f', '%252F')).toEqual([[11, '%252f', '%252F']]);
    expect(differing('%25E9', '%25C3%25A9')).toEqual([[11, '%25E9', '%25C3%25A9']]);
    expect(differing('', '%2520')).toEqual([[11, '', '%2520']]);
    expect(differing('%2B~%2B', '%2520~%2520')).toEqual([
      [11, '%2B', '%2520'],
      [15, '%2B', '%2520'],
    ]);
    expect(differing('kYj7', 'Wd5Zk'), 'no escapes: one difference').toHaveLength(1);
  });

  test('a difference names its parameter, and all are found', () => {
    const yours = ours.replace('3D10', '3D20').replace('%2520', '+');
    expect(differencesOf(yours, ours)).toEqual([
      { at: 47, yours: '2', ours: '1', parameter: 'max_results' },
      { at: 67, yours: '+', ours: '%2520', parameter: 'query' },
    ]);
    expect(differencesOf(ours.replace('GET', 'get'), ours)).toMatchObject([{ at: 1, parameter: null }]);
  });

  test('both texts can be read back from the rows, at every width', () => {
    const long = `${ours}%26text%3D${'abcdefghij'.repeat(12)}`;
    const cases = [ours, long, 'GET', '', long.replaceAll('%', '%25'), long.toLowerCase()];
    for (const yours of cases)
      for (const width of [7, 32, 56, 68]) {
        const all = rowsOfBoth(yours, long, width);
        if (all.some(({ whose }) => whose === 'skipped')) continue;
        const rows = all.flatMap((row) => (row.whose === 'skipped' ? [] : row));
        const read = (whose: string): string =>
          rows
            .filter((row) => row.whose === 'both' || row.whose === whose)
            .flatMap(({ stretches }) => stretches.map(({ kind, text }) => (kind === 'gap' ? '' : text)))
            .join('');
        expect([read('yours'), read('ours')]).toEqual([yours, long]);
      }
  });

  test('a long run of equal rows is cut to its ends', () => {
    const long = `${'a'.repeat(320)}X`;
    expect(written(rowsOfBoth(long.replace('X', 'Y'), long, 32)).map((row) => row.slice(0, 12))).toEqual([
      '1 both aaaaa',
      '33 both aaaa',
      '… 6',
      '257 both aaa',
      '289 both aaa',
      '321 yours [Y',
      '321 ours [X]',
    ]);
  });

  test('characters have names', () => {
    expect([' ', '\n', '+', 'é', '', null, 'a b'].map(nameOf)).toEqual([
      ...['a space', 'a line feed', '+', 'é', null, null, null],
    ]);
  });
});
