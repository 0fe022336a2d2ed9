import type { Credential, KnownValues, LabelledSecret } from '../../../../worker/api.ts';
import { keysIn, knownBeside } from '../vault/app-keys.ts';

const most = 32;

/**
 * Values that may have been used instead of the secret: typed ones, the secrets of other Apps and, if the vault has the
 * secret, other keys of its App.
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
