/** npm `oauth4webapi` as published, through its own fetch hook: it checks every answer against the RFCs. */
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { openLegs } from '../../../testing/legs.ts';

async function world(appName: string) {
  const legs = await openLegs(appName);
  const { platform, client, browser, callback } = legs;
  const { baseUrl } = platform;
  const hook = { [oauth.customFetch]: (url: string, init: object) => platform.fetch(new Request(url, init)) };
  const server: oauth.AuthorizationServer = {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth2/authorize`,
    token_endpoint: `${baseUrl}/2/oauth2/token`,
    revocation_endpoint: `${baseUrl}/2/oauth2/revoke`,
  };
  const registered: oauth.Client = { client_id: client.client_id };
  const auth = client.client_secret === null ? oauth.None() : oauth.ClientSecretBasic(client.client_secret);
  /** Sends a person away with a challenge; returns the response and the verifier. */
  async function visit(decision: 'allow' | 'deny' = 'allow') {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint!);
    const query = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: callback,
      scope: 'users.read post.read offline.access',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const back = await browser().decide(address.href, 'jonas_berg', decision);
    return { back: new URL(back.address), state, verifier };
  }
  const redeem = async ({ back, state, verifier }: Awaited<ReturnType<typeof visit>>) => {
    const parameters = oauth.validateAuthResponse(server, registered, back, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      registered,
      auth,
      parameters,
      callback,
      verifier,
      hook,
    );
    return oauth.processAuthorizationCodeResponse(server, registered, response);
  };
  const refresh = async (token: string) =>
    oauth.processRefreshTokenResponse(
      server,
      registered,
      await oauth.refreshTokenGrantRequest(server, registered, auth, token, hook),
    );
  const revoke = async (token: string) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(server, registered, auth, token, hook));
  const me = (token: string) =>
    oauth.protectedResourceRequest(
      token,
      'GET',
      new URL(`${baseUrl}/2/users/me`),
      undefined,
      undefined,
      hook,
    );
  return { ...legs, hook, server, visit, redeem, refresh, revoke, me };
}

for (const [kind, appName] of [
  ['public', 'Northwind Viewer'],
  ['confidential', 'Northwind Reader'],
] as const) {
  test(
    proves(
      ['5-pkce-user-fine-scopes', '5-pkce-client-id-and-secret', '5-pkce-state'],
      `oauth4webapi completes PKCE, refresh and revocation as a ${kind} client`,
    ),
    async () => {
      const { visit, redeem, refresh, revoke, me } = await world(appName);
      const visited = await visit();
      const first = await redeem(visited);
      expect([first.token_type, first.expires_in]).toEqual(['bearer', 7200]);
      expect(await (await me(first.access_token)).json()).toMatchObject({ data: { username: 'jonas_berg' } });
      const second = await refresh(first.refresh_token!);
      await revoke(second.access_token);
      await expect(me(second.access_token)).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
      await expect(refresh(first.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
        status: 400,
      });
      await expect(redeem(visited)).rejects.toMatchObject({ error: 'invalid_grant' });
    },
  );
}

test('oauth4webapi detects a denial, a wrong state and a wrong verifier', async () => {
  const { visit, redeem } = await world('Northwind Viewer');
  const denied = await visit('deny');
  await expect(redeem(denied)).rejects.toMatchObject({ error: 'access_denied' });
  const visited = await visit();
  await expect(redeem({ ...visited, state: 'other' })).rejects.toThrow(
    'unexpected "state" response parameter value',
  );
  const verifier = oauth.generateRandomCodeVerifier();
  await expect(redeem({ ...visited, verifier })).rejects.toMatchObject({ error: 'invalid_grant' });
});

test(
  proves(
    [
      '4.2-token-post',
      '4.2-token-basic-auth',
      '4.2-token-response',
      '5-bearer-header',
      '3-bearer-one-per-app',
    ],
    'oauth4webapi gets the bearer token by client credentials',
  ),
  async () => {
    const { platform, hook, server, keys, as } = await world('Northwind Reader');
    const appOnly = { ...server, token_endpoint: `${platform.baseUrl}/oauth2/token` };
    const registered = { client_id: keys.consumer_key };
    const auth = oauth.ClientSecretBasic(keys.consumer_secret);
    const response = await oauth.clientCredentialsGrantRequest(appOnly, registered, auth, {}, hook);
    const given = await oauth.processClientCredentialsResponse(appOnly, registered, response);
    expect(given.access_token).toBe(as.credential('app', 'Northwind Reader').bearer_token);
    const url = new URL(`${platform.baseUrl}/2/users/by/username/sam_ode`);
    const read = await oauth.protectedResourceRequest(
      given.access_token,
      'GET',
      url,
      undefined,
      undefined,
      hook,
    );
    expect(read.status).toBe(200);
  },
);
