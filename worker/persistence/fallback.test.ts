import { expect, test } from 'vitest';
import { reasonFor } from './fallback.ts';

const after = 'Everything goes on in the memory of this tab; export it to keep it.';
const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name });

test.each([
  ['QuotaExceededError', 'The browser has no room left for this page.'],
  ['SecurityError', 'The browser denies storage to this page.'],
])('a %s has its own sentence, also inside another error', (name, sentence) => {
  expect(reasonFor(named(name))).toBe(`${sentence} ${after}`);
  expect(reasonFor(Object.assign(new Error('Aborted'), { inner: named(name) }))).toBe(`${sentence} ${after}`);
  expect(reasonFor(new Error('Aborted', { cause: named(name) }))).toBe(`${sentence} ${after}`);
});

test('what Chromium says when all cookies are blocked is a denial', () => {
  const error = named('UnknownError', 'The user denied permission to access the database.');
  expect(reasonFor(error)).toBe(`The browser denies storage to this page. ${after}`);
});

test('any other failure is told by its innermost cause, as one sentence', () => {
  const error = new Error('Outer. UnknownError: Broken.', { cause: named('UnknownError', 'Broken.') });
  expect(reasonFor(error)).toBe(`The browser's storage failed: Broken. ${after}`);
  expect(reasonFor('gone')).toBe(`The browser's storage failed: gone. ${after}`);
});
