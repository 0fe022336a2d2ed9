import { expect, test } from 'vitest';
import { titlesOf } from './titles.ts';

test('mistakes that were made together are one sentence, in which names keep their capitals', () => {
  const titles = [
    'Space encoded as +',
    'Key not encoded',
    'A port too many',
    'HMAC of another text',
    'Base64 in lower case',
  ];
  expect(titlesOf(titles.map((title) => ({ title })))).toBe(
    'Space encoded as +, and key not encoded, and a port too many, and HMAC of another text, and Base64 in lower case',
  );
  expect(titlesOf([])).toBe('');
});
