/**
 * Compares what a program printed while it signed with what it should have printed: which of base string, key and
 * signature is wrong. A reason is a mistake that gives exactly what was printed.
 */
import { readAuthorization } from '../../auth/header.ts';
import { decodeRfc3986 } from '../../http/encoding.ts';
import { splitUrl } from '../../http/url.ts';
import { baseStringOf, Computation } from './computation.ts';
import { judgingMethod, platformMethod } from './judging-method.ts';
import { knownUnder } from './known.ts';
import type { Known } from './known.ts';
import { keyBehind, keyReasons } from './compare-key.ts';
import { baseStringReasons, leading, noReasons } from './compare-reasons.ts';
import type { Reasons } from './compare-reasons.ts';
import { isSignatureMethod, signatureBy } from './methods.ts';
import type { SignatureMethod } from './methods.ts';
import { targetsOf } from './output.ts';
import type { Target } from './output.ts';
import { readMessage, readingsOf } from './received.ts';
import type { Message, Pairs } from './received.ts';
import type { ComparedPart, DoctorInput, Printed, PrintedComparison } from './types.ts';

interface Request {
  readonly input: DoctorInput;
  readonly message: Message;
  readonly known: Known;
  /** null if only base strings can be compared. */
  readonly method: SignatureMethod | null;
}

type BaseString = PrintedComparison['baseString'];

/**
 * Never throws. null if the request or its header cannot be read. Without a consumer secret, or if two secrets are not
 * enough for the method, only the base string is judged.
 */
export function comparePrinted(input: DoctorInput, printed: Printed): PrintedComparison | null {
  const url = splitUrl(input.url);
  const authorization = readAuthorization(input.authorization);
  if (!url || authorization.scheme !== 'OAuth') return null;
  const pairs = authorization.parameters;
  const declared = judgingMethod(input.rules, pairs);
  const computable = isSignatureMethod(declared) ? declared : null;
  const known = knownUnder(input.rules ?? null, computable ?? platformMethod);
  const request = (read: Pairs): Request => ({
    input,
    message: readMessage(input, url, read),
    known,
    method: input.consumer_secret === '' ? null : computable,
  });
  const own = request(pairs);
  const sent = decodedOnce(printed.signature?.trim() ?? '') || (new Map(pairs).get('oauth_signature') ?? '');
  const given = baseStringIn(printed.baseString ?? '');
  const compared = comparedBaseString(own, given);
  if (given === null || compared.state === 'same' || compared.reasons.length > 0)
    return judged(own, compared, printed.key || null, sent);
  const other = otherCall(pairs, given);
  const theirs = other && comparedBaseString(request(other.pairs), given);
  if (!theirs || (theirs.state !== 'same' && theirs.reasons.length === 0))
    return judged(own, compared, printed.key || null, sent);
  // The signature in the header does not belong to this base string, so base string and key are judged without it.
  return judged(own, { ...theirs, otherCall: other.names }, printed.key || null, '');
}

/** Printed lines are wrapped and quoted; a base string has neither. */
function baseStringIn(printed: string): string | null {
  const joined = printed.replace(/[\r\n]+[ \t]*/g, '').trim();
  const [, , quoted] = /^(["'`])(.*)\1$/.exec(joined) ?? [];
  return (quoted ?? joined) || null;
}

const isPrintedAs = (made: string, given: string): boolean =>
  made === given || (made.length > given.length && baseStringIn(made) === given);

/** Base64 has no %. A signature with one was copied from the header. */
const decodedOnce = (signature: string): string =>
  /%[0-9a-f]{2}/i.test(signature) ? decodeRfc3986(signature) : signature;

/** A repeated protocol parameter may count once or twice (choice: o1-collect). */
const rightStrings = (message: Message): string[] =>
  readingsOf(message).map((each) => baseStringOf(new Computation(each, []).run([])));

function comparedBaseString({ message, known }: Request, given: string | null): BaseString {
  const readings = rightStrings(message);
  const right = readings.find((each) => given !== null && isPrintedAs(each, given)) ?? readings[0] ?? '';
  if (given === null) return { ...open, given, right, otherCall: [] };
  if (isPrintedAs(right, given)) return { ...same, given, right, otherCall: [] };
  const reasons = baseStringReasons(message, known, (made) => isPrintedAs(made, given));
  return { ...differing(right, given, reasons), given, right, otherCall: [] };
}

/** The header with the values of the call that the base string belongs to. */
function otherCall(pairs: Pairs, given: string): { pairs: Pairs; names: readonly string[] } | null {
  const theirs = new Map<string, string>();
  for (const name of ['oauth_nonce', 'oauth_timestamp']) {
    const encoded = new RegExp(`${name}(?:%3D|=)(.*?)(?:%26|&|$)`, 'i').exec(given)?.[1];
    if (encoded !== undefined) theirs.set(name, decodeRfc3986(decodeRfc3986(encoded)));
  }
  const changed = pairs.map(([name, value]) => [name, theirs.get(name) ?? value] as const);
  const names = changed.filter(([, value], at) => value !== pairs[at]?.[1]).map(([name]) => name);
  return names.length === 0 ? null : { pairs: changed, names };
}

/** Judges key and signature when the base string is known. */
function judged(
  { input, message, known, method }: Request,
  compared: BaseString,
  givenKey: string | null,
  sent: string,
): PrintedComparison {
  if (method === null)
    return {
      baseString: compared,
      key: { ...open, lengths: null },
      signature: { ...open, given: sent, right: null, fits: false },
    };
  const key = new Computation(message, []).run([]).key.text;
  const rightOf = (each: string): string => signatureBy(method, key, each);
  const reading = compared.given === null && rightStrings(message).find((each) => rightOf(each) === sent);
  const baseString = reading ? { ...compared, right: reading } : compared;
  const right = rightOf(baseString.right);
  const targets = sent === '' ? [] : targetsOf(sent, method, known.digests);
  const judgedKey = comparedKey({ message, known, input, key, given: givenKey }, baseString, targets);
  const judgedBase = impliedBase({ message, known }, baseString, givenKey ?? key, targets);
  const used = {
    key: givenKey ?? judgedKey.used,
    baseString: baseString.given ?? judgedBase.used,
  };
  const made =
    used.key === null || used.baseString === null ? null : leading(targets, used.key, used.baseString);
  const state = sent === '' ? 'open' : sent === right ? 'same' : 'differs';
  return {
    baseString: judgedBase.part,
    key: judgedKey.part,
    signature: {
      state,
      reasons: state === 'differs' ? (made ?? []).filter((each) => each.length > 0) : [],
      at: state === 'differs' ? partingAt(right, sent) : null,
      given: sent,
      right,
      fits: made?.some((each) => each.length === 0) ?? false,
    },
  };
}

interface KeyCase {
  readonly message: Message;
  readonly known: Known;
  readonly input: DoctorInput;
  /** The right key. */
  readonly key: string;
  readonly given: string | null;
}

/** `used`: the key with which the signature was made, if it is known. */
function comparedKey(
  { message, known, input, key, given }: KeyCase,
  baseString: BaseString,
  targets: readonly Target[],
): { part: PrintedComparison['key']; used: string | null } {
  const others = input.context?.otherSecrets ?? [];
  if (given !== null) {
    const lengths = { given: given.length, right: key.length, sameEnd: sameEnd(key, given) };
    if (given === key) return { part: { ...same, lengths }, used: given };
    const reasons = keyReasons(message, known, others, (made) => made === given);
    return { part: { ...differing(key, given, reasons), lengths }, used: given };
  }
  const text = baseString.given ?? baseString.right;
  const fits = (made: string): boolean => leading(targets, made, text) !== null;
  if (fits(key)) return { part: { ...follows, lengths: null }, used: key };
  if (baseString.given === null) return { part: { ...open, lengths: null }, used: null };
  const { reasons, used } = keyBehind(message, known, others, fits);
  const state = used === null ? 'open' : 'differs';
  return { part: { state, reasons, at: null, lengths: null }, used };
}

/** Derives a base string that was not given from the signature and the key. */
function impliedBase(
  { message, known }: Pick<Request, 'message' | 'known'>,
  part: BaseString,
  key: string,
  targets: readonly Target[],
): { part: BaseString; used: string | null } {
  if (part.given !== null) return { part, used: part.given };
  const fits = (made: string): boolean => leading(targets, key, made) !== null;
  if (fits(part.right)) return { part: { ...part, ...follows }, used: part.right };
  const reasons = baseStringReasons(message, known, fits, 1);
  if (reasons.length === 0) return { part, used: null };
  return {
    part: { ...part, state: 'differs', reasons: reasons.map(({ mistakes }) => mistakes) },
    used: reasons[0]?.text ?? null,
  };
}

const open: ComparedPart = { state: 'open', reasons: noReasons, at: null };
const same: ComparedPart = { state: 'same', reasons: noReasons, at: null };
const follows: ComparedPart = { state: 'follows', reasons: noReasons, at: null };

const differing = (right: string, given: string, reasons: Reasons): ComparedPart => ({
  state: 'differs',
  reasons: reasons.map(({ mistakes }) => mistakes),
  at: partingAt(right, given),
});

/** Where two texts differ first. Within an escape, even a multiple one, it is the start of the escape. */
function partingAt(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const escape = /%(?:25)*[0-9A-Fa-f]?$/.exec(one.slice(Math.max(0, at - 12), at));
  return escape ? at - escape[0].length : at;
}

function sameEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length) - partingAt(one, other);
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length++;
  return length;
}
