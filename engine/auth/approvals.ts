/**
 * What users allowed Apps. An approval ends with its last token, and a user can take it back (choice: approvals). In
 * the journal, the end of an approval is the removal of its row.
 */
import type { App } from '../state/tables/accounts.ts';
import type { Approval } from '../state/tables/grants.ts';
import type { StateView, Write } from '../state/state.ts';
import { codeLifetime } from '../spec/lifetimes.ts';
import { liveFamilies } from './grants.ts';

/** Each flow asks separately: an approval in one does not count in the other. */
export type Flow = 'oauth1' | 'oauth2';
const flows = ['oauth1', 'oauth2'] as const;

export const approvalId = (flow: Flow, appId: string, userId: string): string =>
  flow === 'oauth1' ? `${appId}:${userId}` : `${appId}:${userId}:oauth2`;

const flowOf = ({ id }: Approval): Flow => (id.endsWith(':oauth2') ? 'oauth2' : 'oauth1');

/** For use inside a transaction. */
export function approve(flow: Flow, approval: Omit<Approval, 'id'>, write: Write): void {
  write.approvals.put({ id: approvalId(flow, approval.app_id, approval.user_id), ...approval });
}

/** Ends an approval that has no token left. For use inside the transaction that ended a token. */
export function endIfLast(flow: Flow, appId: string, userId: string, state: StateView, write: Write): void {
  const id = approvalId(flow, appId, userId);
  if (state.tables.approvals.get(id) && !hasTokens(flow, `${appId}:${userId}`, state))
    write.approvals.remove(id);
}

/** The approvals that users gave an App. */
export const approvalsOf = (appId: string, { tables }: StateView): Approval[] =>
  tables.approvals.rowsBy('app', appId);

const hasTokens = (flow: Flow, appUser: string, { tables }: StateView): boolean =>
  flow === 'oauth1'
    ? tables.user_tokens.keysBy('app_user', appUser).length > 0
    : tables.oauth2_tokens.keysBy('app_user', appUser).length > 0 ||
      tables.refresh_tokens.keysBy('app_user', appUser).length > 0;

/** Whether there is a request token or a code that the App can still exchange for a token. */
const hasPending = (flow: Flow, appUser: string, { tables }: StateView): boolean =>
  flow === 'oauth1'
    ? tables.request_tokens.keysBy('app_user', appUser).length > 0
    : tables.authorization_codes.rowsBy('app_user', appUser).some(({ used }) => !used);

/** Ends approvals whose tokens, request tokens and codes have all expired. For use inside a transaction. */
export function sweepApprovals(state: StateView, write: Write): void {
  for (const approval of [...state.tables.approvals.values()]) {
    const [flow, appUser] = [flowOf(approval), `${approval.app_id}:${approval.user_id}`];
    if (!hasTokens(flow, appUser, state) && !hasPending(flow, appUser, state))
      write.approvals.remove(approval.id);
  }
}

/**
 * Takes a user's access back from an App: ends tokens of both kinds, request tokens and codes. For use inside a
 * transaction.
 */
export function withdraw(appId: string, userId: string, { tables }: StateView, write: Write): void {
  for (const name of [
    'user_tokens',
    'request_tokens',
    'oauth2_tokens',
    'refresh_tokens',
    'authorization_codes',
  ] as const)
    for (const key of [...tables[name].keysBy('app_user', `${appId}:${userId}`)]) write[name].remove(key);
  for (const flow of flows) {
    const id = approvalId(flow, appId, userId);
    if (tables.approvals.get(id)) write.approvals.remove(id);
  }
}

export interface Connection {
  readonly app: App;
  /** What the App can do by each flow, and since when, in epoch ms; null if it has not fetched a token yet. */
  readonly access: readonly { readonly flow: Flow; readonly level: string; readonly since: number | null }[];
}

/** The Apps that can act for a user, ordered by id. */
export function connectedApps(userId: string, state: StateView, now: number): Connection[] {
  return Array.from(state.tables.apps.values(), (app) => ({
    app,
    access: [...byOAuth1(app.id, userId, state), ...byOAuth2(app.id, userId, state, now)],
  })).filter(({ access }) => access.length > 0);
}

function byOAuth1(appId: string, userId: string, { tables }: StateView): Connection['access'] {
  const tokens = tables.user_tokens.rowsBy('app_user', `${appId}:${userId}`);
  if (tokens.length > 0)
    return tokens.map(({ permission, created_at }) => ({
      flow: 'oauth1',
      level: permission,
      since: created_at,
    }));
  const approval = tables.approvals.get(approvalId('oauth1', appId, userId));
  return approval ? [{ flow: 'oauth1', level: approval.permission, since: null }] : [];
}

/** A code is kept as long as its tokens, so its expiry tells when the user consented. */
function byOAuth2(appId: string, userId: string, state: StateView, now: number): Connection['access'] {
  const given = state.tables.authorization_codes.rowsBy('app_user', `${appId}:${userId}`);
  return [...liveFamilies(appId, userId, state, now)].map(([family, scopes]) => {
    const code = given.find((each) => each.family === family);
    return { flow: 'oauth2', level: scopes.join(' '), since: code ? code.expires_at - codeLifetime : null };
  });
}
