/**
 * The Signature doctor: finds by computation which mistake, or which two at once, turn the right signature of a
 * request (RFC 5849 3.4) into the one received.
 */
import { splitUrl } from '../../http/url.ts';
import { addressingMistakes } from './addressing.ts';
import { alphabetMistakes } from './alphabets.ts';
import { bodyMistakes } from './bodies.ts';
import { circumstances, findingsOf } from './circumstances.ts';
import { collectingMistakes } from './collecting.ts';
import { baseStringOf } from './computation.ts';
import { digestMistakes } from './digests.ts';
import { encodingMistakes } from './encoding.ts';
import { bySight, explanationsOf } from './explain.ts';
import { joiningMistakes } from './joining.ts';
import { keyingMistakes } from './keying.ts';
import { listMistakes } from './lists.ts';
import { readMessage } from './received.ts';
import type { Message, Pairs } from './received.ts';
import type { Mistake } from './mistake.ts';
import { outputMistakes, targetsOf } from './output.ts';
import { parameterMistakes } from './parameters.ts';
import { pathMistakes } from './paths.ts';
import { proxyMistakes } from './proxies.ts';
import { search } from './search.ts';
import { byOtherSecrets, secretMistakes } from './secrets.ts';
import { sortingMistakes } from './sorting.ts';
import type { Diagnosis, DoctorInput, Explanation, Finding, SecretPair } from './types.ts';
import { addressUnreadable, headerUnreadable } from './unreadable.ts';
import { valueMistakes } from './values.ts';
import { readAuthorization } from '../../auth/header.ts';
import { hmacSha1 } from '../../auth/signature.ts';

export type * from './types.ts';

/** In the order in which they apply when two of them change the same stage. */
const computed: readonly Mistake[] = [
  ...collectingMistakes,
  ...bodyMistakes,
  ...valueMistakes,
  ...parameterMistakes,
  ...listMistakes,
  ...alphabetMistakes,
  ...encodingMistakes,
  ...sortingMistakes,
  ...joiningMistakes,
  ...addressingMistakes,
  ...pathMistakes,
  ...proxyMistakes,
  ...keyingMistakes,
];

/** Everything the doctor knows, in the order of the computation. */
export const mistakes: readonly Omit<Mistake, 'ways'>[] = [
  ...computed,
  ...digestMistakes,
  ...outputMistakes,
  ...secretMistakes,
  ...circumstances,
];

/**
 * Never throws; the same input gives the same diagnosis. One mistake takes as long as some 200 signatures, 1 to 2 ms;
 * a search of every pair as long as some 4,500, about 30 ms.
 */
export function diagnose(input: DoctorInput): Diagnosis {
  const url = splitUrl(input.url);
  if (!url) return unreadable(addressUnreadable);
  const authorization = readAuthorization(input.authorization);
  if (authorization.scheme !== 'OAuth') return unreadable(headerUnreadable(authorization));
  const pairs = authorization.parameters;
  const message = readMessage(input, url, pairs);
  return judge(message, pairs, findingsOf(message, input.context), input.context?.otherSecrets ?? []);
}

function judge(
  message: Message,
  pairs: Pairs,
  besides: readonly Finding[],
  others: readonly SecretPair[],
): Diagnosis {
  const received = new Map(pairs).get('oauth_signature') ?? '';
  const targets = targetsOf(received);
  let bySecrets: readonly Explanation[] = [];
  const found = search(message, computed, targets, () => {
    bySecrets = byOtherSecrets(message, others, targets);
    return bySecrets.length > 0;
  });
  const baseString = baseStringOf(found.right);
  const right = hmacSha1(found.right.key.text, baseString);
  const known = { baseString, signatures: { received, right } };
  const byMistakes = explanationsOf(found);
  const explanations = byMistakes.length > 0 ? byMistakes : bySecrets;
  const [first, ...equal] = explanations;
  const seen = besides.map(bySight);
  const causes = besides.map(({ cause }) => cause).join(' ');
  if (first?.mistakes.length === 0)
    return seen.length === 0
      ? answer({ verdict: 'correct', summary: 'The signature is correct.', ...known })
      : answer({ ...notTheSignature(`The signature is correct. ${causes}`, seen), ...known });
  if (received === '') return answer({ ...notTheSignature(causes, seen), ...known });
  return first
    ? answer({ verdict: 'explained', summary: summarise(first, equal), explanations, besides, ...known })
    : answer({ verdict: 'unknown', summary: noneOfThem(found.atMost), besides, ...known });
}

const unreadable = (finding: Finding): Diagnosis =>
  answer(notTheSignature(finding.cause, [bySight(finding)]));

const notTheSignature = (summary: string, explanations: readonly Explanation[]) => ({
  verdict: 'not-a-signature-problem' as const,
  summary,
  explanations,
});

const answer = (given: Pick<Diagnosis, 'verdict' | 'summary'> & Partial<Diagnosis>): Diagnosis => ({
  explanations: [],
  besides: [],
  baseString: null,
  signatures: null,
  knownMistakes: mistakes.length,
  ...given,
});

function summarise({ cause }: Explanation, others: readonly Explanation[]): string {
  const same = `${others.length} other explanation${others.length > 1 ? 's lead' : ' leads'} to the same signature.`;
  return `${cause}${others.length > 0 ? ` ${same}` : ''}`;
}

const noneOfThem = (atMost: 1 | 2): string =>
  `None of the ${mistakes.length} known mistakes, ${atMost === 2 ? 'alone or two at once' : 'alone'}, leads to this signature` +
  `${atMost === 2 ? '' : ' (two at once are not tried on a message this long)'}. ` +
  'Compare the base strings, then look whether both secrets are the current ones.';
