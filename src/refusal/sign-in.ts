import { formatRoute } from '../router.ts';
import { elsewhere } from './workplace.ts';
import type { Performed, Workplace } from './workplace.ts';

/** Goes on in Sign-in, with flow, App, user and scopes chosen, and the way back. */
export function signIn(
  at: Workplace,
  flow: 'oauth1' | 'oauth2',
  appId: string,
  userId: string | null,
  scopes: readonly string[],
): Performed {
  const { session, hand } = at;
  session.appId = appId;
  if (userId !== null) session.userId = userId;
  void hand.proveBy(flow);
  // The call is the way back: its address holds everything but secrets.
  const params: [string, string][] = [
    ['app', appId],
    ...(userId !== null && session.user ? [['as', session.user.username] as [string, string]] : []),
    ...(flow === 'oauth2' && scopes.length > 0 ? [['scopes', scopes.join(' ')] as [string, string]] : []),
    ['back', hand.link],
  ];
  location.hash = formatRoute({
    view: 'sign-in',
    path: [flow === 'oauth1' ? 'oauth1-callback' : 'pkce'],
    params,
  });
  return elsewhere;
}
