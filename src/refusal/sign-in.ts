import { formatRoute, longestHash } from '../router.ts';
import { elsewhere } from './workplace.ts';
import type { Performed, Workplace } from './workplace.ts';

/** Continues in Sign-in, with flow, App, user, scopes and the way back; the call's address contains no secrets. */
export function signIn(
  { session, hand }: Workplace,
  flow: 'oauth1' | 'oauth2',
  appId: string,
  userId: string | null,
  scopes: readonly string[],
): Performed {
  session.appId = appId;
  if (userId !== null) session.userId = userId;
  hand.proveBy(flow);
  const params: [string, string][] = [['app', appId]];
  if (userId !== null && session.user) params.push(['as', session.user.username]);
  if (flow === 'oauth2' && scopes.length > 0) params.push(['scopes', scopes.join(' ')]);
  const to = (more: readonly [string, string][]): string =>
    formatRoute({
      view: 'sign-in',
      path: [flow === 'oauth1' ? 'oauth1-callback' : 'pkce'],
      params: [...params, ...more],
    });
  const there = to([['back', hand.link]]);
  location.hash = there.length <= longestHash ? there : to([]);
  return elsewhere;
}
