/** Puts requests before the Signature doctor and examines what it says. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { diagnose } from '../../engine/auth/doctor.ts';
import type { Diagnosis, DoctorContext, Explanation } from '../../engine/auth/doctor.ts';
import type { HttpRequest } from '../../engine/index.ts';
import { variants, wrongSignature } from './doctor.injector.ts';
import type { Fault } from './doctor.injector.ts';
import { baseUrls } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

export const ids = Object.keys(variants);
/** Picks one of several, by its remainder. */
export const choice = fc.nat(0xffff);
export const faultOf = (id: string, pick: number): Fault => ({ id, variant: pick % variants[id]! });

const form = (pairs: Case['query']): string => pairs.map((each) => each.join('=')).join('&');

export function messageOf(request: Case): HttpRequest {
  const { scheme, writtenHost, port, path, query } = request;
  const url = `${scheme}://${writtenHost}${port && `:${port}`}${path}${query.length > 0 ? `?${form(query)}` : ''}`;
  const body = request.json || form(request.form);
  const type = request.json ? 'application/json' : 'application/x-www-form-urlencoded; charset=utf-8';
  return {
    method: request.method,
    url,
    headers: body ? [['Content-Type', type]] : [],
    ...(body && { body: new TextEncoder().encode(body) }),
  };
}

const escape = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** How long each kind of diagnosis took, in ms. */
export const took: Record<'right' | 'single' | 'pair' | 'unknown' | 'garbage' | 'long', number[]> = {
  right: [],
  single: [],
  pair: [],
  unknown: [],
  garbage: [],
  long: [],
};

export function consult(
  request: Case,
  signature: string,
  kind: keyof typeof took,
  context: DoctorContext = { baseUrls },
): Diagnosis {
  const pairs = [...request.header, ['oauth_signature', signature] as const];
  const authorization = `OAuth ${pairs.map(([name, value]) => `${name}="${escape(value)}"`).join(', ')}`;
  const { consumer_secret, token_secret, otherTokenSecrets } = request;
  const input = {
    ...messageOf(request),
    authorization,
    consumer_secret,
    token_secret,
    context: { otherTokenSecrets, ...context },
  };
  const start = performance.now();
  const diagnosis = diagnose(input);
  took[kind].push(performance.now() - start);
  return diagnosis;
}

/** Median, 95 % and longest of each kind. */
export const timesTaken = (): string =>
  Object.entries(took)
    .filter(([, all]) => all.length > 0)
    .map(([kind, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1);
      return `${kind} ${at(0.5)}, ${at(0.95)}, ${at(1)}`;
    })
    .join('; ');

export const idsOf = ({ mistakes: made }: Explanation): string[] => made.map(({ id }) => id).sort();

/** Whether the mistakes named, made by hand in some way, give the signature. */
function reproduces(
  request: Case,
  [first, ...rest]: readonly string[],
  signature: string,
  made: readonly Fault[] = [],
): boolean {
  if (first === undefined) return wrongSignature(request, made) === signature;
  return Array.from({ length: variants[first]! }, (_, variant) => variant).some((variant) =>
    reproduces(request, rest, signature, [...made, { id: first, variant }]),
  );
}

/** What every explanation has to be, whatever was done to the signature. */
export function examine(request: Case, signature: string, diagnosis: Diagnosis, atMost: number): void {
  expect(diagnosis.verdict).toBe('explained');
  const sizes = new Set(diagnosis.explanations.map((each) => each.mistakes.length));
  expect(sizes.size).toBe(1);
  expect([...sizes][0]).toBeLessThanOrEqual(atMost);
  if (sizes.has(2)) expect(ids.filter((id) => reproduces(request, [id], signature))).toEqual([]);
  for (const explanation of diagnosis.explanations) {
    expect(reproduces(request, idsOf(explanation), signature), idsOf(explanation).join(' + ')).toBe(true);
    const {
      baseStringReceivedFrom: wrong,
      baseStringCorrect: right,
      firstDifference,
      keyDescription,
    } = explanation.proof!;
    expect(right).toBe(diagnosis.baseString);
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
