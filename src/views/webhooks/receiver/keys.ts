import type { Credential, KnownValues } from '../../../../worker/api.ts';

/** The keys of an App, as the vault has them. */
export interface AppKeys {
  readonly appId: string;
  readonly appName: string;
  readonly key: string;
  readonly secret: string;
}

type Signing = Extract<Credential, { consumer_key: string }>;
const signs = (each: Credential): each is Signing => each.kind === 'basic' || each.kind === 'oauth1';

/** One of each App. What was saved as its keys counts before what came with a user's token. */
export function keysIn(vault: readonly Credential[]): readonly AppKeys[] {
  const found = vault
    .filter(signs)
    .filter(({ consumer_secret }) => consumer_secret !== '')
    .sort((a, b) => Number(a.kind === 'basic') - Number(b.kind === 'basic'))
    .map(({ appId, appName, consumer_key: key, consumer_secret: secret }): [string, AppKeys] => [
      appId,
      { appId, appName, key, secret },
    ]);
  return [...new Map(found).values()];
}

/** What may have been used in the place of this App's secret. */
export function mistakenFor({ appId, key }: AppKeys, vault: readonly Credential[]): KnownValues {
  const of = vault.filter((each) => each.appId === appId);
  const bearer = of.find((each) => each.kind === 'app');
  const client = of.find((each) => each.kind === 'client');
  const user = of.find((each) => each.kind === 'oauth1');
  return {
    apiKey: key,
    ...(bearer && { bearer: bearer.bearer_token }),
    ...(client && { clientId: client.client_id }),
    ...(client?.client_secret && { clientSecret: client.client_secret }),
    ...(user && { accessToken: user.oauth_token, accessTokenSecret: user.oauth_token_secret }),
    otherSecrets: keysIn(vault)
      .filter((each) => each.appId !== appId)
      .slice(0, 64)
      .map(({ appName, secret: value }) => ({ label: `the secret of ${appName}`, value })),
  };
}
