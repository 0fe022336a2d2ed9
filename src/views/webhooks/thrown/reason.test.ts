import { expect, test } from 'vitest';
import { lineLink } from './reason.ts';
import { thrownWords } from './thrown-words.ts';

test('a reason says what the program threw and where (Q25)', () => {
  expect(thrownWords({ text: 'ReferenceError: cache is not defined', line: 15 })).toBe(
    'cache is not defined · line 15',
  );
  expect(thrownWords({ text: 'Error: The database\n is not there.', line: null })).toBe(
    'The database is not there',
  );
  expect(thrownWords({ text: 'Thrown: 5', line: 2 })).toBe('Thrown: 5 · line 2');
});

test('its line is a link as long as the program is still the one that threw (Q25)', () => {
  const [thrown, receiver] = [
    { text: 'x', line: 15 },
    { host: 'a.example', updatedAt: 5 },
  ] as const;
  expect(lineLink(thrown, 5, receiver)).toBe('#/webhooks/receiver/a.example?line=15');
  expect(lineLink(thrown, 4, receiver)).toBeNull();
  expect(lineLink(thrown, 5, null)).toBeNull();
  expect(lineLink({ ...thrown, line: null }, 5, receiver)).toBeNull();
});
