import { expect, it } from 'vitest';
import { ActMark } from './act-mark.svelte.ts';

it('a change that fixes a refusal is marked until the call after the one that reports it', () => {
  const mark = new ActMark();
  mark.change = { where: 'plan', was: 'Free' };
  mark.callSent();
  expect(mark.change).toMatchObject({ where: 'plan', was: 'Free' });
  mark.callSent();
  expect(mark.change).toBeNull();
});
