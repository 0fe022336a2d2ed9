/**
 * Every refusal of the closed list has a remedy: the test causes it, applies the engine's advice, and the refusal is
 * gone.
 */
import { describe, expect, test } from 'vitest';
import { createPlatform, families, utf8 } from '../../engine/inside.ts';
import type { ActKind, Change, Family } from '../../engine/inside.ts';
import { problems } from '../../engine/spec/problem-list.ts';
import type { ProblemName } from '../../engine/spec/problems.ts';
import { perform } from '../support/acting.ts';
import type { Attempt, Legs } from '../support/acting.ts';
import { code_verifier, openLegs } from '../../testing/legs.ts';
import { caller, sign } from '../../testing/platform.ts';
import { catalogs, createCatalog, openCatalogTo } from '../../testing/merchant.ts';

import { honest, Receivers } from '../../testing/receivers.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { object, string } from '../../engine/spec/fields.ts';
import { limits } from '../../engine/spec/limits.ts';

const mira = '2244994945';
const jonas = '2244994946';
const user = `/2/users/${mira}`;
const mib = 1024 * 1024;

/** Endpoints with refusals that none of the platform's has yet. */
const here: Family = familyOf('here', 'Declared here', [
  endpoint({
    ...{ api: v2, method: 'GET', section: '8.3', summary: '', auth: ['app', 'oauth1'], choices: [] },
    ...{ refuses: [], example: {}, answers: { 200: json(object({})) } },
    id: 'pro',
    path: '/2/test/pro',
    limits: limits('9 U, 4 A', '2 U, 1 A'),
    handle: () => ({ status: 200, body: {} }),
  }),
  endpoint({
    ...{ api: v2, method: 'GET', section: '8.3', summary: '', auth: ['app'], choices: [] },
    ...{ refuses: [], example: {}, answers: { 200: json(object({})) } },
    id: 'throws',
    path: '/2/test/throws',
    limits: limits('9 U, 9 A', '9 U, 9 A', '9 U, 9 A'),
    handle: () => {
      throw new TypeError('by accident');
    },
  }),
  endpoint({
    ...{ api: v2, method: 'GET', section: '8.3', summary: '', auth: ['app'], choices: [] },
    ...{ refuses: [], example: {}, answers: { 200: json(object({})) } },
    id: 'missing',
    path: '/2/test/missing',
    limits: limits('9 U, 9 A', '9 U, 9 A', '9 U, 9 A'),
    query: { words: string() },
    handle: ({ query }) => {
      throw new TypeError(query.words);
    },
  }),
]);

const receivers = new Receivers();
const atlasHook = 'https://hooks.atlas.example/events';

/** A webhook of an App that may read Direct Messages. */
async function courierWebhook({ as }: Legs): Promise<string> {
  await as.bearer('Northwind Courier').post('/2/webhooks', { url: 'https://hooks.courier.example/' });
  return `/2/account_activity/webhooks/${as.webhookId()!}/subscriptions`;
}

interface Scenario {
  readonly cause: (legs: Legs) => Attempt | Promise<Attempt>;
  /** The advice that the engine should give. */
  readonly act: ActKind;
  /** The status of the second attempt; by default, a success. */
  readonly then?: number;
}

const attempt = (by: Attempt['by'], message: Attempt['message'], more: Partial<Attempt> = {}): Attempt => ({
  by,
  message,
  ...more,
});
const post = (path: string, more: Partial<Attempt['message']> = {}) => ({ method: 'POST', path, ...more });
const tokenPath = '/2/oauth2/token';

const formOf = (legs: Legs, code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: legs.callback,
  code_verifier,
});
const client = ({ as, client: { client_id, client_secret } }: Legs, secret = client_secret) =>
  as.raw(`Basic ${btoa(`${client_id}:${secret}`)}`);
const codeOf = async (legs: Legs) => (await legs.consent()).parameter('code')!;

/** One for every member: a missing one is a type error. */
const scenarios: Readonly<Record<ProblemName, Scenario>> = {
  urlMalformed: {
    cause: ({ as }) => attempt(as.bearer(), { path: 'api.svc.example/2/users/2244994945' }),
    act: 'useValue',
  },
  urlTooLong: {
    cause: ({ as }) =>
      attempt(
        as.bearer(),
        { path: `/2/users?ids=${'1'.repeat(8192)}` },
        { typed: { url: `/2/users?ids=${mira}` } },
      ),
    act: 'changeText',
  },
  bodyTooLarge: {
    cause: ({ as }) =>
      attempt(
        as.user(),
        post('/2/posts', {
          body: new Uint8Array(8 * mib + 1),
          headers: [['Content-Type', 'application/json']],
        }),
        { typed: { body: '{"text":"shorter"}' } },
      ),
    act: 'changeText',
  },
  unsupportedMediaType: {
    cause: ({ as }) =>
      attempt(
        as.user(),
        post('/2/posts', { body: utf8('{"text":"typed"}'), headers: [['Content-Type', 'text/plain']] }),
      ),
    act: 'useValue',
  },
  notFound: {
    cause: ({ as }) => attempt(as.bearer(), { path: `/2/user/${mira}?user.fields=name` }),
    act: 'useValue',
  },
  methodNotAllowed: {
    cause: ({ as }) => attempt(as.bearer(), { method: 'PATCH', path: user }),
    act: 'useValue',
  },
  sslRequired: {
    cause: ({ as }) => attempt(as.bearer(), { path: `http://api.svc.example${user}` }),
    act: 'useValue',
  },
  authenticationMissing: { cause: ({ as }) => attempt(as.anonymous, { path: user }), act: 'useCredential' },
  signatureRejected: {
    cause: ({ as }) =>
      attempt(as.signing({ ...as.credential('oauth1', 'Northwind Reader'), consumer_secret: 'wrong' }), {
        path: user,
      }),
    act: 'correctSignature',
  },
  timestampOutOfBounds: {
    cause: ({ as, platform }) => {
      const request = { method: 'GET', url: `${platform.baseUrl}${user}`, headers: [] };
      const timestamp = Math.floor(platform.clock.now() / 1000) - 600;
      const signed = sign(platform, request, as.credential('oauth1', 'Northwind Reader'), { timestamp });
      return attempt(as.raw(signed), { path: user });
    },
    act: 'correctSignature',
  },
  tokenInvalid: {
    cause: async ({ as, platform }) => {
      must(await platform.do('portal.revoke', appNamed(platform, 'Northwind Reader').id, 'oauth1'));
      return attempt(as.user(), { path: user });
    },
    act: 'generateToken',
  },
  appSuspended: { cause: ({ as }) => attempt(as.bearer('Gale Feed'), { path: user }), act: 'liftSuspension' },
  credentialsUnverified: {
    cause: ({ as, keys }) =>
      attempt(
        as.raw(`Basic ${btoa(`${keys.consumer_key}:wrong`)}`),
        post('/oauth2/token', { form: { grant_type: 'client_credentials' } }),
      ),
    act: 'useCredential',
  },
  tokenTooOften: {
    cause: async ({ as }) => {
      const ask = post('/oauth2/token', { form: { grant_type: 'client_credentials' } });
      while ((await as.basic().send(ask)).status === 200);
      return attempt(as.basic(), ask);
    },
    act: 'jumpTo',
  },
  callbackMissing: {
    cause: ({ as }) => attempt(as.consumer(), post('/oauth/request_token')),
    act: 'useValue',
  },
  callbackNotApproved: {
    cause: ({ as }) =>
      attempt(
        as.consumer(),
        post('/oauth/request_token?oauth_callback=https%3A%2F%2Fnorthwind-reader.example%2Fcalback'),
      ),
    act: 'useValue',
  },
  verifierMissing: {
    cause: async (legs) => {
      const token = await legs.askToken();
      await legs.decide(token);
      return attempt(legs.as.signing({ ...legs.keys, ...token }), post('/oauth/access_token'));
    },
    act: 'useValue',
  },
  verifierWrong: {
    cause: async (legs) => {
      const token = await legs.askToken();
      await legs.decide(token);
      return attempt(
        legs.as.signing({ ...legs.keys, ...token }),
        post('/oauth/access_token?oauth_verifier=wrong'),
      );
    },
    act: 'useValue',
  },
  scopeMissing: {
    cause: async (legs) => {
      const { access_token } = await legs.pkce('users.read post.read');
      return attempt(
        legs.as.withBearer(access_token),
        post('/2/posts', { json: { text: 'With the scope' } }),
      );
    },
    act: 'signInAgain',
  },
  oauth2Disabled: {
    cause: async (legs) => {
      const { access_token } = await legs.pkce();
      await legs.update({ oauth2: false });
      return attempt(legs.as.withBearer(access_token), { path: user });
    },
    act: 'enableOAuth',
  },
  invalidRequest: {
    cause: async (legs) => {
      const { redirect_uri, ...form } = formOf(legs, await codeOf(legs));
      expect(redirect_uri).toBe(legs.callback);
      return attempt(client(legs), post(tokenPath, { form }));
    },
    act: 'useValue',
  },
  invalidClient: {
    cause: async (legs) =>
      attempt(client(legs, 'wrong'), post(tokenPath, { form: formOf(legs, await codeOf(legs)) })),
    act: 'useCredential',
  },
  invalidGrant: {
    cause: async (legs) =>
      attempt(
        client(legs),
        post(tokenPath, {
          form: { ...formOf(legs, await codeOf(legs)), redirect_uri: 'https://other.example' },
        }),
      ),
    act: 'useValue',
  },
  unauthorizedClient: {
    cause: async (legs) => {
      const form = formOf(legs, await codeOf(legs));
      await legs.update({ oauth2: false });
      return attempt(client(legs), post(tokenPath, { form }));
    },
    act: 'enableOAuth',
  },
  foreignGrant: {
    cause: async (legs) => {
      const { access_token } = await legs.pkce();
      const { client_id, client_secret } = legs.as.credential('client', 'Harbour Desk');
      return attempt(
        legs.as.raw(`Basic ${btoa(`${client_id}:${client_secret!}`)}`),
        post('/2/oauth2/revoke', { form: { token: access_token } }),
      );
    },
    act: 'useCredential',
  },
  unsupportedTokenType: {
    cause: (legs) => {
      const { bearer_token } = legs.as.credential('app', 'Northwind Reader');
      return attempt(client(legs), post('/2/oauth2/revoke', { form: { token: bearer_token } }));
    },
    act: 'none',
    then: 400,
  },
  unsupportedGrantType: {
    cause: async (legs) =>
      attempt(
        client(legs),
        post(tokenPath, { form: { ...formOf(legs, await codeOf(legs)), grant_type: 'code' } }),
      ),
    act: 'useValue',
  },
  invalidScope: {
    cause: async (legs) => {
      const { refresh_token } = await legs.pkce('users.read post.read offline.access');
      const form = { grant_type: 'refresh_token', refresh_token, scope: 'users.read dm.write' };
      return attempt(client(legs), post(tokenPath, { form }));
    },
    act: 'useValue',
  },
  grantTypeMissing: {
    cause: ({ as }) => attempt(as.basic(), post('/oauth2/token', { form: {} })),
    act: 'useValue',
  },
  unsupportedAuthentication: {
    cause: ({ as }) => attempt(as.bearer(), { path: '/2/users/me' }),
    act: 'useCredential',
  },
  oauth1Disabled: {
    cause: async (legs) => {
      await legs.update({ oauth1: false });
      return attempt(legs.as.user(), { path: user });
    },
    act: 'enableOAuth',
  },
  writeForbidden: {
    cause: ({ as }) =>
      attempt(as.user('mira_holm', 'Northwind Viewer'), post('/2/posts', { json: { text: 'By a viewer' } })),
    act: 'raisePermission',
  },
  messagesForbidden: {
    cause: ({ as }) => attempt(as.user(), { path: '/2/dm_events' }),
    act: 'raisePermission',
  },
  notEnrolled: {
    cause: ({ as }) => attempt(as.bearer('Pocket Sketch'), { path: user }),
    act: 'attachToProject',
  },
  planLacksEndpoint: {
    cause: ({ as }) => attempt(as.bearer('Lantern Bot'), { path: '/2/test/pro' }),
    act: 'switchPlan',
  },
  rateLimitExceeded: {
    cause: async ({ as }) => {
      while ((await as.user('mira_holm', 'Harbour Desk').get('/2/test/pro')).status === 200);
      return attempt(as.user('mira_holm', 'Harbour Desk'), { path: '/2/test/pro' });
    },
    act: 'jumpTo',
  },
  usageCapExceeded: {
    cause: async ({ as, platform }) => {
      for (let loaf = 0; loaf < 100; loaf++) await as.user().post('/2/posts', { text: `Loaf ${loaf}` });
      const search = { path: '/2/posts/search/recent?query=loaf&max_results=100' };
      await as.bearer('Lantern Bot').send(search);
      await platform.clock.advance(900_000);
      return attempt(as.bearer('Lantern Bot'), search);
    },
    act: 'jumpTo',
  },
  connectionLimit: {
    cause: async ({ as }) => {
      const path = '/2/posts/search/stream';
      const { outcome } = await as.bearer().get(path);
      if (outcome.kind === 'stream') outcome.open({ write: () => true, end: () => undefined });
      return attempt(as.bearer(), { path });
    },
    act: 'none',
    then: 429,
  },
  parameterInvalid: {
    cause: ({ as }) => attempt(as.bearer(), { path: `${user}/posts?max_result=500&post.fields=textt,lang` }),
    act: 'useValue',
  },
  crcValidationFailed: {
    cause: ({ as }) =>
      attempt(
        as.bearer('Atlas Insight'),
        post('/2/webhooks', { json: { url: 'https://nobody.example/events' } }),
        { typed: { 'body.url': atlasHook } },
      ),
    act: 'changeText',
  },
  urlValidationFailed: {
    cause: ({ as }) =>
      attempt(
        as.bearer('Atlas Insight'),
        post('/2/webhooks', { json: { url: atlasHook.replace('https:', 'http:') } }),
      ),
    act: 'useValue',
  },
  duplicateUrlFailed: {
    cause: async ({ as }) => {
      const atlas = as.bearer('Atlas Insight');
      await atlas.post('/2/webhooks', { url: atlasHook });
      return attempt(atlas, post('/2/webhooks', { json: { url: atlasHook } }), {
        typed: { 'body.url': `${atlasHook}?and=another` },
      });
    },
    act: 'changeText',
  },
  webhookLimitExceeded: {
    cause: ({ as }) =>
      attempt(
        as.bearer('Lantern Bot'),
        post('/2/webhooks', { json: { url: 'https://hooks.lantern.example/' } }),
      ),
    act: 'switchPlan',
  },
  webhookIdInvalid: {
    cause: async ({ as }) => {
      const atlas = as.bearer('Atlas Insight');
      await atlas.post('/2/webhooks', { url: atlasHook });
      return attempt(atlas, { method: 'PUT', path: '/2/webhooks/1' });
    },
    act: 'useValue',
  },
  duplicateSubscriptionFailed: {
    cause: async (legs) => {
      const path = `${await courierWebhook(legs)}/all`;
      const by = legs.as.user('mira_holm', 'Northwind Courier');
      await by.post(path);
      return attempt(by, post(path));
    },
    act: 'none',
    then: 400,
  },
  subscriptionNotFound: {
    cause: async (legs) => {
      const path = await courierWebhook(legs);
      await legs.as.user('mira_holm', 'Northwind Courier').post(`${path}/all`);
      const message = { method: 'DELETE', path: `${path}/${jonas}/all` };
      return attempt(legs.as.bearer('Northwind Courier'), message);
    },
    act: 'useValue',
  },
  resourceNotFound: {
    cause: ({ as }) => attempt(as.bearer(), { path: '/2/users/by/username/mira_hollm' }),
    act: 'useValue',
  },
  duplicatePost: {
    cause: async ({ as }) => {
      await as.user().post('/2/posts', { text: 'Twice' });
      return attempt(as.user(), post('/2/posts', { json: { text: 'Twice' } }), {
        typed: { 'body.text': 'Once more' },
      });
    },
    act: 'changeText',
  },
  foreignResource: {
    cause: async ({ as }) => {
      const { id } = (await as.user('sam_ode').post('/2/posts', { text: 'Mine' })).json.data;
      return attempt(as.user(), { method: 'DELETE', path: `/2/posts/${id}` });
    },
    act: 'useCredential',
  },
  accountForbidden: {
    cause: ({ as, platform }) =>
      attempt(as.user(), { path: `${platform.adsBaseUrl}/5/accounts/atlas001/campaigns` }),
    act: 'giveAdAccess',
  },
  earlyAccessMissing: {
    async cause({ as, platform }) {
      must(await platform.do('catalog.setTermsAccepted', mira, true));
      return attempt(as.user(), { path: catalogs });
    },
    act: 'openCatalog',
  },
  termsNotAccepted: {
    async cause({ as, platform }) {
      must(await platform.do('catalog.setEarlyAccess', mira, true));
      return attempt(as.user(), { path: catalogs });
    },
    act: 'openCatalog',
  },
  catalogLimitExceeded: {
    async cause({ as, platform }) {
      await openCatalogTo(platform, mira);
      await createCatalog(as.user());
      return attempt(as.user(), post(catalogs, { json: { name: 'Second' } }));
    },
    act: 'openCall',
  },
  notAppOwner: {
    cause: ({ as }) => {
      const { bearer_token } = as.credential('app', 'Northwind Reader');
      return attempt(
        as.user('jonas_berg'),
        post(`/oauth2/invalidate_token?access_token=${encodeURIComponent(bearer_token)}`),
      );
    },
    act: 'useCredential',
  },
  foreignToken: {
    cause: ({ as }) => attempt(as.user(), post('/oauth2/invalidate_token?access_token=nobodys')),
    act: 'giveToken',
  },
  internalError: {
    cause: ({ as }) => attempt(as.bearer(), { path: '/2/test/throws' }),
    act: 'none',
    then: 500,
  },
};

let ids = 0;

/** Sends with an id, and asks for advice. */
async function tried({ platform }: Legs, { by, message }: Attempt, jumped?: number) {
  const id = `tried ${++ids}`;
  const answer = await by.send({ ...message, id });
  const line = answer.exchange.trace.find(({ problem }) => problem !== undefined);
  return {
    answer,
    problem: line?.problem ?? null,
    advice: await platform.ask('remedies.advise', id, jumped ?? null),
  };
}

describe('every refusal of the closed list', () => {
  test.each(Object.keys(problems) as ProblemName[])('%s leads on', async (name) => {
    const { send } = receivers;
    const legs = await openLegs('Northwind Reader', { families: [...families, here], send });
    const secretOf = (app: string) => legs.as.credential('basic', app).consumer_secret;
    receivers.at('hooks.atlas.example', honest(secretOf('Atlas Insight')));
    receivers.at('hooks.courier.example', honest(secretOf('Northwind Courier')));
    receivers.at('hooks.lantern.example', honest(secretOf('Lantern Bot')));
    const { cause, act, then } = scenarios[name];
    const first = await cause(legs);
    const refused = await tried(legs, first);
    expect(refused.problem).toBe(name);
    expect(refused.advice?.act).toMatchObject({ kind: act });
    expect(refused.advice!.what).toMatch(/^[A-Z].*[^.]$/);
    if (refused.advice!.act.kind === 'none') expect(refused.advice!.act.because).toMatch(/^[A-Z].*\.$/);
    const again = await tried(legs, await perform(legs, refused.advice!.act, first));
    if (then === undefined) expect(again.problem, again.answer.text).toBeNull();
    else expect(again.answer.status).toBe(then);
    if (then === undefined) expect(again.answer.status).toBeLessThan(300);
  });
});

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://a.example/b.js'],
  ['Firefox', 'error loading dynamically imported module: https://a.example/b.js'],
  ['WebKit', 'Importing a module script failed.'],
])(
  'a part of the platform that does not arrive, as %s says it, is told apart from a fault',
  async (_, words) => {
    const legs = await openLegs('Northwind Reader', { families: [...families, here] });
    const path = `/2/test/missing?words=${encodeURIComponent(words)}`;
    const { answer, advice } = await tried(legs, attempt(legs.as.bearer(), { path }));
    expect(answer.exchange.trace.find(({ problem }) => problem === 'internalError')?.reason).toBe(
      'partMissing',
    );
    expect(advice?.act.kind === 'none' && advice.act.because).toMatch(/could not be loaded/);
  },
);

/** What fixes the first attempt: a short form for many cases. */
async function actOf(legs: Legs, first: Attempt, jumped?: number) {
  return (await tried(legs, first, jumped)).advice!.act;
}

describe('a value that was meant', () => {
  const list = `${user}/posts`;
  const query: [name: string, path: string, changes: object[]][] = [
    ['a number beyond its end', `${list}?max_results=500`, [{ field: 'query.max_results', value: '100' }]],
    ['a number before its end', `${list}?max_results=1`, [{ field: 'query.max_results', value: '5' }]],
    ['spaces around it', `${list}?max_results=%2010`, [{ field: 'query.max_results', value: '10' }]],
    [
      'one of a list',
      `${list}?post.fields=id,creatd_at`,
      [{ field: 'query.post.fields', value: 'id,created_at' }],
    ],
    [
      'a space after the comma',
      `${list}?post.fields=id,%20lang`,
      [{ field: 'query.post.fields', value: 'id,lang' }],
    ],
    ['a comma at the end', `${list}?post.fields=id,`, [{ field: 'query.post.fields', value: 'id' }]],
    [
      'another writing of a name',
      `${list}?maxResults=7`,
      [{ field: 'query.maxResults', value: '7', name: 'max_results' }],
    ],
    ['a name of nothing', `${list}?nonsense=1`, [{ field: 'query.nonsense', value: null }]],
    [
      'a token of another list',
      `${list}?pagination_token=abc`,
      [{ field: 'query.pagination_token', value: null }],
    ],
    [
      'a token of another search',
      '/2/posts/search/recent?query=loaf&next_token=abc',
      [{ field: 'query.next_token', value: null }],
    ],
    [
      'two at once',
      `${list}?max_results=500&exclude=replie`,
      [
        { field: 'query.max_results', value: '100' },
        { field: 'query.exclude', value: 'replies' },
      ],
    ],
  ];
  test.each(query)('%s', async (_, path, changes) => {
    const legs = await openLegs();
    const first = attempt(legs.as.bearer(), { path });
    const act = await actOf(legs, first);
    expect(act).toEqual({ kind: 'useValue', changes });
    expect((await tried(legs, await perform(legs, act, first))).answer.status).toBe(200);
  });

  const bodies: [name: string, body: string, changes: object[]][] = [
    ['a comma too many', '{"text":"x",}', [{ field: 'body', value: '{"text":"x"}' }]],
    ['a member nearly named', '{"txt":"x"}', [{ field: 'body.txt', value: '"x"', name: 'text' }]],
    ['a member of nothing', '{"text":"x","media":{}}', [{ field: 'body.media', value: null }]],
    [
      'a number as text, and one too small',
      '{"text":"x","poll":{"options":["a","b"],"duration_minutes":4}}',
      [{ field: 'body.poll.duration_minutes', value: '5' }],
    ],
    ['text as a number', '{"text":7}', [{ field: 'body.text', value: '"7"' }]],
  ];
  test.each(bodies)('in a body: %s', async (_, body, changes) => {
    const legs = await openLegs();
    const headers = [['Content-Type', 'application/json']] as const;
    const first = attempt(legs.as.user(), post('/2/posts', { body: utf8(body), headers }));
    const act = await actOf(legs, first);
    expect(act).toEqual({ kind: 'useValue', changes });
    const message = body.endsWith(',}')
      ? first
      : { ...first, message: post('/2/posts', { json: JSON.parse(body) as unknown }) };
    expect((await tried(legs, await perform(legs, act, message))).answer.status).toBe(201);
  });

  const unclear: [name: string, path: string, field: string][] = [
    ['a word for a number', `${list}?max_results=ten`, 'query.max_results'],
    ['a value far from all', `${user}?expansions=everything`, 'query.expansions'],
    ['what is missing', '/2/users', 'query.ids'],
    ['an id that is none', '/2/users/abc', 'path.id'],
    ['given twice', `${list}?max_results=5&max_results=6`, 'query.max_results'],
    ['an id of nobody', '/2/users/1', 'path.id'],
  ];
  test.each(unclear)('is not guessed: %s', async (_, path, field) => {
    const legs = await openLegs();
    expect(await actOf(legs, attempt(legs.as.bearer(), { path }))).toEqual({ kind: 'changeText', field });
  });

  test('Q23: each of several mistakes has its own act, if the mistake can be identified', async () => {
    const legs = await openLegs();
    const type = (field: string) => ({ kind: 'changeText', field });
    const put = (field: string, value: string) => ({ kind: 'useValue', changes: [{ field, value }] });
    const advised = async (path: string) => (await tried(legs, attempt(legs.as.bearer(), { path }))).advice;
    expect(await advised(`${list}?max_results=ten&start_time=x`)).toEqual({
      ...{ what: 'Two parameters have invalid values', why: null },
      ...{ act: type('query.max_results'), also: [type('query.start_time')] },
    });
    expect(await advised(`${list}?max_results=500&start_time=x`)).toMatchObject({
      ...{ act: type('query.start_time'), also: [put('query.max_results', '100')] },
    });
  });
});

describe('Q21: a 429 says what is used up, and how much a larger plan gives', () => {
  const adviceAfter = async (legs: Legs, by: Attempt['by'], path: string) => {
    while ((await by.get(path)).status === 200);
    const first = attempt(by, { path });
    return { first, advice: (await tried(legs, first)).advice! };
  };
  const calls = (limit: number) => ({ of: 'calls', limit, windowSeconds: 900 });

  test.each([
    ['user token', 'The user token has used its 2 calls in 15 minutes', 9],
    ['App', 'The App has used its one call in 15 minutes', 4],
  ])('a window of the %s', async (who, what, limit) => {
    const legs = await openLegs('Northwind Reader', { families: [...families, here] });
    const { as } = legs;
    const by = who === 'App' ? as.bearer('Harbour Desk') : as.user('mira_holm', 'Harbour Desk');
    const { first, advice } = await adviceAfter(legs, by, '/2/test/pro');
    expect(advice).toMatchObject({
      what,
      why: 'Basic gives 2 calls per user and 1 per App in 15 minutes. Harbour Desk is on Basic.',
      act: { kind: 'jumpTo', over: 'window' },
      instead: [{ kind: 'switchPlan', from: 'basic', plan: 'pro', gives: calls(limit) }],
    });
    const [larger] = advice.instead!;
    expect((await tried(legs, await perform(legs, larger!, first))).answer.status).toBe(200);
  });

  test('if no plan has more, none is offered', async () => {
    const legs = await openLegs('Northwind Reader', { families: [...families, here] });
    const { advice } = await adviceAfter(legs, legs.as.bearer('Northwind Reader'), '/2/test/pro');
    expect(advice.what).toBe('The App has used its 4 calls in 15 minutes');
    expect(advice.instead ?? []).toEqual([]);
  });

  test('the month names the posts of the larger plan', async () => {
    const legs = await openLegs('Northwind Reader', { families: [...families, here] });
    const first = await scenarios.usageCapExceeded.cause(legs);
    const { advice } = await tried(legs, first);
    expect(advice).toMatchObject({
      what: 'The Project has used up its posts of this month',
      act: { kind: 'jumpTo', over: 'month' },
      instead: [{ plan: 'basic', gives: { of: 'posts', limit: 500_000 } }],
    });
    const { problem } = await tried(legs, await perform(legs, advice!.instead![0]!, first));
    expect(problem).toBeNull();
  });
});

describe('an address that was meant', () => {
  const base = 'https://api.svc.example';
  const meant: [given: string, url: string | null][] = [
    [`/2/usrs/${mira}?user.fields=id`, `${base}${user}?user.fields=id`],
    [`/users/${mira}`, `${base}${user}`],
    [`/1/users/${mira}`, `${base}${user}`],
    [`${user}/post`, `${base}${user}/posts`],
    [`https://api.svc.exampel${user}`, `${base}${user}`],
    ['/2/nothing/at/all', null],
    ['/', null],
  ];
  test.each(meant)('%s', async (path, url) => {
    const legs = await openLegs();
    const act = await actOf(legs, attempt(legs.as.bearer(), { path }));
    expect(act).toMatchObject(
      url === null ? { kind: 'none' } : { kind: 'useValue', changes: [{ field: 'url', value: url }] },
    );
  });

  test('if the path has several methods the user chooses one; a method in lower case is simply corrected', async () => {
    const legs = await openLegs();
    const by = legs.as.user();
    expect(await actOf(legs, attempt(by, { method: 'PATCH', path: '/2/posts/1' }))).toEqual({
      kind: 'changeText',
      field: 'method',
    });
    expect(await actOf(legs, attempt(by, { method: 'get', path: '/2/posts/1' }))).toMatchObject({
      changes: [{ value: 'GET' }],
    });
    expect(await actOf(legs, attempt(by, { method: 'PATCH', path: '/2/posts', json: {} }))).toMatchObject({
      changes: [{ value: 'POST' }],
    });
  });
});

describe('the remedy depends on the owner, and on what was done since', () => {
  test('another user’s token is theirs to give: they sign in again after the level is raised', async () => {
    const legs = await openLegs('Northwind Viewer');
    const first = attempt(
      legs.as.user('jonas_berg', 'Northwind Viewer'),
      post('/2/posts', { json: { text: 'x' } }),
    );
    const act = await actOf(legs, first);
    expect(act).toMatchObject({
      ...{ kind: 'raisePermission', from: 'read', to: 'read-write' },
      then: { kind: 'signInAgain', flow: 'oauth1', userId: jonas },
    });
    expect((await tried(legs, await perform(legs, act, first))).answer.status).toBe(201);
  });

  test('an App whose level was raised since needs only a new token', async () => {
    const legs = await openLegs('Northwind Viewer');
    const first = attempt(
      legs.as.user('mira_holm', 'Northwind Viewer'),
      post('/2/posts', { json: { text: 'x' } }),
    );
    await legs.update({ permission: 'read-write' });
    expect(await actOf(legs, first)).toMatchObject({ kind: 'generateToken', credential: 'oauth1' });
  });

  test('what is already fixed is only sent again', async () => {
    const legs = await openLegs('Northwind Reader', { families: [...families, here] });
    const { platform, as } = legs;
    const refused = async (client: Attempt['by'], path: string, mend: () => Promise<unknown>) => {
      const id = `since ${++ids}`;
      await client.send({ path, id });
      await mend();
      return (await platform.ask('remedies.advise', id, null))!.act.kind;
    };
    const lantern = appNamed(platform, 'Lantern Bot').projectId!;
    expect(
      await refused(as.bearer('Lantern Bot'), '/2/test/pro', () =>
        platform.do('portal.setPlan', lantern, 'pro'),
      ),
    ).toBe('sendAgain');
    const gale = appNamed(platform, 'Gale Feed').id;
    expect(
      await refused(as.bearer('Gale Feed'), user, () => platform.do('portal.setSuspended', gale, false)),
    ).toBe('sendAgain');
    const desk = as.bearer('Harbour Desk');
    while ((await desk.get('/2/test/pro')).status === 200);
    expect(await refused(desk, '/2/test/pro', () => platform.clock.advance(900_000))).toBe('sendAgain');
  });

  test('a timestamp that a jump made old is fixed by undoing the jump, any other by the current time', async () => {
    const legs = await openLegs();
    const { platform, as } = legs;
    const day = 86_400_000;
    const request = { method: 'GET', url: `${platform.baseUrl}${user}`, headers: [] };
    const signed = as.raw(sign(platform, request, as.credential('oauth1', 'Northwind Reader')));
    await platform.clock.advance(day);
    const first = attempt(signed, { path: user });
    expect(await actOf(legs, first, day)).toEqual({
      kind: 'undoJump',
      ms: day,
      or: { kind: 'correctSignature' },
    });
    expect(await actOf(legs, first, 3_600_000)).toEqual({ kind: 'correctSignature' });
    expect(await actOf(legs, first)).toEqual({ kind: 'correctSignature' });
  });

  test('a silence is lifted for an App that abuses its limits; a call of an unknown App says why there is no act', async () => {
    const legs = await openLegs('Northwind Reader', { families: [...families, here] });
    await legs.platform.do('portal.setAbuse', true);
    const desk = legs.as.bearer('Harbour Desk');
    while (!(await desk.get('/2/test/pro')).closed);
    const silent = attempt(desk, { path: user });
    const act = await actOf(legs, silent);
    expect(act.kind).toBe('liftAbuse');
    expect((await tried(legs, await perform(legs, act, silent))).answer.status).toBe(200);
  });

  test('a missing thing leads to the existing ones of its kind; a full list leads to the oldest entry', async () => {
    const legs = await openLegs();
    const { platform, as } = legs;
    const ads = `${platform.adsBaseUrl}/5`;
    const mended = async (path: string) => {
      const act = await actOf(legs, attempt(as.user(), { path }));
      if (act.kind !== 'useValue') throw new Error(`${path}: ${act.kind}`);
      const [{ field, value }] = act.changes as readonly [Change];
      return [field, (await as.user().get(path.replace('nowhere', value!))).status];
    };
    expect(await mended(`${ads}/accounts/nowhere/campaigns`)).toEqual(['path.account_id', 200]);
    await openCatalogTo(platform, mira);
    const nowhere = attempt(as.user(), { path: `${catalogs}/nowhere/products` });
    expect((await actOf(legs, nowhere)).kind).toBe('changeText');
    const catalog = await createCatalog(as.user());
    expect(await mended(`${catalogs}/nowhere/products`)).toEqual(['path.product_catalog_id', 200]);
    const set = { name: 'Set', type: 'MANUAL', product_ids: [] };
    for (let made = 0; made < 100; made++) {
      if (made % 90 === 89) await platform.clock.advance(900_000);
      expect((await as.user().post(`${catalog}/product_sets`, set)).status).toBe(201);
    }
    expect(await mended(`${catalog}/products?product_set_id=nowhere`)).toEqual(['query.product_set_id', 200]);
    const full = attempt(as.user(), {
      ...{ method: 'POST', path: `${catalog}/product_sets`, json: set },
    });
    const act = await actOf(legs, full);
    expect(act).toMatchObject({ kind: 'openCall', endpointId: 'deleteProductSet', name: 'Set' });
    expect((await tried(legs, await perform(legs, act, full))).answer.status).toBe(201);
  });

  test('the plans are said in words', async () => {
    const legs = await openLegs('Northwind Reader', { families: [...families, here] });
    const { advice } = await tried(legs, attempt(legs.as.bearer('Lantern Bot'), { path: '/2/test/pro' }));
    expect(advice).toMatchObject({
      what: 'The Free plan does not have this endpoint',
      why: 'Basic gives 2 calls per user and 1 per App in 15 minutes, Pro 9 calls per user and 4 per App in 15 minutes. Lantern Bot is on Free.',
    });
  });
});

test('a call that was answered, and one that is not in the log, have no remedy', async () => {
  const legs = await openLegs();
  expect((await tried(legs, attempt(legs.as.bearer(), { path: user }))).advice).toBeNull();
  expect(await legs.platform.ask('remedies.advise', 'never', null)).toBeNull();
});

test('the kind of problem is kept with the log', async () => {
  const legs = await openLegs();
  await legs.as.bearer().send({ path: '/2/users/me', id: 'kept' });
  const platform = createPlatform({ snapshot: legs.platform.snapshot() });
  expect((await platform.ask('remedies.advise', 'kept', null))?.act.kind).toBe('useCredential');
  expect(caller(platform, legs.platform.initialCredentials)).toBeDefined();
});
