/** The keys of Apps in the vault, and values that may have been used instead of an App's secret. */
import type { Credential, KnownValues } from '../../../../worker/api.ts';

/** The keys of an App in the vault. */
export interface AppKeys {
  readonly appId: string;
  readonly appName: string;
  readonly key: string;
  readonly secret: string;
}

type Signing = Extract<Credential, { consumer_key: string }>;
const signs = (each: Credential): each is Signing => each.kind === 'basic' || each.kind === 'oauth1';

/** One entry per App. Keys saved by themselves take precedence over those saved with a user's token. */
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

/** The consumer secret of an App; null if the vault has none. */
export const secretOf = (vault: readonly Credential[], appId: string | null): string | null =>
  keysIn(vault).find((each) => each.appId === appId)?.secret ?? null;

/** A secret of another App; undefined if the vault has none. */
export const otherSecretOf = (vault: readonly Credential[], appId: string | null): string | undefined =>
  keysIn(vault).find((each) => each.appId !== appId)?.secret;

/** Values that may have been used instead of this App's secret: its other keys, and the secrets of the other Apps. */
export function knownBeside(vault: readonly Credential[], appId: string | null): KnownValues {
  const own = vault.filter((each) => each.appId === appId);
  const of = <K extends Credential['kind']>(kind: K) =>
    own.find((each): each is Extract<Credential, { kind: K }> => each.kind === kind);
  const [app, client, user] = [of('app'), of('client'), of('oauth1')];
  const keys = keysIn(own)[0];
  return {
    ...(keys && { apiKey: keys.key }),
    ...(app && { bearer: app.bearer_token }),
    ...(client && { clientId: client.client_id }),
    ...(client?.client_secret && { clientSecret: client.client_secret }),
    ...(user && { accessToken: user.oauth_token, accessTokenSecret: user.oauth_token_secret }),
    otherSecrets: keysIn(vault)
      .filter((each) => each.appId !== appId)
      .slice(0, 64)
      .map(({ appName, secret: value }) => ({ label: `the secret of ${appName}`, value })),
  };
}
