import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bounds, isWithin, settingsFrom, usual } from './settings.svelte.ts';
import type { Bounded } from './settings.svelte.ts';
import { rounds } from '../../../tests/support/rounds.ts';

it('keeps valid values, and uses the defaults for the rest', () => {
  const stored = {
    count: 2001,
    perSecond: 7,
    as: 'app',
    on429: 'shout',
    endpoint: 'getMe',
    jitter: 1,
    factor: 1.5,
  };
  expect(settingsFrom(stored)).toEqual({ ...usual, perSecond: 7, as: 'app', endpoint: 'getMe', factor: 1.5 });
  for (const nothing of [null, undefined, 5, 'text', []]) expect(settingsFrom(nothing)).toEqual(usual);
});

it('is bounded, no matter what was stored', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(usual)), fc.anything()), (stored) => {
      const found = settingsFrom(stored);
      expect(Object.keys(found)).toEqual(Object.keys(usual));
      for (const name of Object.keys(bounds) as Bounded[]) expect(isWithin(name, found[name])).toBe(true);
      expect(String(found.endpoint).length).toBeLessThanOrEqual(80);
    }),
    rounds(100, 2000),
  );
});
