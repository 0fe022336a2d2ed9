import { expect, it } from 'vitest';
import { statusLine } from './status-line.ts';

it('writes the status with its reason phrase', () => {
  expect([200, 401, 429, 299].map(statusLine)).toEqual([
    '200 OK',
    '401 Unauthorized',
    '429 Too Many Requests',
    '299',
  ]);
});
