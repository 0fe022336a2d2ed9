import { beforeEach, expect, test, vi } from 'vitest';
import { longestNote, Pins } from './pins.svelte.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('a pin and its note survive a reload, and belong to one exchange', () => {
  const pins = new Pins();
  pins.pin({ sequence: 7, at: 1000 }, 'look at the nonce');
  pins.pin({ sequence: 9, at: 2000 }, '');
  const again = new Pins();
  expect(again.sequences).toEqual([7, 9]);
  expect(again.noteOf({ sequence: 7, at: 1000 })).toBe('look at the nonce');
  expect(again.noteOf({ sequence: 7, at: 1001 })).toBeNull();
  again.unpin({ sequence: 7, at: 1000 });
  again.unpin({ sequence: 9, at: 2000 });
  expect([new Pins().sequences, stored.size]).toEqual([[], 0]);
});

test('pins of another tab stay, and damaged storage is tolerated', () => {
  const [one, other] = [new Pins(), new Pins()];
  one.pin({ sequence: 1, at: 1 }, 'x'.repeat(2 * longestNote));
  other.pin({ sequence: 2, at: 2 }, '');
  expect(new Pins().sequences).toEqual([1, 2]);
  expect(new Pins().noteOf({ sequence: 1, at: 1 })).toHaveLength(longestNote);
  for (const text of ['{', '[]', '7', '{"a":1,"1@2":3,"4@5":"six"}']) {
    stored.set('svc-playground:pins:/', text);
    expect(new Pins().sequences).toEqual(text.includes('six') ? [4] : []);
  }
});
