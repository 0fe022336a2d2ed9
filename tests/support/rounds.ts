import type fc from 'fast-check';
import { counted, proving, times } from './prove.ts';

/**
 * How often fast-check repeats. The short form has a fixed seed, so that the gate is reproducible; the full form has a
 * new seed each time, which fast-check prints when it fails: pin it as an example next to the property. Tests that
 * repeat one property for many things give each a `salt`, so that each gets its own examples.
 */
export function rounds(short: number, full: number, salt = 0): Pick<fc.Parameters, 'numRuns' | 'seed'> {
  const numRuns = times(short, full);
  counted(numRuns);
  return { numRuns, ...(!proving && { seed: 5849 + salt }) };
}
