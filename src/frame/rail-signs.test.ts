import { expect, test } from 'vitest';
import type { Left, Sign } from '../state/what-runs.svelte.ts';
import { signsByView } from './rail-signs.ts';

const load: Sign = { view: 'limits', words: 'a load runs, 12 of 60', left: null };
const stream: Sign = { view: 'requests', words: 'a stream is open', left: null };
const cut: Left = {
  ...{ view: 'limits', says: 'The load ended at 12 of 60.', words: 'a load ended at 12 of 60' },
  ...{ href: '#/limits/load', does: 'Go to the load' },
};

test('lift 10: a view has one sign, with the words of everything that runs in it', () => {
  const signs = signsByView({ signs: [load, stream, { ...stream, words: 'a call waits' }], left: [] });
  expect([...signs]).toEqual([
    ['limits', { words: 'a load runs, 12 of 60', isLeft: false }],
    ['requests', { words: 'a stream is open, a call waits', isLeft: false }],
  ]);
});

test('lift 10: work that a reload interrupted has another kind of sign, until something runs there again', () => {
  const left = [['load', cut]] as const;
  expect(signsByView({ signs: [], left }).get('limits')).toEqual({
    words: 'a load ended at 12 of 60',
    isLeft: true,
  });
  expect(signsByView({ signs: [load], left }).get('limits')).toEqual({
    words: 'a load runs, 12 of 60, a load ended at 12 of 60',
    isLeft: false,
  });
});
