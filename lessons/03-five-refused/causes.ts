/** Causes of a refused signed call, as the engine and its Signature doctor name them. */
import type { Call, Facts } from '../format/facts.ts';

export interface Cause {
  /** Ends “refused because …”. */
  readonly words: string;
  readonly isOf: (call: Call, facts: Facts) => boolean;
}

/** `id`: the mistake's id in the doctor. */
const byDoctor = (id: string, words: string): Cause => ({
  words,
  isOf: (call, facts) =>
    call.status === 401 && (facts.doctor?.examine(call.exchange)?.mistakes ?? []).includes(id),
});

export const apostrophe = byDoctor('marks-unencoded', 'the apostrophe was left unencoded');
export const jsonBody = byDoctor('json-body-included', 'the JSON body was signed');
export const scheme = byDoctor('scheme-swapped', 'http was signed, and https was called');
export const nonce: Cause = {
  words: 'the nonce was used before',
  isOf: ({ refusal }) => refusal?.reason === 'nonceUsed',
};
export const clock: Cause = {
  words: 'the timestamp is out of bounds',
  isOf: ({ problem }) => problem === 'timestampOutOfBounds',
};

const all = [apostrophe, jsonBody, scheme, nonce, clock];

export const causeOf = (call: Call, facts: Facts): Cause | undefined =>
  all.find((each) => each.isOf(call, facts));

/** The explanation of a refusal, by the doctor or the X-ray. */
export const saidOf = (call: Call, facts: Facts): string =>
  call.refusal?.reason === undefined && call.problem === 'signatureRejected'
    ? (facts.doctor?.examine(call.exchange)?.summary ?? call.because)
    : call.because;
