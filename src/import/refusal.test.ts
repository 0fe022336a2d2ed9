import { expect, test } from 'vitest';
import { longestFile as taken } from '../../worker/transfer/limits.ts';
import { longestFile, megabytes, refusalOf, tooLarge } from './refusal.ts';

test('a page reads no more than the engine takes', () => {
  expect(longestFile).toBe(taken);
});

test('sizes are told in the unit that fits', () => {
  expect([0, 1, 11, 99_000, 1_500_000].map(megabytes)).toEqual([
    '0 bytes',
    '1 byte',
    '11 bytes',
    '97 KB',
    '1.4 MB',
  ]);
  expect(tooLarge(70_000_000, longestFile).why).toBe('It has 66.8 MB; an import takes 64.0 MB at most.');
});

test('what is damaged is told with table, row and field, however long they are', () => {
  const error = {
    name: 'SnapshotInvalid',
    message: '',
    table: 'posts',
    key: '7',
    field: 'text',
    reason: 'is no text',
  };
  expect(refusalOf(error).why).toBe('Table posts, row 7, field text: is no text.');
  expect(refusalOf({ ...error, key: 'x'.repeat(5000) }).why.length).toBeLessThan(200);
});

test('every other error is told as it is', () => {
  expect(refusalOf(new Error('gone')).why).toBe('gone');
});
