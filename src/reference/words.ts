import type { Manual, ManualField } from '#manual';
import type { AuthKind, Credential } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** The names of the kinds of credentials. */
export const kindWords: Readonly<Record<AuthKind, string>> = {
  none: 'No credentials',
  basic: 'API key and secret',
  consumer: 'OAuth 1.0a, signed with the API key alone',
  requestToken: 'OAuth 1.0a, signed with a request token',
  session: 'A browser session',
  visitor: 'A user in a browser',
  client: 'OAuth 2.0 client',
  address: 'A secret in the address',
  app: 'Bearer token of the App',
  oauth1: 'OAuth 1.0a user token',
  oauth2: 'OAuth 2.0 user token',
};

export const sentence = (words: readonly string[], last = 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The condition for a field of an answer: parameter names are between backticks. */
export function comesWords({ takes }: ManualField): string {
  if (takes === undefined) return 'always';
  const [first] = takes;
  if (first === undefined) return 'not always';
  return takes.length === 1 ? `\`${first}\`` : `\`${first}\` or ${takes.length - 1} more`;
}

/** The first kind that the call accepts and for which the page has a credential, preferring the wanted one. */
export function credentialFor(
  session: PageSession,
  { auth }: Pick<Manual, 'auth'>,
  wanted?: Credential['kind'],
): Credential | null {
  const order = [wanted, 'oauth1', 'app', 'oauth2', 'basic', 'client'] as const;
  for (const kind of order) {
    const held = kind && auth.includes(kind) ? session.credential(kind) : null;
    if (held) return held;
  }
  return null;
}
