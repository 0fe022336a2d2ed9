/** Lift 3: the output of a program with a deliberate mistake, and the Signature doctor's verdict on it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePrinted } from '../../engine/doctor/signature/doctor.ts';
import type { ComparedPart, Printed } from '../../engine/doctor/signature/doctor.ts';
import { rounds } from '../support/rounds.ts';
import { choice, ids, inputOf } from './doctor.consult.ts';
import { faultOf } from './doctor.faults.ts';
import { isRight, printedBy, readings, rightBaseString } from './doctor.injector.ts';
import { cases } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

const rightKey = (request: Case): string => printedBy(request, []).key;
const isRightString = (request: Case, text: string): boolean =>
  readings(request).map(rightBaseString).includes(text);

function compared(request: Case, signature: string, printed: Printed) {
  const result = comparePrinted(inputOf(request, signature), printed);
  if (!result) throw new Error('the request was not read');
  return result;
}

const reasonsOf = ({ reasons }: ComparedPart): string[] =>
  reasons.map((each) => each.map(({ id }) => id).join(' + '));

/** Line breaks in a base string are treated as those of a terminal. */
const isOneLine = (text: string): boolean => text === text.trim() && !/[\r\n]/.test(text);

describe('every mistake of the doctor gives its reason', () => {
  test.each(ids.map((id, salt) => [id, salt] as const))('%s', (id, salt) => {
    fc.assert(
      fc.property(cases, choice, (request, pick) => {
        const { baseString, key, signature } = printedBy(request, [faultOf(id, pick)]);
        fc.pre(!isRight(request, signature) && isOneLine(baseString));
        const all = compared(request, signature, { baseString, key });
        const wrongString = !isRightString(request, baseString);
        expect(all.baseString.state).toBe(wrongString ? 'differs' : 'same');
        expect(all.key.state).toBe(key === rightKey(request) ? 'same' : 'differs');
        expect(all.signature.state).toBe('differs');
        if (wrongString) expect(reasonsOf(all.baseString)).toContain(id);
        else if (key !== rightKey(request)) expect(reasonsOf(all.key)).toContain(id);
        else expect(reasonsOf(all.signature)).toContain(id);
        // If only the base string is given, the signature proves the rest.
        const half = compared(request, signature, { baseString });
        expect(half.key.state).toBe(all.key.state === 'same' ? 'follows' : 'differs');
        if (half.key.state === 'differs') expect(reasonsOf(half.key)).toContain(id);
        expect(JSON.stringify([all.key, half.key])).not.toContain(request.consumer_secret);
      }),
      rounds(1, 300, salt),
    );
  });
});

test('equal parts are reported as equal, whatever is left out', () => {
  fc.assert(
    fc.property(cases, (request) => {
      const { baseString, key, signature } = printedBy(request, []);
      fc.pre(isOneLine(baseString));
      const all = compared(request, signature, { baseString: `"${baseString}"\n`, key });
      expect(
        [all.baseString, all.key, all.signature].map(({ state, reasons, at }) => [state, reasons, at]),
      ).toEqual(Array(3).fill(['same', [], null]));
      expect(all.signature.fits).toBe(true);
      const none = compared(request, signature, {});
      expect([none.baseString.state, none.key.state, none.signature.state]).toEqual([
        'follows',
        'follows',
        'same',
      ]);
    }),
    rounds(20, 1000),
  );
});
