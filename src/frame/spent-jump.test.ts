import { expect, test } from 'vitest';
import { spentWords } from './spent-jump.ts';

test('a jump that used up its calls says until when they were made, and what happens to the others', () => {
  const from = Date.UTC(2026, 1, 26, 9, 0, 0);
  const day = 86_400_000;
  expect(spentWords({ from, until: from + 365 * day, callsUntil: from + 83 * day })).toBe(
    'A jump makes at most 10,000 calls to receivers. They were used up at 20 May 2026 09:00: later deliveries are sent after the jump, and each webhook is checked once.',
  );
});
