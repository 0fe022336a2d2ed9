/**
 * The Signature doctor: finds by computation which mistake, or which two at once, turn the right signature of a
 * request (RFC 5849 3.4) into the one received.
 */
import { readAuthorization } from '../../auth/header.ts';
import { timestampTolerance } from '../../auth/timestamp.ts';
import { splitUrl } from '../../http/url.ts';
import { findingsOf } from './circumstances.ts';
import { baseStringOf } from './computation.ts';
import { bySight, explanationsOf } from './explain.ts';
import { judgingMethod, platformMethod } from './judging-method.ts';
import { knownUnder } from './known.ts';
import type { Known } from './known.ts';
import { isSignatureMethod, signatureBy } from './methods.ts';
import type { SignatureMethod } from './methods.ts';
import { targetsOf } from './output.ts';
import { readMessage } from './received.ts';
import type { Message, Pairs } from './received.ts';
import { search } from './search.ts';
import { byOtherSecrets } from './secrets.ts';
import type { Diagnosis, DoctorInput, Explanation, Finding, SecretPair } from './types.ts';
import { uncomputed } from './uncomputed.ts';
import { addressUnreadable, headerUnreadable } from './unreadable.ts';

export type * from './types.ts';
export { comparePrinted } from './compare.ts';
export { isSignatureMethod } from './methods.ts';
export { signMistaken } from './mistaken.ts';
export { signAsDeclared } from './sign.ts';

/** The rules of this platform for signatures, to be shown beside those of other hosts. */
export const platformRules = { method: platformMethod, tolerance: timestampTolerance } as const;

/** The known mistakes for this platform, in the order of the computation. */
export const mistakes = knownUnder(null, platformMethod).all;

/**
 * Never throws. The same input gives the same diagnosis. A search for one mistake takes as long as about 200
 * signatures, 1 to 2 ms; a search of every pair as long as about 4,500, about 30 ms.
 */
export function diagnose(input: DoctorInput): Diagnosis {
  const url = splitUrl(input.url);
  if (!url) return unreadable(addressUnreadable);
  const authorization = readAuthorization(input.authorization);
  if (authorization.scheme !== 'OAuth') return unreadable(headerUnreadable(authorization));
  const pairs = authorization.parameters;
  const message = readMessage(input, url, pairs);
  const method = judgingMethod(input.rules, pairs);
  const rules = input.rules ?? null;
  const known = knownUnder(rules, isSignatureMethod(method) ? method : platformMethod);
  const besides = findingsOf(message, known.circumstances, input.context);
  if (!isSignatureMethod(method)) return answer(uncomputed(method, message, besides), known);
  return judge({ message, method, known, pairs, besides, others: input.context?.otherSecrets ?? [] });
}

interface Case {
  readonly message: Message;
  readonly method: SignatureMethod;
  readonly known: Known;
  readonly pairs: Pairs;
  readonly besides: readonly Finding[];
  readonly others: readonly SecretPair[];
}

function judge({ message, method, known, pairs, besides, others }: Case): Diagnosis {
  const received = new Map(pairs).get('oauth_signature') ?? '';
  const targets = targetsOf(received, method, known.digests);
  let bySecrets: readonly Explanation[] = [];
  const found = search(message, known.computed, targets, () => {
    bySecrets = byOtherSecrets(message, others, targets);
    return bySecrets.length > 0;
  });
  const baseString = baseStringOf(found.right);
  const right = signatureBy(method, found.right.key.text, baseString);
  const computed = { baseString, signatures: { received, right }, method };
  const byMistakes = explanationsOf(found);
  const explanations = byMistakes.length > 0 ? byMistakes : bySecrets;
  const [first, ...equal] = explanations;
  const seen = besides.map(bySight);
  const causes = besides.map(({ cause }) => cause).join(' ');
  const say = (given: Given) => answer({ ...given, ...computed }, known);
  if (first?.mistakes.length === 0)
    return seen.length === 0
      ? say({ verdict: 'correct', summary: 'The signature is correct.' })
      : say(notTheSignature(`The signature is correct. ${causes}`, seen));
  if (received === '') return say(notTheSignature(causes, seen));
  return first
    ? say({ verdict: 'explained', summary: summarise(first, equal), explanations, besides })
    : say({ verdict: 'unknown', summary: noneOfThem(known, found.atMost), besides });
}

const unreadable = (finding: Finding): Diagnosis =>
  answer(notTheSignature(finding.cause, [bySight(finding)]), { all: mistakes });

const notTheSignature = (summary: string, explanations: readonly Explanation[]) => ({
  verdict: 'not-a-signature-problem' as const,
  summary,
  explanations,
});

type Given = Pick<Diagnosis, 'verdict' | 'summary'> & Partial<Diagnosis>;

const answer = (given: Given, { all }: Pick<Known, 'all'>): Diagnosis => ({
  explanations: [],
  besides: [],
  checked: [],
  baseString: null,
  method: null,
  signatures: null,
  knownMistakes: all.length,
  ...given,
});

function summarise({ cause }: Explanation, others: readonly Explanation[]): string {
  const same = `${others.length} other explanation${others.length > 1 ? 's lead' : ' leads'} to the same signature.`;
  return `${cause}${others.length > 0 ? ` ${same}` : ''}`;
}

const noneOfThem = ({ all }: Known, atMost: 1 | 2): string =>
  `None of the ${all.length} known mistakes, ${atMost === 2 ? 'alone or two at once' : 'alone'}, leads to this signature` +
  `${atMost === 2 ? '' : ' (two at once are not tried on a message this long)'}. ` +
  'Compare the base strings, then look whether both secrets are the current ones.';
