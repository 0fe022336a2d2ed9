/** What an authorization code leads to: access and refresh tokens of one family, which end together (choice: pkce-token). */
import type { OAuth2Token } from '../state/tables/grants.ts';
import type { StateView, Write } from '../state/state.ts';
import type { Scope } from '../spec/scopes.ts';

/** Seconds. */
export const accessLifetime = 7200;
const refreshLifetime = 182 * 86_400_000;

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
 * Issues an access token, and a refresh token with offline.access; a refresh may ask for fewer scopes than were
 * granted, for the access token alone (RFC 6749 6). For use inside a transaction.
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

/** Ends everything that came of one consent. For use inside a transaction. */
export function revokeFamily(family: string, { tables }: StateView, write: Write): void {
  for (const key of tables.oauth2_tokens.keysBy('family', family)) write.oauth2_tokens.remove(key);
  for (const key of tables.refresh_tokens.keysBy('family', family)) write.refresh_tokens.remove(key);
}

/** The live access token of this name. */
export function liveToken(name: string, state: StateView, now: number): OAuth2Token | undefined {
  const token = state.tables.oauth2_tokens.get(name);
  return token && now < token.expires_at ? token : undefined;
}

/** Removes what time has ended. For use inside a transaction. */
export function sweepGrants({ tables }: StateView, write: Write, now: number): void {
  for (const name of [
    'authorization_codes',
    'oauth2_tokens',
    'refresh_tokens',
    'request_tokens',
    'sessions',
  ] as const)
    for (const row of [...tables[name].values()]) {
      // A used code is remembered for an hour longer: its second use revokes what the first gave.
      if (now >= row.expires_at + 3_600_000) write[name].remove(tables[name].keyOf(row as never));
    }
}
