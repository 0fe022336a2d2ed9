/** Checks the Signature doctor's answers. */
import { expect } from 'vitest';
import type { Diagnosis } from '../../engine/doctor/signature/doctor.ts';
import { ids, idsOf } from './doctor.consult.ts';
import { variants } from './doctor.faults.ts';
import type { Fault } from './doctor.faults.ts';
import { readings, rightBaseString, wrongSignature } from './doctor.injector.ts';
import type { Case } from './doctor.requests.ts';

/** Whether the named mistakes, made by hand in some way, give the signature. */
function reproduces(
  request: Case,
  [first, ...rest]: readonly string[],
  signature: string,
  made: readonly Fault[] = [],
): boolean {
  if (first === undefined) return readings(request).some((each) => wrongSignature(each, made) === signature);
  return Array.from({ length: variants[first]! }, (_, variant) => variant).some((variant) =>
    reproduces(request, rest, signature, [...made, { id: first, variant }]),
  );
}

/** Properties of every explanation, for any signature. */
export function examine(request: Case, signature: string, diagnosis: Diagnosis, atMost: number): void {
  expect(diagnosis.verdict).toBe('explained');
  const sizes = new Set(diagnosis.explanations.map((each) => each.mistakes.length));
  expect(sizes.size).toBe(1);
  expect([...sizes][0]).toBeLessThanOrEqual(atMost);
  if (sizes.has(2)) expect(ids.filter((id) => reproduces(request, [id], signature))).toEqual([]);
  expect(diagnosis.baseString).toBe(diagnosis.explanations[0]!.proof!.baseStringCorrect);
  for (const explanation of diagnosis.explanations) {
    expect(reproduces(request, idsOf(explanation), signature), idsOf(explanation).join(' + ')).toBe(true);
    const {
      baseStringReceivedFrom: wrong,
      baseStringCorrect: right,
      firstDifference,
      keyDescription,
    } = explanation.proof!;
    expect(readings(request).map(rightBaseString)).toContain(right);
    if (firstDifference === null) expect(wrong).toBe(right);
    else {
      const { index, expected, actual } = firstDifference;
      expect(wrong.slice(0, index)).toBe(right.slice(0, index));
      expect(right.startsWith(expected, index) && wrong.startsWith(actual, index)).toBe(true);
      expect(expected).not.toBe(actual);
    }
    for (const secret of [request.consumer_secret, request.token_secret, ...request.otherTokenSecrets])
      if (secret) expect(keyDescription).not.toContain(secret);
  }
}
