import type { Read } from '../state/state.ts';
import type { Credential } from './credentials.ts';

/** Whether a token exists, or how it ended: alone, with its API key, or with its App. Expiry and suspension do not count. */
export type TokenLife = 'there' | 'ended' | 'keys' | 'app';

/** The life of a credential's token. Credentials without a token count as existing. */
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
