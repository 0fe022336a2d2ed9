import type { StateView } from '../state/state.ts';
import type { OAuth2Token } from '../state/tables/grants.ts';

/** The access token with this value, if it has not expired. */
export function liveToken(name: string, state: StateView, now: number): OAuth2Token | undefined {
  const token = state.tables.oauth2_tokens.get(name);
  return token && now < token.expires_at ? token : undefined;
}
