import { expect, test } from 'vitest';
import { choicesOf, restingOn } from './choices-of.ts';

const choice = (id: string, section: string) => ({ id, section, title: id, choice: '', why: '' });
const register = [choice('cells', '8.3'), choice('window', '8.1'), choice('o1-clock', '4.1')];
const steps = [
  { sections: ['4.1'], choices: ['o1-clock'] },
  { sections: ['8.1', '8.3'], choices: ['window', 'cells'] },
  { sections: ['4.6'], choices: ['window'] },
];

test('a section’s choices are its own, those of steps that cite it, and the requested one', () => {
  const ids = (...args: Parameters<typeof choicesOf>) => choicesOf(...args).map(({ id }) => id);
  expect(ids(register, '8.3', null, null)).toEqual(['cells']);
  expect(ids(register, '8.3', { endpointId: 'getMe', steps }, null)).toEqual(['cells', 'window']);
  expect(ids(register, '8.3', null, 'o1-clock')).toEqual(['cells', 'o1-clock']);
  expect(ids(register, '9', null, null)).toEqual([]);
});

test('a call lists each choice once, in the order in which it came up, with all sections of its steps', () => {
  expect([...restingOn(steps)]).toEqual([
    ['o1-clock', ['4.1']],
    ['window', ['8.1', '8.3', '4.6']],
    ['cells', ['8.1', '8.3']],
  ]);
});
