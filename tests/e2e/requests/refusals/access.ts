/** Who calls, and what they may: credentials, the App's standing, permission, Project, plan, limits. */
import type { ProblemName } from '../../../../engine/spec/problems.ts';
import { free, of, overwrite, response, user } from './scene.ts';
import type { Scene } from './scene.ts';

export const access = {
  authenticationMissing: {
    link: free('GET', '/2/users/me', { auth: 'none' }),
    status: 400,
    says: 'The call does not say who makes it',
    act: 'Act as @mira_holm',
  },
  signatureRejected: {
    link: of('getUser', { auth: 'oauth1' }),
    edit: overwrite({ consumer_secret: 'nobodys' }),
    status: 401,
    says: 'The signature is not right',
    act: 'Sign it again',
  },
  timestampOutOfBounds: {
    link: of('getUser', { auth: 'oauth1' }),
    edit: overwrite({ oauth_timestamp: '1' }),
    status: 401,
    says: 'The timestamp is too far from the platform’s clock',
    act: 'Sign it again',
  },
  tokenInvalid: {
    link: free('GET', user, { auth: 'app' }),
    edit: overwrite({ bearer_token: 'nobodys' }),
    status: 401,
    says: 'The token is not valid',
    act: 'Use the bearer token',
  },
  credentialsUnverified: {
    link: of('requestBearerToken', { auth: 'basic' }),
    edit: overwrite({ consumer_secret: 'nobodys' }),
    status: 403,
    says: 'The API key and secret are not right',
    act: 'Use the API key and secret',
  },
  unsupportedAuthentication: {
    link: free('GET', '/2/users/me', { auth: 'app' }),
    status: 403,
    says: 'This endpoint does not take this kind of credentials',
    act: 'Act as @mira_holm',
  },
  appSuspended: {
    link: of('getUser', { app: '26005', auth: 'app' }),
    status: 401,
    says: 'The App is suspended',
    act: 'Lift the suspension of Gale Feed',
  },
  oauth1Disabled: {
    link: of('getUser', { app: '26002', auth: 'oauth1' }),
    status: 403,
    says: 'OAuth 1.0a is switched off for this App',
    act: 'Switch OAuth 1.0a on',
  },
  writeForbidden: {
    link: of('createPost', { app: '26002', auth: 'oauth1', tab: 'headers' }),
    status: 403,
    says: 'The token may only read',
    act: 'Raise the permission',
  },
  messagesForbidden: {
    link: of('getDmEvents', { app: '26001', auth: 'oauth1' }),
    status: 403,
    says: 'The token may not see Direct Messages',
    act: 'Raise the permission',
  },
  notEnrolled: {
    link: of('getUser', { app: '26008', auth: 'app' }),
    status: 403,
    says: 'The App is in no Project',
    act: 'Attach it to Atlas',
  },
  connectionLimit: {
    link: of('streamPosts', { app: '26001', auth: 'app' }),
    edit: async (page) => {
      await page.getByRole('button', { name: /^Send( anyway)?$/ }).click();
      await response(page).getByText('Open for').waitFor();
    },
    status: 429,
    says: 'The App is connected to the stream already',
    because: 'An App has one connection at a time: end the one that is open.',
    then: async (page) => {
      await response(page).getByRole('button', { name: 'End it and connect', exact: true }).click();
    },
  },
  tokenTooOften: {
    link: of('requestBearerToken', { app: '26007', auth: 'basic' }),
    status: 403,
    says: 'Too many tokens were asked for',
    act: 'Jump to the reset',
  },
  rateLimitExceeded: {
    link: of('createPost', { app: '26006', auth: 'oauth1', tab: 'headers' }),
    status: 429,
    says: 'The user token and the App have used their calls',
    act: 'Jump to the reset',
  },
  usageCapExceeded: {
    link: of('searchRecentPosts', {
      ...{ app: '26006', auth: 'app' },
      ...{ 'query.query': 'loaf', 'query.max_results': '100' },
    }),
    status: 429,
    says: 'The Project has used up its posts of this month',
    act: 'Jump to the next month',
  },
  accountForbidden: {
    link: of('getCampaigns', { auth: 'oauth1', 'path.account_id': 'atlas001' }),
    status: 403,
    says: 'The user may not use this advertiser account',
    act: 'Give @mira_holm access to Atlas Maps',
  },
  // In the world of the scenes @mira_holm has accepted the terms, @jonas_berg has early access, and @aiko_tan has a catalog.
  earlyAccessMissing: {
    link: of('getCatalogs', { auth: 'oauth1' }),
    status: 403,
    says: 'The user has no early access to the Catalog API',
    act: 'Grant early access',
  },
  termsNotAccepted: {
    link: of('getCatalogs', { auth: 'oauth1', as: 'jonas_berg' }),
    status: 403,
    says: 'The user has not accepted the merchant’s terms',
    act: 'Accept the terms',
  },
  catalogLimitExceeded: {
    link: of('createCatalog', { auth: 'oauth1', as: 'aiko_tan' }),
    status: 403,
    says: 'The limit has been reached',
    because: 'One that is there has to be deleted first.',
  },
  planLacksEndpoint: {
    link: of('getStreamRules', { app: '26006', auth: 'app' }),
    status: 403,
    says: 'The Free plan does not have this endpoint',
    act: 'Switch to Basic',
  },
} satisfies Partial<Record<ProblemName, Scene>>;
