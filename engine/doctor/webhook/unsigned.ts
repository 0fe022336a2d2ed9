/** What may be sent instead of a digest, without signing: the token or the secret. */
import { hex } from '../bytes.ts';
import { base64 } from '../../http/base64.ts';
import { utf8 } from '../../http/messages.ts';
import { choice } from './mistake.ts';
import type { Known, Made } from './mistake.ts';
import { decoded } from './texts.ts';

const echo: Known = {
  id: 'echo',
  stage: 'value',
  title: 'The token sent back',
  did: 'sent the token back{}',
  wants: 'its HMAC-SHA256 under the consumer secret',
  repair:
    'Sign the token: compute its HMAC-SHA256 with the consumer secret as the key, and send that in Base64',
  source: choice('crc'),
  isNoDigest: true,
};

const secretSent: Known = {
  id: 'secret-sent',
  stage: 'value',
  title: 'The consumer secret sent',
  did: 'sent the consumer secret itself{}',
  wants: 'the HMAC-SHA256 of the token under it',
  repair: 'Sign the token with the consumer secret, and send the signature alone',
  source: choice('crc'),
  isNoDigest: true,
};

export const unsignedMistakes: readonly Known[] = [echo, secretSent];

/** Mistakes by the text that is sent. */
export type Unsigned = ReadonlyMap<string, Made>;

export function unsignedOf({
  token,
  secret,
}: {
  readonly token?: string;
  readonly secret: string;
}): Unsigned {
  const ways = (text: string, known: Known): [string, Made][] =>
    text === ''
      ? []
      : [
          [base64(utf8(text)), { known, detail: ' in Base64' }],
          [hex(utf8(text)), { known, detail: ' in hex' }],
          [decoded(text), { known }],
          [text, { known }],
        ];
  return new Map([...ways(secret, secretSent), ...ways(token ?? '', echo)]);
}

/** A shorter secret would be in too many texts by chance. */
const shortest = 8;

/** Sentences that warn about an answer, right or wrong; null if there is nothing to warn about. */
export function warningOf(text: string | null, secret: string): string | null {
  const isGiven =
    secret.length >= shortest &&
    text !== null &&
    [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].some((each) =>
      text.includes(each),
    );
  return isGiven
    ? 'The answer contains the consumer secret, and everyone can ask this URL. Take it out, and regenerate the secret in the portal.'
    : null;
}
