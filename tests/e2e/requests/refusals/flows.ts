/** The steps of the flows that give tokens, and the tokens that they give. */
import type { Page } from '@playwright/test';
import type { ProblemName } from '../../../../engine/spec/problems.ts';
import { code_verifier } from '../../../../testing/legs.ts';
import { of, overwrite } from './scene.ts';
import type { Scene } from './scene.ts';
import type { World } from './world.ts';

const callback = 'https://northwind-reader.example/callback';

const tokenLink = (parts: Readonly<Record<string, string>>, app = '26001'): string =>
  of('exchangeCode', {
    ...{ app, auth: 'client' },
    ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [`form.${name}`, value])),
  });

const exchange = (code: string, more: Readonly<Record<string, string>> = {}): string =>
  tokenLink({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier, ...more });

const requestToken = (at: number) =>
  overwrite(({ requestTokens }: World) => {
    const { oauth_token, oauth_token_secret } = requestTokens[at]!;
    return { oauth_token, oauth_token_secret };
  });

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run all' }).click();
  await page.getByRole('link', { name: 'Back to the call' }).first().click();
  await page.getByRole('heading', { name: 'Create a post' }).waitFor();
}

export const flows = {
  callbackMissing: {
    link: of('requestToken', { auth: 'consumer', '-query.oauth_callback': 'x' }),
    status: 403,
    says: 'The callback is missing',
    act: 'Put oauth_callback right',
  },
  callbackNotApproved: {
    link: of('requestToken', {
      ...{ auth: 'consumer', 'query.oauth_callback': 'https://northwind-reader.example/calback' },
    }),
    status: 403,
    says: 'The App’s settings do not have this callback',
    act: 'Put oauth_callback right',
  },
  verifierMissing: {
    link: of('accessToken', { auth: 'requestToken', '-query.': '' }),
    edit: requestToken(0),
    status: 401,
    says: 'The verifier is missing',
    act: /^Use [A-Za-z0-9]{32}$/,
  },
  verifierWrong: {
    link: of('accessToken', { auth: 'requestToken', 'query.oauth_verifier': 'wrong' }),
    edit: requestToken(1),
    status: 401,
    says: 'The verifier is not the one that the user’s approval gave',
    act: /^Use [A-Za-z0-9]{32}$/,
  },
  grantTypeMissing: {
    link: of('requestBearerToken', { auth: 'basic', '-form.grant_type': 'client_credentials' }),
    status: 403,
    says: 'The grant type is missing',
    act: 'Use client_credentials',
  },
  invalidRequest: {
    link: ({ codes: [code] }) => tokenLink({ grant_type: 'authorization_code', code: code!, code_verifier }),
    status: 400,
    says: 'A part of the token request is missing or wrong',
    act: 'Put redirect_uri right',
  },
  invalidClient: {
    link: ({ codes: [, code] }) => exchange(code!),
    edit: overwrite({ client_secret: 'nobodys' }),
    status: 401,
    says: 'The client does not prove who it is',
    act: 'Use the client’s own secret',
  },
  invalidGrant: {
    link: ({ codes: [, , code] }) => exchange(code!, { redirect_uri: 'https://other.example/' }),
    status: 400,
    says: 'The code or refresh token is not valid',
    act: 'Put redirect_uri right',
  },
  unsupportedTokenType: {
    link: ({ bearerToken }) => of('revokeToken', { app: '26001', auth: 'client', 'form.token': bearerToken }),
    status: 400,
    says: 'This endpoint does not revoke tokens of this kind',
    because:
      'POST /oauth2/invalidate_token ends a bearer token, POST /1.1/oauth/invalidate_token a token of OAuth 1.0a.',
  },
  unsupportedGrantType: {
    link: ({ codes: [, , , code] }) => exchange(code!, { grant_type: 'code' }),
    status: 400,
    says: 'There is no such grant type',
    act: 'Use authorization_code',
  },
  unauthorizedClient: {
    link: ({ atlasCode }) =>
      tokenLink(
        {
          ...{ grant_type: 'authorization_code', code: atlasCode, code_verifier },
          redirect_uri: 'https://atlas-insight.example/callback',
        },
        '26007',
      ),
    status: 400,
    says: 'OAuth 2.0 is switched off for this App',
    act: 'Switch OAuth 2.0 on',
  },
  invalidScope: {
    link: ({ refreshToken }) =>
      tokenLink({ grant_type: 'refresh_token', refresh_token: refreshToken, scope: 'users.read dm.write' }),
    status: 400,
    says: 'A scope was not granted',
    act: 'Use users.read',
  },
  foreignGrant: {
    link: ({ accessToken }) => of('revokeToken', { app: '26006', auth: 'client', 'form.token': accessToken }),
    status: 400,
    says: 'The token was given to another App',
    act: 'Use the client’s own secret',
  },
  oauth2Disabled: {
    link: of('getUser', { app: '26004', auth: 'oauth2' }),
    status: 403,
    says: 'OAuth 2.0 is switched off for this App',
    act: 'Switch OAuth 2.0 on',
  },
  scopeMissing: {
    link: of('createPost', { app: '26001', auth: 'oauth2', tab: 'headers' }),
    status: 403,
    says: 'The token lacks a scope',
    act: 'Sign @mira_holm in again',
    then: signIn,
  },
  foreignToken: {
    link: of('invalidateBearerToken', { app: '26006', auth: 'oauth1', 'query.access_token': 'nobodys' }),
    status: 403,
    says: 'The App has no such bearer token',
    act: 'Use the bearer token of Lantern Bot',
  },
  notAppOwner: {
    link: ({ bearerToken }) =>
      of('invalidateBearerToken', {
        ...{ app: '26001', auth: 'oauth1', as: 'jonas_berg' },
        'query.access_token': decodeURIComponent(bearerToken),
      }),
    status: 403,
    says: 'Only the owner of the App may do this',
    act: 'Act as @mira_holm',
  },
} satisfies Partial<Record<ProblemName, Scene>>;
