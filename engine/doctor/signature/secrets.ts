/** Secrets other than the platform's, if the page knows which ones a request may have been signed with. */
import { finding } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Target } from './output.ts';
import type { Message, Secrets } from './received.ts';
import { search } from './search.ts';
import { explain } from './explain.ts';
import type { Explanation, SecretPair } from './types.ts';

export type SecretMistake = Omit<Mistake, 'ways'>;

const clause = 'RFC 5849 3.4.2';

const consumerDiffers: SecretMistake = {
  id: 'consumer-secret-differs',
  title: 'Another consumer secret',
  clause,
  cause: 'The request was signed with a consumer secret that does not belong to `oauth_consumer_key`',
  repair: 'use the consumer secret of this key, the one that was generated last',
};

const tokenDiffers: SecretMistake = {
  id: 'token-secret-differs',
  title: 'Another token secret',
  clause,
  cause: 'The request was signed with a token secret that does not belong to `oauth_token`',
  repair: 'use the token secret that was issued with this token',
};

export const secretMistakes: readonly SecretMistake[] = [consumerDiffers, tokenDiffers];

/** Most pairs of secrets that are tried. */
export const mostPairs = 64;

/** Whether one of the pairs leads to the received signature with the right base string, and which secret differs. */
export function byOtherSecrets(
  message: Message,
  pairs: readonly SecretPair[],
  targets: readonly Target[],
): Explanation[] {
  for (const pair of pairs.slice(0, mostPairs)) {
    const differing = secretsThatDiffer(pair, message.secrets);
    if (differing.length === 0) continue;
    const [hit] = search({ ...message, secrets: secretsOf(pair, message.secrets) }, [], targets).hits;
    if (!hit) continue;
    const mistakes = [...differing, ...hit.after];
    return [
      explain(
        hit,
        mistakes.map((each) => finding(each)),
      ),
    ];
  }
  return [];
}

export const secretsThatDiffer = (pair: SecretPair, right: Secrets): SecretMistake[] => [
  ...(pair.consumer_secret === right.consumer.value ? [] : [consumerDiffers]),
  ...(pair.token_secret === right.token.value ? [] : [tokenDiffers]),
];

export const secretsOf = (pair: SecretPair, right: Secrets): Secrets => ({
  consumer: {
    value: pair.consumer_secret,
    shown: pair.consumer_secret === right.consumer.value ? right.consumer.shown : 'another consumer secret',
  },
  token: {
    value: pair.token_secret,
    shown:
      pair.token_secret === right.token.value
        ? right.token.shown
        : pair.token_secret && 'another token secret',
  },
});
