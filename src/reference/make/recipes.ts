/** How a call of the Reference can provoke each refusal of the closed list. */
import { keysOf, scopeTexts, utf8 } from '../../../worker/api.ts';
import type { ProblemName, RehearsalHost, RehearsedStep } from '../../../worker/api.ts';
import { foreignResource, noOtherUser } from './foreign.ts';
import type { Recipe, Steps } from './recipe.ts';
import type { Scene } from './scene.ts';

/** A refusal that no call can meet on purpose, and why. */
export interface Unmet {
  readonly unmet: string;
}

const nobodys = 'nobodys';
const rehearsalHost: RehearsalHost = 'receiver.northwind.example';
const noUserToken = 'This call takes no OAuth 2.0 token.';
const noOAuth2 = 'The App has no settings for OAuth 2.0: give it some in Portal.';
const noProject = 'The App is in no Project: put it into one in Portal.';
const noOtherApp = 'This world has no other App with OAuth 2.0.';
const noId = 'The address of this call has no id of a thing.';
const mib = 1024 * 1024;
const wrong = { isWrong: true } as const;

/** Sends the correct example after a change of its surroundings. */
const after = (first: string, orders: (scene: Scene) => Steps): Recipe => ({
  first,
  sends: 'Sends the example.',
  steps: (scene) => {
    const before = orders(scene);
    return typeof before === 'string' ? before : [...before, scene.send()];
  },
});

/** Sends a changed example. */
const changed = (sends: string, step: (scene: Scene) => RehearsedStep | string): Recipe => ({
  first: null,
  sends,
  steps: (scene) => {
    const made = step(scene);
    return typeof made === 'string' ? made : [made];
  },
});

const openCatalog = ({ order, app }: Scene): readonly RehearsedStep[] => [
  order('catalog.setEarlyAccess', app.ownerId, true),
  order('catalog.setTermsAccepted', app.ownerId, true),
];

const catalogDoors = (earlyAccess: boolean): ((scene: Scene) => readonly RehearsedStep[]) => {
  return ({ order, app }) => [
    order('catalog.setEarlyAccess', app.ownerId, earlyAccess),
    order('catalog.setTermsAccepted', app.ownerId, false),
  ];
};

/** A token keeps the level that it was created with, so it is created again. */
const level =
  (permission: 'read' | 'read-write') =>
  ({ order, app }: Scene): readonly RehearsedStep[] => [
    order('portal.updateApp', app.id, { permission }),
    order('portal.regenerate', app.id, 'oauth1'),
  ];

const onPlan = ({ order, app, endpoint }: Scene): readonly RehearsedStep[] => {
  const [least] = endpoint.plans;
  return app.projectId !== null && least !== undefined ? [order('portal.setPlan', app.projectId, least)] : [];
};

const spends = (problem: ProblemName, sends: string): Recipe => ({
  first: 'Switches to the smallest plan that has this call.',
  sends,
  steps: (scene) => [...onPlan(scene), scene.sendUntil(problem)],
});

const tokenRequest = (sends: string, form: Readonly<Record<string, string>>): Recipe =>
  changed(sends, (scene) => scene.send({ form }));

const authorizationCode = {
  grant_type: 'authorization_code',
  code: nobodys,
  redirect_uri: 'https://app.example/callback',
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};

/** The App's owner grants it these scopes. */
const withScopes = (
  { order, app, endpoint: { auth } }: Scene,
  scopes: readonly (keyof typeof scopeTexts)[],
): Steps => {
  if (!auth.includes('oauth2')) return noUserToken;
  return app.settings.oauth2 ? [order('portal.allowScopes', app.id, app.ownerId, scopes)] : noOAuth2;
};

const byUser = ({ send }: Scene): RehearsedStep => send({ by: { kind: 'oauth2' } });

/** A missing name is a type error. */
export const recipes: Readonly<Record<ProblemName, Recipe | Unmet | ((callId: string) => Recipe)>> = {
  urlMalformed: { unmet: 'An address that cannot be read leads to no call.' },
  internalError: { unmet: 'It is a fault of the platform, and no such fault is known.' },

  notFound: changed('Sends the example with a secret that no address has.', ({ with: sendWith, endpoint }) =>
    sendWith({ ...endpoint.example.path, secret: nobodys }),
  ),

  urlTooLong: changed('Sends the example with a query of 8,200 characters more.', ({ send, request }) =>
    send({ url: withPair(request.url, `padding=${'a'.repeat(8200)}`) }),
  ),
  bodyTooLarge: changed('Sends the example with a body of one byte over 8 MiB.', ({ send }) =>
    send({ body: new Uint8Array(8 * mib + 1).fill(0x20) }),
  ),
  methodNotAllowed: changed('Sends the example with the method PATCH.', ({ send }) =>
    send({ method: 'PATCH' }),
  ),
  sslRequired: changed('Sends the example over http.', ({ send, request }) =>
    send({ url: request.url.replace(/^https:/, 'http:') }),
  ),
  unsupportedMediaType: changed('Sends the example with a body that says it is compressed.', ({ send }) =>
    send({
      body: utf8('{}'),
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ],
    }),
  ),

  authenticationMissing: changed('Sends the example without credentials.', ({ send }) =>
    send({ by: { kind: 'none' } }),
  ),
  signatureRejected: changed('Sends the example, signed with a wrong consumer secret.', ({ send }) =>
    send({ by: { kind: 'oauth1', ...wrong } }),
  ),
  timestampOutOfBounds: changed(
    'Sends the example, signed with a timestamp that is 10 minutes old.',
    ({ send }) => send({ by: { kind: 'oauth1', offBy: -600 } }),
  ),
  tokenInvalid: changed('Sends the example with a bearer token that was never issued.', ({ send }) =>
    send({ by: { kind: 'app', ...wrong } }),
  ),
  appSuspended: after('Suspends the App.', ({ order, app }) => [order('portal.setSuspended', app.id, true)]),
  unsupportedAuthentication: changed(
    'Sends the example with valid credentials of a kind that this call does not take.',
    ({ send, endpoint: { auth } }) => {
      const kind = (['app', 'oauth1', 'basic'] as const).find((each) => !auth.includes(each));
      return kind === undefined ? 'This call takes every kind of credentials.' : send({ by: { kind } });
    },
  ),
  credentialsUnverified: changed('Sends the example with a wrong API key secret.', ({ send }) =>
    send({ by: { kind: 'basic', ...wrong } }),
  ),
  invalidClient: changed('Sends the example with a wrong client secret.', ({ send }) =>
    send({ by: { kind: 'client', ...wrong } }),
  ),

  oauth1Disabled: {
    first: 'Switches OAuth 1.0a off for the App.',
    sends: 'Sends the example, signed.',
    steps: ({ order, app, send, endpoint: { auth } }) => [
      order('portal.updateApp', app.id, { oauth1: false, oauth2: true }),
      send({ by: { kind: auth.includes('consumer') ? 'consumer' : 'oauth1' } }),
    ],
  },
  unauthorizedClient: after('Switches OAuth 2.0 off for the App.', ({ order, app }) => [
    order('portal.updateApp', app.id, { oauth1: true, oauth2: false }),
  ]),
  oauth2Disabled: {
    first: 'Grants the App every scope, then switches OAuth 2.0 off for it.',
    sends: 'Sends the example with that token.',
    steps: (scene) => {
      const { app, order } = scene;
      const granted = withScopes(scene, keysOf(scopeTexts));
      const off = order('portal.updateApp', app.id, { oauth1: true, oauth2: false });
      return typeof granted === 'string' ? granted : [...granted, off, byUser(scene)];
    },
  },
  scopeMissing: {
    first: 'Grants the App a scope other than the one this call needs.',
    sends: 'Sends the example with that token.',
    steps: (scene) => {
      const other = keysOf(scopeTexts).find((each) => !scene.endpoint.scopes.includes(each));
      if (scene.endpoint.scopes.length === 0 || !other) return 'This call needs no scope.';
      const granted = withScopes(scene, [other]);
      return typeof granted === 'string' ? granted : [...granted, byUser(scene)];
    },
  },
  invalidScope: {
    first: 'Grants the App one scope, with access until it is revoked.',
    sends: 'Asks for a new token with a scope that was not granted.',
    steps: ({ order, app, send }) => [
      order('portal.allowScopes', app.id, app.ownerId, ['users.read', 'offline.access']),
      send({
        form: { grant_type: 'refresh_token', scope: 'users.read dm.write' },
        given: { refresh_token: ['oauth2', 'refresh_token'] },
      }),
    ],
  },
  foreignGrant: {
    first: 'Grants another App a scope.',
    sends: 'Sends the example with the token of that App.',
    steps: ({ order, app, anotherApp, send }) =>
      anotherApp
        ? [
            order('portal.allowScopes', anotherApp.id, app.ownerId, ['users.read']),
            send({ form: {}, given: { token: ['oauth2', 'access_token'] } }),
          ]
        : noOtherApp,
  },
  unsupportedTokenType: {
    first: null,
    sends: 'Sends the example with the App’s bearer token.',
    steps: ({ send }) => [send({ form: {}, given: { token: ['app', 'bearer_token'] } })],
  },
  verifierMissing: {
    first: 'Takes a request token.',
    sends: 'Sends the example, signed with it and without a verifier.',
    steps: ({ send }) => [send()],
  },
  verifierWrong: {
    first: 'Takes a request token, which no user approves.',
    sends: 'Sends the example, signed with it and with an invented verifier.',
    steps: ({ send, request }) => [send({ url: withPair(request.url, `oauth_verifier=${nobodys}`) })],
  },

  writeForbidden: {
    first: 'Lowers the App’s permission to read and makes a new token.',
    sends: 'Sends the example, signed with that token.',
    steps: (scene) => [...level('read')(scene), scene.send({ by: { kind: 'oauth1' } })],
  },
  messagesForbidden: {
    first: 'Lowers the App’s permission to read and write and makes a new token.',
    sends: 'Sends the example, signed with that token.',
    steps: (scene) => [...level('read-write')(scene), scene.send({ by: { kind: 'oauth1' } })],
  },
  notEnrolled: after('Takes the App out of its Project.', ({ order, app }) =>
    app.projectId === null ? [] : [order('portal.detachApp', app.id)],
  ),
  planLacksEndpoint: after(
    'Switches to a plan that does not have this call.',
    ({ order, app, endpoint, plans }) => {
      const lacking = plans.find((plan) => !endpoint.plans.includes(plan));
      if (lacking === undefined) return 'Every plan has this call.';
      return app.projectId === null ? noProject : [order('portal.setPlan', app.projectId, lacking)];
    },
  ),

  rateLimitExceeded: spends('rateLimitExceeded', 'Sends the example until the window refuses it.'),
  tokenTooOften: spends('tokenTooOften', 'Sends the example until the window refuses it.'),
  usageCapExceeded: {
    first: 'Makes 100 posts, switches to the Free plan and jumps past the used-up windows.',
    sends: 'Sends the example for 100 posts until those of the month are used up.',
    steps: (scene) => {
      if (scene.app.projectId === null) return noProject;
      if (scene.endpoint.id !== 'searchRecentPosts')
        return 'Its smallest plan gives hundreds of thousands of posts a month, too many to read for this. The search for recent posts meets this refusal on the Free plan.';
      return [
        ...Array.from({ length: 100 }, (_, at) => scene.post(`Loaf ${at + 1}`)),
        ...onPlan(scene),
        scene.sendUntil(
          'usageCapExceeded',
          `${scene.request.url.replace(/\?.*$/, '')}?query=loaf&max_results=100`,
        ),
      ];
    },
  },
  connectionLimit: {
    first: 'Opens the stream, and holds it open.',
    sends: 'Opens it once more.',
    steps: ({ send }) => [send(), send()],
  },

  parameterInvalid: {
    first: null,
    sends: 'Sends the example with a parameter that does not exist and is not UTF-8.',
    steps: ({ send, request }) => [send({ url: withPair(request.url, 'surprise=%FF') })],
  },
  callbackMissing: changed('Sends the example without `oauth_callback`.', ({ send, request }) =>
    send({ url: request.url.replace(/\?.*$/, '') }),
  ),
  callbackNotApproved: changed(
    'Sends the example with a callback that the App does not have.',
    ({ send, request }) =>
      send({
        url: `${request.url.replace(/\?.*$/, '')}?oauth_callback=https%3A%2F%2Fsomewhere-else.example%2F`,
      }),
  ),
  grantTypeMissing: tokenRequest('Sends the example without `grant_type`.', {}),
  invalidRequest: tokenRequest('Sends the example without a code.', { grant_type: 'authorization_code' }),
  unsupportedGrantType: tokenRequest('Sends the example with a grant type that does not exist.', {
    ...authorizationCode,
    grant_type: 'password',
  }),
  invalidGrant: tokenRequest('Sends the example with a code that was never issued.', authorizationCode),
  foreignToken: changed('Sends the example with a bearer token that was never issued.', ({ send, request }) =>
    send({ url: withPair(request.url.replace(/\?.*$/, ''), `access_token=${nobodys}`) }),
  ),

  resourceNotFound: changed('Sends the example with an id that does not exist.', (scene) => {
    const missing = scene.withoutThing();
    return missing === null ? noId : scene.send({ url: missing });
  }),
  duplicatePost: {
    first: 'Sends the example once, which makes the post.',
    sends: 'Sends it again.',
    steps: ({ send }) => [send(), send()],
  },
  foreignResource,
  earlyAccessMissing: after('Takes early access to the Catalog API from the user.', catalogDoors(false)),
  termsNotAccepted: after('Withdraws the user’s acceptance of the terms.', catalogDoors(true)),
  accountForbidden: {
    first: 'Another user lets the App in, and loses the access to the account.',
    sends: 'Sends the example with that user’s token.',
    steps: ({ order, app, somebodyElse: other, send, endpoint: { example } }) => {
      const account = example.path?.['account_id'];
      return other === null || account === undefined
        ? noOtherUser
        : [
            order('portal.allow', app.id, other),
            order('ads.setAccess', account, other, false),
            send({ by: { kind: 'oauth1' } }),
          ];
    },
  },
  catalogLimitExceeded: {
    first: 'Gives the user early access, with the terms accepted.',
    sends: 'Sends the example until no more are taken.',
    steps: (scene) => [...openCatalog(scene), scene.sendUntil('catalogLimitExceeded')],
  },
  notAppOwner: {
    first: 'Another user lets the App in.',
    sends: 'Sends the example with that user’s token.',
    steps: ({ order, app, somebodyElse: other, send, request }) =>
      other === null
        ? noOtherUser
        : [
            order('portal.allow', app.id, other),
            send({ url: withPair(request.url, `access_token=${nobodys}`), by: { kind: 'oauth1' } }),
          ],
  },

  urlValidationFailed: changed('Sends the example with an http address.', ({ send }) =>
    send({ json: { url: 'http://hooks.example/events' } }),
  ),
  webhookIdInvalid: changed(
    'Sends the example with the id of a webhook that the App does not have.',
    (scene) => {
      const missing = scene.withoutThing();
      return missing === null ? noId : scene.send({ url: missing });
    },
  ),
  crcValidationFailed: changed('Sends the example with a host where no receiver answers.', ({ send }) =>
    send({ json: { url: 'https://nobody.example/events' } }),
  ),
  duplicateUrlFailed: {
    first: `Registers a webhook at \`${rehearsalHost}\`, where the copy has a receiver.`,
    sends: 'Sends the example with the same address.',
    steps: (scene) => [registered(scene, 'in'), scene.send({ json: { url: receiverUrl('in') } })],
  },
  webhookLimitExceeded: {
    first: 'Registers more webhooks than a smaller plan allows, then switches to that plan.',
    sends: 'Sends the example.',
    steps: (scene) => {
      const { app, order } = scene;
      if (app.projectId === null) return noProject;
      return [
        registered(scene, 'one'),
        registered(scene, 'two'),
        order('portal.setPlan', app.projectId, 'pro'),
        scene.endpoint.id === 'registerWebhook'
          ? scene.send()
          : scene.with({ webhook_id: 'WEBHOOK' }, { filled: ofWebhook }),
      ];
    },
  },
  duplicateSubscriptionFailed: {
    first: 'Registers a webhook and subscribes it to the user.',
    sends: 'Sends the example for the same webhook and user.',
    steps: (scene) => {
      const subscribes = scene.with({ webhook_id: 'WEBHOOK' }, { filled: ofWebhook });
      return [registered(scene, 'in'), subscribes, subscribes];
    },
  },
  subscriptionNotFound: {
    first: 'Registers a webhook, which nobody is subscribed to.',
    sends: 'Sends the example for it.',
    steps: (scene) => [
      registered(scene, 'in'),
      scene.with({ webhook_id: 'WEBHOOK', user_id: scene.app.ownerId }, { filled: ofWebhook }),
    ],
  },
};

const receiverUrl = (path: string): string => `https://${rehearsalHost}/${path}`;

const registered = ({ sendJson }: Scene, path: string): RehearsedStep =>
  sendJson('/2/webhooks', { url: receiverUrl(path) }, { by: { kind: 'app' }, keep: 'webhook' });

const ofWebhook = { WEBHOOK: ['webhook', 'id'] } as const;

const withPair = (url: string, pair: string): string => `${url}${url.includes('?') ? '&' : '?'}${pair}`;
