import { expect, test } from 'vitest';
import { tallyOf } from './tally.ts';

test.each([
  ['', null],
  ['ok ok', null],
  ['ok note ok', null],
  ['ok ok ok', 'All 3 are right.'],
  ['ok ok err:a', '2 of 3 are right; the other: a.'],
  ['ok err:a err:a note', '1 of 3 are right; all the others: a.'],
  ['err:a err:a err:a', 'None of 3 is right; all the others: a.'],
  ['ok err:a err:a warn:b', '1 of 4 are right; the others have 2 different faults.'],
])('%s', (requests, tally) => {
  const judgements = requests
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => {
      const [level, title = ''] = each.split(':');
      return { level: level as 'ok' | 'err' | 'warn' | 'note', title };
    });
  expect(tallyOf(judgements)).toBe(tally);
});
