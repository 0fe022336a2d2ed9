import type { Endpoint } from '../declaration/endpoint.ts';
import type { Caller, Principal } from '../declaration/principal.ts';
import type { Limit, LimitRule } from '../spec/limits.ts';
import type { Plan } from '../spec/plans.ts';
import type { Principals } from './windows.ts';

/** Endpoints outside `/2/` have the same limits for every App, so a Standalone App counts as Free there. */
export const planOf = (plan: Plan | undefined): Plan => plan ?? 'free';

/**
 * The limits that a call of this principal counts against. A user's call counts against U, and also against A if the
 * endpoint does not accept bearer tokens (choice: app-cell-on-user-endpoint). An App's call counts against A.
 */
export function applicableLimits(
  endpoint: Pick<Endpoint, 'auth'> & { readonly limits: Pick<LimitRule, 'cells'> },
  kind: Principal['kind'],
  plan: Plan,
): readonly Limit[] {
  const cell = endpoint.limits.cells[plan] ?? [];
  if (kind === 'visitor') return cell;
  if (kind !== 'oauth1' && kind !== 'oauth2') return cell.filter(({ scope }) => scope === 'app');
  const alsoForApp = !endpoint.auth.includes('app');
  return alsoForApp ? cell : cell.filter(({ scope }) => scope === 'user');
}

/**
 * The owners of the windows (specification 5, rule 6): the user's access token and the App; on a user's own pages, the
 * user.
 */
export const principals = (principal: Exclude<Principal, { kind: 'none' }>): Principals =>
  principal.kind === 'visitor'
    ? { user: principal.user?.id, app: '' }
    : { user: userToken(principal), app: principal.app.id };

/** A refreshed OAuth 2.0 token continues the windows of its predecessor (choice: o2-user-window). */
function userToken(principal: Caller): string | undefined {
  if (principal.kind === 'oauth1') return principal.token.oauth_token;
  return principal.kind === 'oauth2' ? principal.token.family : undefined;
}
