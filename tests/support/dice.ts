import { randomInt } from 'node:crypto';
import { Random } from '../../engine/state/random.ts';
import { proved, proving } from './prove.ts';

/**
 * Dice for a test that leaves something to chance. The short form has one seed, `pinned`, so that it does the same every
 * time; the long proofs draw a new one each time and print it. `SEED=<the printed one>` repeats it.
 */
export function dice(what: string, pinned = 5849): Random {
  const given = process.env['SEED'];
  const seed = given ?? (proving ? randomInt(2 ** 32) : pinned);
  if (proving || given !== undefined) proved(`${what}: SEED=${seed}`);
  return Random.seeded(`${what} ${seed}`);
}
