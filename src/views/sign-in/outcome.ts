/** The result of a flow in words, and what it can be used for. */
import { timeOf } from '../../parts/time.ts';
import type { FlowRun } from './flow-run.svelte.ts';
import type { TokenEnd } from './token-end.ts';

const kinds: Readonly<Partial<Record<string, string>>> = {
  oauth1: 'an OAuth 1.0a access token',
  oauth2: 'an OAuth 2.0 user token',
  app: 'the bearer token',
};

/** "Your app holds an OAuth 1.0a access token of @mira_holm"; null if it has no valid token. */
export function holding({ token, isDead, appName }: FlowRun): string | null {
  const kind = token && !isDead ? kinds[token.kind] : undefined;
  if (!token || kind === undefined) return null;
  const holder = 'username' in token ? `@${token.username}` : appName;
  return `Your app holds ${kind} of ${holder}`;
}

/** "@mira_holm took the access of Northwind Reader back at 09:41:12 UTC: its token is refused from then on". */
export function endingOf({ token, appName }: FlowRun, end: TokenEnd): string {
  switch (end.by) {
    case 'user':
    case 'app': {
      const how =
        end.by === 'user' && token && 'username' in token
          ? `@${token.username} took the access of ${appName} back`
          : `${appName} ended its token itself, by ${end.call},`;
      return `${how} at ${timeOf(end.at)} UTC. The token is refused from then on.`;
    }
    case 'portal':
      return `${inPortal[end.what].replace('App', appName)} The token is refused from then on.`;
    case 'time':
      return `The token expired at ${timeOf(end.at)} UTC. It is refused from then on.`;
    case 'unknown':
      return 'The token has since been ended, by a call or in the Portal. It is refused from then on.';
  }
}

const inPortal = {
  ended: 'The token was ended in the Portal.',
  keys: 'The API key of App was regenerated or revoked in the Portal, and its tokens ended with it.',
  app: 'App was deleted in the Portal, and its tokens ended with it.',
} as const;

/** A link to a call with the token: its App, kind and user. */
export function useOf({ token, session }: FlowRun): string {
  const endpoint = token?.kind === 'app' ? 'getUserByUsername' : 'getMe';
  const id = session.endpoints.some((each) => each.id === endpoint) ? endpoint : 'getMe';
  const as = token && 'username' in token ? `&as=${encodeURIComponent(token.username)}` : '';
  return `#/requests/${id}?app=${token?.appId ?? ''}${as}&auth=${token?.kind ?? ''}`;
}
