import { expect, it } from 'vitest';
import { cellAfter } from './keys.ts';

const extent = { rows: 612_088, columns: 7, seen: 24 };
const after = (key: string, row: number, column: number, ctrlKey = false) => {
  const cell = cellAfter({ key, ctrlKey, metaKey: false }, { row, column }, extent);
  return cell && [cell.row, cell.column];
};

it('moves by one cell, and never leaves the table', () => {
  expect(after('ArrowDown', 4, 2)).toEqual([5, 2]);
  expect(after('ArrowUp', 4, 2)).toEqual([3, 2]);
  expect(after('ArrowUp', 0, 2)).toEqual([-1, 2]);
  expect(after('ArrowUp', -1, 2)).toEqual([-1, 2]);
  expect(after('ArrowDown', 612_087, 2)).toEqual([612_087, 2]);
  expect(after('ArrowLeft', 4, 0)).toEqual([4, 0]);
  expect(after('ArrowRight', 4, 6)).toEqual([4, 6]);
});

it('moves by a page, and to the ends of a row and of the table', () => {
  expect(after('PageDown', 4, 2)).toEqual([28, 2]);
  expect(after('PageUp', 4, 2)).toEqual([0, 2]);
  expect(after('Home', 4, 2)).toEqual([4, 0]);
  expect(after('End', 4, 2)).toEqual([4, 6]);
  expect(after('Home', 4, 2, true)).toEqual([0, 0]);
  expect(after('End', 4, 2, true)).toEqual([612_087, 6]);
  expect(after('x', 4, 2)).toBeNull();
});
