import { randomInt } from 'node:crypto';
import { Random } from '../../engine/state/random.ts';
import { proved, proving } from './prove.ts';

/**
 * Random numbers for a test. The short form has a fixed seed, `pinned`, so every run is the same; the long proofs draw
 * a new seed each time and print it. `SEED=<the printed one>` repeats a run.
 */
export function dice(what: string, pinned = 5849): Random {
  const given = process.env['SEED'];
  const seed = given ?? (proving ? randomInt(2 ** 32) : pinned);
  if (proving || given !== undefined) proved(`${what}: SEED=${seed}`);
  return Random.seeded(`${what} ${seed}`);
}
