/** npm `openid-client` as published, through its own fetch hook. */
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { openLegs } from '../../../testing/legs.ts';

async function world(appName: string) {
  const legs = await openLegs(appName);
  const { baseUrl } = legs.platform;
  const configure = (id: string, auth: client.ClientAuth, tokenPath: string) => {
    const server = {
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth2/authorize`,
      token_endpoint: `${baseUrl}${tokenPath}`,
      revocation_endpoint: `${baseUrl}/2/oauth2/revoke`,
    };
    const configuration = new client.Configuration(server, id, {}, auth);
    configuration[client.customFetch] = (url, init) =>
      legs.platform.fetch(new Request(url, init as RequestInit));
    return configuration;
  };
  const { client_id, client_secret } = legs.client;
  const auth = client_secret === null ? client.None() : client.ClientSecretBasic(client_secret);
  return { ...legs, baseUrl, configure, configuration: configure(client_id, auth, '/2/oauth2/token') };
}

for (const [kind, appName] of [
  ['public', 'Northwind Courier'],
  ['confidential', 'Lantern Bot'],
] as const) {
  test(
    proves(
      ['5-pkce-user-fine-scopes', '5-pkce-client-id-and-secret', '5-pkce-redirect-uri'],
      `openid-client completes PKCE, refresh and revocation as a ${kind} client`,
    ),
    async () => {
      const { configuration, browser, callback, baseUrl } = await world(appName);
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const expectedState = client.randomState();
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: 'users.read post.read offline.access',
        state: expectedState,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const back = new URL((await browser().decide(address.href, 'aiko_tan')).address);
      const checks = { pkceCodeVerifier, expectedState };
      const first = await client.authorizationCodeGrant(configuration, back, checks);
      const second = await client.refreshTokenGrant(configuration, first.refresh_token!);
      const me = (token: string) =>
        client.fetchProtectedResource(configuration, token, new URL(`${baseUrl}/2/users/me`), 'GET');
      expect(await (await me(second.access_token)).json()).toMatchObject({ data: { username: 'aiko_tan' } });
      await client.tokenRevocation(configuration, second.refresh_token!);
      await expect(me(second.access_token)).rejects.toThrow();
      await expect(client.refreshTokenGrant(configuration, second.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    },
  );
}

test(
  proves(
    ['4.2-token-post', '4.2-token-response'],
    'openid-client gets the bearer token by client credentials',
  ),
  async () => {
    const { configure, keys, as } = await world('Northwind Reader');
    const auth = client.ClientSecretBasic(keys.consumer_secret);
    const given = await client.clientCredentialsGrant(configure(keys.consumer_key, auth, '/oauth2/token'));
    expect(given.access_token).toBe(as.credential('app', 'Northwind Reader').bearer_token);
  },
);
