/** What the vault holds that a receiver may have used in the place of the consumer secret. */
import type { Credential, KnownValues } from '../../../../worker/api.ts';

type Vault = readonly Credential[];

/** The consumer secret of an App; null where the vault has none. */
export function secretOf(vault: Vault, appId: string | null): string | null {
  const keys = vault.find((each) => each.kind === 'basic' && each.appId === appId);
  return keys?.kind === 'basic' ? keys.consumer_secret : null;
}

export function knownOf(vault: Vault, appId: string | null): KnownValues {
  const own = vault.filter((each) => each.appId === appId);
  const of = <K extends Credential['kind']>(kind: K) =>
    own.find((each): each is Extract<Credential, { kind: K }> => each.kind === kind);
  const [keys, app, client, user] = [of('basic'), of('app'), of('client'), of('oauth1')];
  return {
    ...(keys && { apiKey: keys.consumer_key }),
    ...(app && { bearer: app.bearer_token }),
    ...(client && { clientId: client.client_id }),
    ...(client?.client_secret && { clientSecret: client.client_secret }),
    ...(user && { accessToken: user.oauth_token, accessTokenSecret: user.oauth_token_secret }),
    otherSecrets: vault.flatMap((each) =>
      each.kind === 'basic' && each.appId !== appId
        ? [{ label: `the secret of ${each.appName}`, value: each.consumer_secret }]
        : [],
    ),
  };
}

/** All that is not to be shown in full. */
export const secretsIn = (vault: Vault): readonly string[] => [
  ...new Set(
    vault.flatMap((each) => {
      switch (each.kind) {
        case 'basic':
          return [each.consumer_secret];
        case 'app':
          return [each.bearer_token];
        case 'oauth1':
          return [each.consumer_secret, each.oauth_token_secret];
        case 'oauth2':
          return [each.access_token, ...(each.refresh_token === null ? [] : [each.refresh_token])];
        case 'client':
          return each.client_secret === null ? [] : [each.client_secret];
      }
    }),
  ),
];
