import type { Read } from '../state/state.ts';
import type { Credential } from './credentials.ts';

/**
 * Whether a token is there, or has ended: by itself, with the API key that it signs with, with its App. Whether its time is
 * over or its App suspended is not said.
 */
export type TokenLife = 'there' | 'ended' | 'keys' | 'app';

/** A credential that is no token is there. */
export function lifeOf(credential: Credential, { apps, ...tables }: Read): TokenLife {
  const app = apps.get(credential.appId);
  if (!app) return 'app';
  switch (credential.kind) {
    case 'oauth1':
      if (tables.user_tokens.get(credential.oauth_token)) return 'there';
      return app.consumer_key === credential.consumer_key ? 'ended' : 'keys';
    case 'oauth2':
      return tables.oauth2_tokens.get(credential.access_token) ? 'there' : 'ended';
    case 'app':
      return tables.bearer_tokens.get(credential.bearer_token) ? 'there' : 'ended';
    default:
      return 'there';
  }
}
