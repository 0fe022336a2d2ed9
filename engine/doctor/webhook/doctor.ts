/**
 * The challenge doctor (specification 4.3; choice: crc): judges an answer rule by rule, and finds by computation which
 * mistakes give the received value.
 */
import { crcLimits } from '../../webhooks/limits.ts';
import { checkCrc, crcAnswer } from '../../webhooks/crc.ts';
import { behind } from './digests-behind.ts';
import { bodyOf } from './body.ts';
import type { Reading } from './body.ts';
import { fewest } from './explain.ts';
import { formsOfKey, originsOfKey } from './keys.ts';
import type { Made } from './mistake.ts';
import { formsOfToken, originsOfToken } from './messages.ts';
import { mistakesIn } from './mistakes.ts';
import { rulesOf } from './rules.ts';
import { search } from './search.ts';
import type { Remnant, WrittenDigest } from './search.ts';
import { answerOf } from './transport.ts';
import type { Answer } from './answer.ts';
import { triedOf } from './tried.ts';
import { unsignedOf, warningOf } from './unsigned.ts';
import type { CrcDiagnosis, CrcQuestion } from './types.ts';
import { candidates } from './candidates.ts';

export type * from './types.ts';
export { diagnoseSignature } from './signature-doctor.ts';
export { changeIn } from './repair.ts';
export { headOf } from './pasted.ts';

/** Longest token for which two mistakes before the digest are tried together. */
const longestToken = 512;
/** Most digests that are read from a body, which may be hostile. */
const mostTargets = 512;

/**
 * Never throws. The same question gives the same answer. Any number of mistakes in how a value was sent or written is
 * found, because they can be read from it. Of mistakes in digest, signed text and key, at most two are found together.
 */
export function diagnoseCrc(question: CrcQuestion): CrcDiagnosis {
  const { token, secret } = question;
  const answer = answerOf(question);
  const body = bodyOf(answer);
  const right = crcAnswer(token, secret);
  const { explained, tries } = computed(question, body.readings);
  const sets = fewest(explained.map(({ made }) => made));
  const made = sets[0] ?? null;
  const by = explained.find((each) => each.made.length === made?.length);
  const value = by?.value ?? body.readings[0]?.value ?? null;
  const mistakes = mistakesIn({ answer, body, sets, right, value });
  return {
    verdict: isRight(question, answer) ? 'right' : mistakes.length > 0 ? 'explained' : 'unknown',
    mistake: mistakes[0] ?? null,
    equal: mistakes.slice(1),
    tried: value === null ? [] : triedOf(tries, made ?? []),
    rules: rulesOf({ answer, body, made, value }),
    answer: right,
    warning: warningOf(body.text, secret),
  };
}

/** Whether the platform would accept the answer. Unknown parts of a pasted answer are assumed to be right. */
const isRight = ({ token, secret }: CrcQuestion, { failure, status, body, ms }: Answer): boolean =>
  failure === null &&
  (ms ?? 0) <= crcLimits.timeoutMs &&
  checkCrc({ status: status ?? 200, headers: [], body }, { token, secret }).passed;

interface Explained {
  readonly made: readonly Made[];
  /** The value, wherever it was found. */
  readonly value: string;
}

function computed(question: CrcQuestion, readings: readonly Reading[]) {
  const tries = attemptsOf(question);
  const values = new Map<readonly Made[], string>();
  const unsigned = unsignedOf(question);
  const isElsewhere = readings.every(({ made }) => made.some(inField));
  const targets: WrittenDigest[] = [];
  const remnants: Remnant[] = [];
  const told: Explained[] = [];
  for (const { value, bytes, made } of readings) {
    const placed = <T extends { readonly made: readonly Made[] }>(each: T): T => {
      const all = [...made, ...each.made];
      values.set(all, value);
      return { ...each, made: all };
    };
    const found = bytes
      ? { targets: [{ bytes, made: [] }], remnants: [], told: [] }
      : behind(value, unsigned);
    targets.push(...found.targets.map(placed));
    remnants.push(...found.remnants.map(placed));
    // Another field beside the right one serves another purpose.
    if (isElsewhere || !made.some(inField))
      told.push(...found.told.map((each) => ({ made: [...made, ...each], value })));
  }
  const { hits } = search({
    ...tries,
    targets: targets.slice(0, mostTargets),
    remnants: remnants.slice(0, mostTargets),
    longest: longestToken,
  });
  const explained = hits.map((hit): Explained => ({
    made: [...hit.behind, ...hit.before],
    value: values.get(hit.behind) ?? '',
  }));
  return { explained: explained.length > 0 ? explained : told, tries };
}

const inField = ({ known }: Made): boolean => known.stage === 'field';

function attemptsOf({ token, secret, url, known = {} }: CrcQuestion) {
  const ofKey = originsOfKey(secret, known);
  const ofToken = originsOfToken(token, url, known.earlierTokens ?? []);
  return {
    keys: candidates(secret, ofKey, formsOfKey),
    messages: candidates(token, ofToken, formsOfToken),
    origins: [...ofToken, ...ofKey],
    forms: [...formsOfToken, ...formsOfKey],
  };
}
