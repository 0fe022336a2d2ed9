import { expect, test } from 'vitest';
import { momentOf, partOf, spokenWords, stoppedWords } from './jump-words.ts';

const day = 86_400_000;
const from = Date.UTC(2026, 1, 26, 9, 0, 0);
const way = (all: number, done: number) => ({ from, at: from + done, until: from + all });

test.each([
  [way(30 * day, 16 * day), 'Stopped at 14 Mar 2026 09:00. 16 days of 30 were played.'],
  [way(30 * day, 1.9 * day), 'Stopped at 28 Feb 2026 06:36. 1 day of 30 was played.'],
  [way(30 * day, 1000), 'Stopped at 26 Feb 2026 09:00. Less than 1 day of 30 was played.'],
  [way(day, day / 2), 'Stopped at 26 Feb 2026 21:00. 12 hours of 24 were played.'],
  [way(900_000, 61_000), 'Stopped at 26 Feb 2026 09:01:01. 1 minute of 15 was played.'],
  [way(60_000, 59_999), 'Stopped at 26 Feb 2026 09:00:59. 59 seconds of 60 were played.'],
  [way(1, 0), 'Stopped at 26 Feb 2026 09:00:00. Less than 1 second of 0 was played.'],
])('%o: %s', (stopped, words) => {
  expect(stoppedWords(stopped)).toBe(words);
});

test('the target is read out first, and then each quarter of the way', () => {
  const said = [0, 7, 8, 15, 23, 30].map((days) => spokenWords(way(30 * day, days * day)));
  expect(said).toEqual([
    'The clock is jumping to 28 Mar 2026 09:00. It can be stopped.',
    'The clock is jumping to 28 Mar 2026 09:00. It can be stopped.',
    'A quarter of the jump is done.',
    'Half of the jump is done.',
    'Three quarters of the jump is done.',
    'All of the jump is done.',
  ]);
});

test('times have seconds if the way is short', () => {
  expect(momentOf(from, way(60_000, 0))).toBe('26 Feb 2026 09:00:00');
  expect(momentOf(from, way(day, 0))).toBe('26 Feb 2026 09:00');
  expect(partOf(way(3 * day, 3 * day))).toBe('3 days of 3');
});
