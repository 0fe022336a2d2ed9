import type { Credential } from '../../../../worker/api.ts';
import { isSecretName, secretNames } from '../../../call/secret-name.ts';
import type { LinkedRow } from './route.ts';

/** Links carry no secrets: neither values with a secret's name nor known secret values. */

const inForm = new RegExp(`((?:^|[?&])${secretNames}=)[^&#]*`, 'gi');
const inJson = new RegExp(`("${secretNames}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi');

const shortest = 6;

/** All secret values. */
export const secretsOf = (vault: readonly Credential[]): string[] =>
  vault.flatMap((each) =>
    Object.entries(each)
      .filter(([name]) => isSecretName(name))
      .flatMap(([, value]) => (typeof value === 'string' ? value : [])),
  );

/** The text without its secrets; the text around them stays. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= shortest);
  const bare = known.reduce((rest, secret) => {
    return rest.replaceAll(secret, '').replaceAll(encodeURIComponent(secret), '');
  }, text);
  return bare.replace(inForm, '$1').replace(inJson, '$1""');
}

export const redactRows = (rows: readonly LinkedRow[], secrets: readonly string[]): LinkedRow[] =>
  rows.map((row) => ({ ...row, value: isSecretName(row.name) ? '' : redact(row.value, secrets) }));
