import type { AppView } from '../../../worker/api.ts';
import type { KeyKind } from './words.ts';

/** One of the four credentials that an App's portal page lists (specification 2.5). */
export interface KeyRow {
  readonly kind: KeyKind;
  /** What it is used for. */
  readonly use: string;
  readonly exists: boolean;
  /** The word for its state, as shown. */
  readonly state: string;
  /** What making a new one ends if there is one already; what revoking ends. */
  readonly ends: string;
  readonly canMake: boolean;
}

export function keyRows(app: AppView, owner: string): readonly KeyRow[] {
  const { has } = app;
  const isPublic = app.settings.oauth2_type === 'native' || app.settings.oauth2_type === 'spa';
  const stateOf = (exists: boolean) => (exists ? 'in force' : 'none');
  return [
    {
      kind: 'basic',
      use: 'Signs OAuth 1.0a requests, and obtains the Bearer token',
      exists: has.api_key,
      state: stateOf(has.api_key),
      ends: 'The API Key and Secret stop working at once, for signatures, CRC and delivery signatures. The Bearer token and the Access Tokens of all users of this App end with them.',
      canMake: true,
    },
    {
      kind: 'app',
      use: 'The App Access Token: calls as the App, not as a user',
      exists: has.bearer_token,
      state: stateOf(has.bearer_token),
      ends: 'The Bearer token ends at once, also for everyone who obtained it with oauth2/token: an App has only one.',
      canMake: true,
    },
    {
      kind: 'oauth1',
      use: `OAuth 1.0a calls as @${owner}, the owner`,
      exists: has.owner_token,
      state: stateOf(has.owner_token),
      ends: `The Access Tokens of @${owner} for this App end at once. Those of other users stay.`,
      canMake: true,
    },
    {
      kind: 'client',
      use: isPublic
        ? 'OAuth 2.0 user tokens. A public client uses no client secret'
        : 'OAuth 2.0 user tokens, of a confidential client',
      exists: has.client_secret,
      state: isPublic ? 'no secret' : stateOf(has.client_secret),
      ends: 'The Client Secret ends at once. User tokens stay; without the new secret they cannot be refreshed.',
      canMake: !isPublic,
    },
  ];
}
