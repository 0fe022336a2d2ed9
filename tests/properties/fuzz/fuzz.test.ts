import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../testing/endpoints.ts';
import { proved, proving, times } from '../../support/prove.ts';
import { fuzzRound } from './round.ts';
import type { Tally } from './round.ts';

const stepsARound = 400;
const rounds = times(3_200, 2_000_000) / stepsARound;
/** `FUZZ_SEED=<seed>` repeats one seed. The full form takes new seeds every time. */
const only = process.env['FUZZ_SEED'];
// Together with the pinned ones these reach every endpoint.
const first = proving ? Date.now() % 1_000_000_000 : 64;
/**
 * Seeds that once failed. 250620552: JSON nested 20,000 deep was quoted in a refusal.
 * 251065545: a jump of the clock that ended when a job fell due was not made durable.
 * 359239107: a stream that was asked for twice at once, by one request id, was given to both and opened by one.
 */
const pinned = [250620552, 251065545, 359239107];

const seeds = only
  ? [Number(only)]
  : [...pinned, ...Array.from({ length: rounds }, (_, index) => first + index)];

/** Seeds that failed did so in the whole starter; of the others some run in it. */
const isWhole = (seed: number): boolean => only !== undefined || pinned.includes(seed) || seed % 4 === 0;

const tally: Tally = { requests: 0, statuses: new Map(), served: new Set() };
const partOf = proving ? 500 : 7;
const parts = Array.from({ length: Math.ceil(seeds.length / partOf) }, (_, part) =>
  seeds.slice(part * partOf, (part + 1) * partOf),
);

describe(`${seeds.length * stepsARound} random and mutated requests`, () => {
  test.each(parts.map((part, index) => [index + 1, part] as const))(
    `part %i of ${parts.length}: every outcome is well-formed, the state stays whole`,
    async (_, part) => {
      const before = tally.requests;
      for (const seed of part) await fuzzRound(seed, stepsARound, tally, isWhole(seed));
      expect(tally.requests - before).toBe(part.length * stepsARound);
    },
  );

  // A fuzz whose requests all fail early would prove little.
  test.skipIf(only)('every status and every endpoint is met', async () => {
    // The steps of the flows need tokens and codes of a step before; tests/properties/grants.test.ts walks them.
    const ready = endpoints.filter(({ auth }) => auth.includes('app') || auth.includes('oauth1'));
    const unreached = () => ready.filter(({ id }) => !tally.served.has(id)).map(({ id }) => id);
    const wanted = [200, 201, 204, 400, 401, 403, 404, 405, 414, 415, 429];
    const unmet = () => wanted.filter((status) => !tally.statuses.has(status));
    // A few calls succeed once in many rounds (the messages of a conversation that a call made before), and so do some statuses.
    for (let more = 0; unreached().length + unmet().length > 0 && more < 12 * rounds; more++)
      await fuzzRound(first + rounds + more, stepsARound, tally, false);
    proved(
      `fuzz: ${tally.requests} calls in ${seeds.length} worlds, a third of them continued from a snapshot`,
    );
    expect(unmet()).toEqual([]);
    expect(unreached()).toEqual([]);
  });
});
