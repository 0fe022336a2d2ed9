import { expect, test } from 'vitest';
import { originOf, readOrigin } from './origin.ts';

test('issue 21: an edited copy names its exchange by sequence and time, and other text names none', () => {
  expect(readOrigin(originOf({ sequence: 97, at: 1_795_383_971_000 }))).toEqual({
    sequence: 97,
    at: 1_795_383_971_000,
  });
  for (const other of ['', '97', '97@', '@1', '-1@2', '97@1.5', '97@1&'])
    expect(readOrigin(other)).toBeNull();
});
