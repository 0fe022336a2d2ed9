import type { Endpoint } from '../declaration/endpoint.ts';
import type { Caller, Principal } from '../declaration/principal.ts';
import type { Limit, LimitRule } from '../spec/limits.ts';
import type { Plan } from '../spec/plans.ts';
import type { Principals } from './windows.ts';

/** Endpoints outside `/2/` have the same limits for every App; a Standalone App counts as on Free there. */
export const planOf = (plan: Plan | undefined): Plan => plan ?? 'free';

/**
 * The limits that a call of this principal counts in. A user's call counts in U; also in A where the endpoint
 * takes no bearer token (choice: app-cell-on-user-endpoint). An App's call counts in A.
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

/** Who the windows belong to (specification 5, rule 6): the user's access token, the App; on a user's own pages the user. */
export const principals = (principal: Exclude<Principal, { kind: 'none' }>): Principals =>
  principal.kind === 'visitor'
    ? { user: principal.user?.id, app: '' }
    : { user: userToken(principal), app: principal.app.id };

/** A refreshed OAuth 2.0 token goes on in the windows of the one before (choice: o2-user-window). */
function userToken(principal: Caller): string | undefined {
  if (principal.kind === 'oauth1') return principal.token.oauth_token;
  return principal.kind === 'oauth2' ? principal.token.family : undefined;
}
