/** The Signature doctor compared with signatures made wrong by hand, in one way or in two at once. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { mistakes } from '../../engine/doctor/signature/doctor.ts';
import { proved, proving } from '../support/prove.ts';
import { rounds } from '../support/rounds.ts';
import { choice, consult, ids, idsOf, partnerOf, timesTaken } from './doctor.consult.ts';
import { examine } from './doctor.examine.ts';
import { faultOf, isPaired, variants } from './doctor.faults.ts';
import { isRight, wrongSignature } from './doctor.injector.ts';
import { cases } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

const salted = ids.map((id, salt) => [id, salt] as const);
const pairs = { tried: 0, shorter: 0, kinds: new Set<string>() };
const equivalents: number[] = [];
let singles = 0;

afterAll(() => {
  const several = equivalents.filter((count) => count > 1).length;
  proved(
    `doctor, ${mistakes.length} mistakes known: ${singles} single and ${pairs.tried} double faults ` +
      `(${pairs.kinds.size} different pairs, ${pairs.shorter} times one mistake explained both); ` +
      `several equal explanations ${several} times, at most ${Math.max(...equivalents)}`,
  );
  console.info(`Signature doctor, ms (median, 95 %, longest): ${timesTaken()}`);
});

test('the mistakes made here are the doctor’s, each with a unique name', () => {
  const known = new Set(mistakes.map(({ id }) => id));
  expect(known.size).toBe(mistakes.length);
  const seenOnly = mistakes.map(({ id }) => id).filter((id) => !(id in variants));
  expect(seenOnly).toEqual([
    'consumer-secret-differs',
    'token-secret-differs',
    'parameter-missing',
    'parameter-twice',
    'parameter-contradicts',
    'credentials-elsewhere',
    'method-declared',
    'version-declared',
    'nonce-not-ascii',
    'nonce-control-character',
    'timestamp-milliseconds',
    'timestamp-unreadable',
    'timestamp-stale',
    'nonce-reused',
    'wrong-host',
  ]);
  expect(known.size).toBe(ids.length + seenOnly.length);
});

describe('one mistake', () => {
  test.each(salted)('%s', (id, salt) => {
    fc.assert(
      fc.property(cases, choice, (request, pick) => {
        const signature = wrongSignature(request, [faultOf(id, pick)]);
        fc.pre(!isRight(request, signature));
        const diagnosis = consult(request, signature, 'single');
        examine(request, signature, diagnosis, 1);
        expect(diagnosis.explanations.map(idsOf)).toContainEqual([id]);
        singles++;
        equivalents.push(diagnosis.explanations.length);
      }),
      rounds(2, 1000, salt),
    );
  });
});

describe('two mistakes at once', () => {
  // In the gate every second one starts a pair with another; each was tested alone above.
  const paired = salted.filter(([id]) => isPaired(id));
  test.each(paired.filter(([, salt]) => proving || salt % 2 === 0))('%s and another', (id, salt) => {
    fc.assert(
      fc.property(cases, choice, choice, choice, (request, pick, otherPick, partner) => {
        const one = faultOf(id, pick, false);
        const other = partnerOf(request, one, otherPick, partner);
        fc.pre(other !== null);
        const made = [one, other];
        const signature = wrongSignature(request, made);
        const diagnosis = consult(request, signature, 'pair');
        examine(request, signature, diagnosis, 2);
        const answers = diagnosis.explanations.map(idsOf);
        if (answers[0]!.length === 2) expect(answers).toContainEqual(made.map((each) => each.id).sort());
        else pairs.shorter++;
        pairs.tried++;
        pairs.kinds.add(
          made
            .map((each) => each.id)
            .sort()
            .join(),
        );
        equivalents.push(answers.length);
      }),
      rounds(1, 50, salt),
    );
  });
});

test('an empty member of a JSON body that was signed, except for empty values', () => {
  const [request] = fc.sample(cases, { numRuns: 1, seed: 5849 });
  const signed: Case = { ...request!, form: [], json: '{"a":[1,"x"],"text":""}' };
  const made = [faultOf('json-body-included', 3), faultOf('empty-value-left-out', 0)];
  const signature = wrongSignature(signed, made);
  const diagnosis = consult(signed, signature, 'pair');
  examine(signed, signature, diagnosis, 2);
  expect(diagnosis.explanations.map(idsOf)).toContainEqual(['empty-value-left-out', 'json-body-included']);
});
