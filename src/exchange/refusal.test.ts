import { expect, it } from 'vitest';
import type { TraceLine } from '../../worker/api.ts';
import { refusal } from './refusal.ts';

const refused: TraceLine = {
  at: 1,
  outcome: 'refused',
  verb: 'Refused',
  text: 'token revoked',
  sections: ['7'],
  choices: [],
};

it('is the step that refused, not the answer that reports it', () => {
  const answeredLine: TraceLine = { ...refused, verb: 'Answered', text: '401' };
  expect(refusal([refused, answeredLine])).toBe(0);
  expect(refusal([answeredLine])).toBe(-1);
});
