import { expect, test } from 'vitest';
import { newerReason, reasonFor, unreadableReason } from '../../worker/persistence/fallback.ts';
import { whyNotKept } from './kept.ts';

test.each([
  reasonFor(new DOMException('', 'SecurityError')),
  reasonFor(new DOMException('', 'QuotaExceededError')),
  reasonFor(new Error('a cosmic ray')),
  newerReason,
  unreadableReason(new Error('a cosmic ray')),
])('a reader of an embed is told why its world is not kept, without an export: %s', (reason) => {
  const why = whyNotKept({ kind: 'memory', reason });
  expect(why).toMatch(/^Not kept\. .+\. This world is gone with the page\.$/);
  expect(why).not.toMatch(/export|tab/);
});

test('a world that is kept needs no word, and one that is waited for has its own', () => {
  expect(whyNotKept({ kind: 'saved', reason: null })).toBeNull();
  expect(whyNotKept({ kind: 'memory', reason: 'In memory.' }, true)).toBe(
    'Not kept. The browser denies storage to this frame. This world is gone with the page.',
  );
  expect(whyNotKept({ kind: 'held', reason: 'It does not answer.' })).toBe('It does not answer.');
});
