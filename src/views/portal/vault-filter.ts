import type { Credential } from '../../../worker/api.ts';
import { kindNames } from './words.ts';

/** Whether each typed word is in the App's name, the kind or the user's name, ignoring case. */
export function vaultMatches(entry: Credential, typed: string): boolean {
  const user = 'username' in entry ? `@${entry.username}` : '';
  const text = `${entry.appName} ${kindNames[entry.kind]} ${user}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
