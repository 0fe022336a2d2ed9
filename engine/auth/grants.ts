/**
 * The tokens that an authorization code gives: access and refresh tokens of one family, which end together (choice:
 * pkce-token).
 */
import { keysWhere } from '../state/store/table.ts';
import type { StateView, Write } from '../state/state.ts';
import type { Scope } from '../spec/scopes.ts';

/** Seconds. */
export const accessLifetime = 7200;
export const refreshLifetime = 182 * 86_400_000;

export interface Grant {
  readonly app_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly family: string;
}

/** The body of a successful token answer (RFC 6749 5.1). */
export interface TokenAnswer {
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly access_token: string;
  readonly scope: string;
  readonly refresh_token?: string;
}

/**
 * Issues an access token and, with offline.access, a refresh token. A refresh may ask for fewer scopes than were
 * granted, for the access token only (RFC 6749 6). For use inside a transaction.
 */
export function issueTokens(
  grant: Grant,
  state: StateView,
  write: Write,
  scopes = grant.scopes,
): TokenAnswer {
  const { app_id, user_id, family } = grant;
  const now = state.now();
  const access_token = state.random.alphanumeric(90);
  write.oauth2_tokens.insert({
    access_token,
    app_id,
    user_id,
    scopes,
    family,
    expires_at: now + accessLifetime * 1000,
  });
  const answer = {
    token_type: 'bearer',
    expires_in: accessLifetime,
    access_token,
    scope: scopes.join(' '),
  } as const;
  if (!grant.scopes.includes('offline.access')) return answer;
  const refresh_token = state.random.alphanumeric(91);
  write.refresh_tokens.insert({
    refresh_token,
    app_id,
    user_id,
    scopes: grant.scopes,
    family,
    expires_at: now + refreshLifetime,
    used: false,
  });
  return { ...answer, refresh_token };
}

/** Ends all tokens of one consent. For use inside a transaction. */
export function revokeFamily(family: string, { tables }: StateView, write: Write): void {
  for (const key of tables.oauth2_tokens.keysBy('family', family)) write.oauth2_tokens.remove(key);
  for (const key of tables.refresh_tokens.keysBy('family', family)) write.refresh_tokens.remove(key);
}

/** Ends an App's OAuth 2.0 user tokens and its codes. For use inside a transaction. */
export function revokeClient(appId: string, { tables }: StateView, write: Write): void {
  for (const name of ['oauth2_tokens', 'refresh_tokens', 'authorization_codes'] as const)
    for (const key of keysWhere<{ readonly app_id: string }>(tables[name], (row) => row.app_id === appId))
      write[name].remove(key);
}

/** The token families by which an App can act for a user now, with their granted scopes. */
export function liveFamilies(
  appId: string,
  userId: string,
  { tables }: StateView,
  now: number,
): ReadonlyMap<string, readonly Scope[]> {
  const live = new Map<string, readonly Scope[]>();
  const { oauth2_tokens, refresh_tokens } = tables;
  for (const key of oauth2_tokens.keysBy('app_user', `${appId}:${userId}`)) {
    const token = oauth2_tokens.get(key);
    if (token && now < token.expires_at) live.set(token.family, token.scopes);
  }
  for (const key of refresh_tokens.keysBy('app_user', `${appId}:${userId}`)) {
    const token = refresh_tokens.get(key);
    if (token && now < token.expires_at && !token.used) live.set(token.family, token.scopes);
  }
  return live;
}

/** How long expired tokens and codes are kept, in ms, so that a late use can be distinguished from an unknown value. */
const afterlife = 3_600_000;

/** Removes expired tokens and codes. For use inside a transaction. */
export function sweepGrants(state: StateView, write: Write, now: number): void {
  const { tables } = state;
  for (const name of ['oauth2_tokens', 'refresh_tokens', 'request_tokens', 'sessions'] as const)
    for (const key of keysWhere<{ readonly expires_at: number }>(
      tables[name],
      (row) => now >= row.expires_at + afterlife,
    ))
      write[name].remove(key);
  // A used code is kept as long as its tokens, because a second use revokes them (choice: pkce-token).
  for (const { code, family, expires_at } of [...tables.authorization_codes.values()])
    if (now >= expires_at + afterlife && !hasTokens(family, state)) write.authorization_codes.remove(code);
}

const hasTokens = (family: string, { tables }: StateView): boolean =>
  tables.oauth2_tokens.keysBy('family', family).length > 0 ||
  tables.refresh_tokens.keysBy('family', family).length > 0;
