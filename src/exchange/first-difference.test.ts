import { expect, it } from 'vitest';
import { firstDifference } from './first-difference.ts';

it('finds where two base strings start to differ', () => {
  expect([firstDifference('abc', 'abd'), firstDifference('ab', 'abc'), firstDifference('a', 'a')]).toEqual([
    2, 2, -1,
  ]);
});
