import type { Credential, KnownValues, LabelledSecret } from '../../../../worker/api.ts';
import { keysIn, knownBeside } from '../vault/app-keys.ts';

const most = 32;

/**
 * What may have been used in the secret's place: what was typed, the secrets of other Apps and, for a secret that the
 * page keeps, what belongs to the same App.
 */
export function knownValues(
  vault: readonly Credential[],
  typed: { readonly secret: string; readonly apiKey: string; readonly others: string },
): KnownValues {
  const own = keysIn(vault).find(({ secret }) => secret === typed.secret)?.appId ?? null;
  const { otherSecrets = [], ...known } = knownBeside(vault, own);
  const apiKey = typed.apiKey.trim();
  return {
    ...known,
    ...(apiKey && { apiKey }),
    otherSecrets: [...secretsIn(typed.others), ...otherSecrets].slice(0, most),
  };
}

/** One per line. */
const secretsIn = (lines: string): LabelledSecret[] =>
  lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, most)
    .map((value, at) => ({ label: `your further secret ${at + 1}`, value: value.slice(0, 1_024) }));
