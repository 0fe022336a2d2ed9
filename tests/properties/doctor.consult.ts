/** Submits requests to the Signature doctor. */
import fc from 'fast-check';
import { diagnose } from '../../engine/doctor/signature/doctor.ts';
import type {
  Diagnosis,
  DoctorContext,
  DoctorInput,
  Explanation,
} from '../../engine/doctor/signature/doctor.ts';
import type { HttpRequest } from '../../engine/index.ts';
import { faultOf, isPaired, together, variants } from './doctor.faults.ts';
import type { Fault } from './doctor.faults.ts';
import { isRight, wrongSignature } from './doctor.injector.ts';
import { baseUrls, boundary, forwardedPort, rawBody } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

export const ids = Object.keys(variants);
/** Picks one of several, modulo their number. */
export const choice = fc.nat(0xffff);

const form = (pairs: Case['query']): string => pairs.map((each) => each.join('=')).join('&');

export function messageOf(request: Case): HttpRequest {
  const { scheme, writtenHost, port, path, query } = request;
  const url = `${scheme}://${writtenHost}${port && `:${port}`}${path}${query.length > 0 ? `?${form(query)}` : ''}`;
  const body = rawBody(request) || form(request.form);
  const forwarded = { 'X-Forwarded-Host': request.forwarded, 'X-Forwarded-Port': forwardedPort };
  return {
    method: request.method,
    url,
    headers: [
      ...(request.forwarded === '' ? [] : Object.entries(forwarded)),
      ...(body === '' ? [] : [['Content-Type', typeOf(request)] as const]),
    ],
    ...(body && { body: new TextEncoder().encode(body) }),
  };
}

function typeOf({ json, multipart }: Case): string {
  if (multipart.length > 0) return `multipart/form-data; boundary=${boundary}`;
  return json === '' ? 'application/x-www-form-urlencoded; charset=utf-8' : 'application/json';
}

const escape = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** The duration of each kind of diagnosis, in ms. */
export const took: Record<'right' | 'single' | 'pair' | 'unknown' | 'garbage' | 'long', number[]> = {
  right: [],
  single: [],
  pair: [],
  unknown: [],
  garbage: [],
  long: [],
};

/** The request as the doctor receives it, with this signature in its header. */
export function inputOf(
  request: Case,
  signature: string,
  context: DoctorContext = { baseUrls },
): DoctorInput {
  const pairs = [...request.header, ['oauth_signature', signature] as const];
  const authorization = `OAuth ${pairs.map(([name, value]) => `${name}="${escape(value)}"`).join(', ')}`;
  const { consumer_secret, token_secret, otherTokenSecrets } = request;
  return {
    ...messageOf(request),
    authorization,
    consumer_secret,
    token_secret,
    context: { otherTokenSecrets, ...context },
  };
}

export function consult(
  request: Case,
  signature: string,
  kind: keyof typeof took,
  context?: DoctorContext,
): Diagnosis {
  const input = inputOf(request, signature, context);
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

/** A second fault with its own effect, found by trying all of them from some index. */
export function partnerOf(request: Case, one: Fault, pick: number, from: number): Fault | null {
  const alone = wrongSignature(request, [one]);
  const paired = ids.filter((id) => isPaired(id));
  const tried = paired.map((_, index) => faultOf(paired[(from + index) % paired.length]!, pick, false));
  return (
    tried.find((other) => {
      if (!together(one.id, other.id)) return false;
      const both = wrongSignature(request, [one, other]);
      return both !== alone && !isRight(request, both) && both !== wrongSignature(request, [other]);
    }) ?? null
  );
}
