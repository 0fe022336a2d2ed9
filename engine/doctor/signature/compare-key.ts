/** Why a key differs from the right one. Secrets are named, never shown. */
import { Computation } from './computation.ts';
import { keyMistakes } from './compare-reasons.ts';
import type { Accepts, Reason, Reasons } from './compare-reasons.ts';
import type { Known } from './known.ts';
import { finding } from './mistake.ts';
import type { Message } from './received.ts';
import { mostPairs, secretsOf, secretsThatDiffer } from './secrets.ts';
import type { SecretPair } from './types.ts';

/** Why a given key differs from the right one. */
export function keyReasons(
  message: Message,
  known: Known,
  others: readonly SecretPair[],
  accepts: Accepts,
  atMost: 1 | 2 = 2,
): Reasons {
  const alone = keyMistakes(message, known, accepts, 1);
  if (alone.length > 0) return alone;
  const foreign = others.slice(0, mostPairs).flatMap((pair) => foreignKey(message, pair, accepts));
  if (foreign.length > 0) return foreign.slice(0, 1);
  return atMost === 2 ? keyMistakes(message, known, accepts, 2) : [];
}

function foreignKey(message: Message, pair: SecretPair, accepts: Accepts): Reason[] {
  const secrets = secretsOf(pair, message.secrets);
  const text = new Computation({ ...message, secrets }, []).run([]).key.text;
  const differing = secretsThatDiffer(pair, message.secrets);
  return differing.length > 0 && accepts(text)
    ? [{ mistakes: differing.map((each) => finding(each)), text }]
    : [];
}

/** If no key was given: the key for which `fits` holds, and why it differs from the right one. */
export function keyBehind(
  message: Message,
  known: Known,
  others: readonly SecretPair[],
  fits: Accepts,
): { reasons: readonly Reason['mistakes'][]; used: string | null } {
  const reasons = keyReasons(message, known, others, fits, 1);
  return { reasons: reasons.map(({ mistakes }) => mistakes), used: reasons[0]?.text ?? null };
}
