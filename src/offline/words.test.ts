import { expect, test } from 'vitest';
import type { CopyState } from './protocol.ts';
import { wordsOf } from './words.ts';
import type { KnownCopy } from './words.ts';

const since = Date.UTC(2026, 10, 27, 9, 5, 7);
const state: CopyState = { version: '1', bytes: 15_900_000, of: 15_900_000, since };
const known: KnownCopy = { state, failed: null, isRemoved: false, isOnline: true, needsReload: false };

test.each<[Partial<KnownCopy>, string, string]>([
  [
    { state: { ...state, bytes: 1_400_000, since: null } },
    'Preparing for offline use, 1.4 of 15.9 MB',
    'After that',
  ],
  [
    { state: { ...state, bytes: 11_500_000 } },
    'Works offline, 11.5 of 15.9 MB',
    '11.5 of 15.9 MB are kept so far',
  ],
  [{}, 'Works offline', 'of 27 Nov 2026, 09:05:07 UTC'],
  [{}, 'Works offline', '15.9 MB are kept in this browser.'],
  [{ isOnline: false }, 'Offline, everything works', 'without a network'],
  [{ needsReload: true }, 'Works offline after a reload', 'from the copy only after a reload.'],
  [
    { needsReload: true, isOnline: false },
    'Offline, everything works after a reload',
    'This tab was opened before',
  ],
  [
    { failed: 'The browser allows no more storage.', state: null },
    'Does not work offline',
    'The browser allows no more storage.',
  ],
  [
    { failed: 'The browser allows no more storage.', state: { ...state, bytes: 11_500_000 } },
    'Works offline, 11.5 of 15.9 MB',
    'It stopped: The browser allows no more storage.',
  ],
  [{ isRemoved: true, state: null }, 'No offline copy', 'You removed the offline copy.'],
])('%j: %s', (less, sign, more) => {
  const words = wordsOf({ ...known, ...less });
  expect(words?.sign).toBe(sign);
  expect(words?.more).toContain(more);
});

test('nothing is said while nothing is known', () => {
  expect(wordsOf({ ...known, state: null })).toBeNull();
});
