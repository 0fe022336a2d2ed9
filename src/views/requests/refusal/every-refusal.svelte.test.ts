/**
 * Every problem of the closed list, caused by a call of the composer: its act is performed, and Send again succeeds.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { Browser } from '../../../../testing/browser.ts';
import { honest, Receivers } from '../../../../testing/receivers.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { encodeForm, isResponse, s256, text, utf8 } from '../../../../worker/api.ts';
import type { ProblemName } from '../../../../worker/api.ts';
import { Acting } from '../../../refusal/acting.svelte.ts';
import type { Remedy } from '../../../refusal/call-handle.ts';
import { parseRoute } from '../../../router.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Draft } from '../call/draft.svelte.ts';
import type { RequestsRoute } from '../call/route.ts';
import { sendDraft } from '../call/send.ts';
import type { CallTab } from '../call/call-tab.svelte.ts';
import { CallTabs } from '../call/call-tabs.svelte.ts';
import { callInHand } from './call-in-hand.ts';
import { eventually } from '../../../../tests/support/eventually.ts';

interface Scene {
  /** A free-form call unless it names an endpoint. */
  readonly call: Partial<RequestsRoute>;
  /** Preparations. */
  readonly before?: (session: PageSession) => Promise<unknown>;
  /** Changes of the draft that no link can describe. */
  readonly edit?: (draft: Draft) => void;
  /** What the person types if only they can know the value. */
  readonly type?: (draft: Draft) => void;
}

const user = '/2/users/2244994945';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const callback = 'https://northwind-reader.example/callback';
const reader = '26001';

const set = (draft: Draft, list: 'query' | 'form', name: string, value: string | null): void => {
  const row = draft[list].find((each) => each.name === name)!;
  Object.assign(row, value === null ? { on: false } : { on: true, value });
};

const browser = (session: PageSession) =>
  new Browser(session.greeting.baseUrl, async (request) => {
    const { outcome } = await session.playground.send(request);
    if (!isResponse(outcome)) throw new Error('No response');
    return outcome;
  });

async function codeOf(session: PageSession, scope: string, username = 'mira_holm'): Promise<string> {
  const held = session.world.vault.find((each) => each.kind === 'client' && each.appId === reader);
  const query = encodeForm([
    ['response_type', 'code'],
    ['client_id', held?.kind === 'client' ? held.client_id : ''],
    ['redirect_uri', callback],
    ['scope', scope],
    ['state', 'st'],
    ['code_challenge', s256(verifier)],
    ['code_challenge_method', 'S256'],
  ]);
  const page = await browser(session).decide(`/oauth2/authorize?${query}`, username);
  return page.parameter('code')!;
}

/** What Sign-in does: puts a token with these scopes into the vault. */
async function signIn(session: PageSession, scope: string): Promise<Record<string, string>> {
  const held = session.world.vault.find((each) => each.kind === 'client' && each.appId === reader);
  const { client_id, client_secret } = held as { client_id: string; client_secret: string };
  const form = {
    ...{ grant_type: 'authorization_code', code: await codeOf(session, scope) },
    ...{ redirect_uri: callback, code_verifier: verifier },
  };
  const { outcome } = await session.playground.send({
    method: 'POST',
    url: `${session.greeting.baseUrl}/2/oauth2/token`,
    headers: [
      ['content-type', 'application/x-www-form-urlencoded'],
      ['authorization', `Basic ${btoa(`${client_id}:${client_secret}`)}`],
    ],
    body: utf8(encodeForm(Object.entries(form))),
  });
  const answer = JSON.parse(isResponse(outcome) ? text(outcome.body) : '{}') as Record<string, string>;
  await session.playground.keep({
    ...{ id: 'signed-in', appId: reader, appName: 'Northwind Reader', kind: 'oauth2' },
    ...{ access_token: answer['access_token']!, refresh_token: answer['refresh_token'] ?? null },
    ...{ scopes: scope.split(' '), userId: '2244994945', username: 'mira_holm' },
  });
  return answer;
}

async function approved(session: PageSession): Promise<void> {
  await sendTab(session, { endpointId: 'requestToken', auth: 'consumer' });
  await browser(session).decide(
    `/oauth/authorize?oauth_token=${session.secrets.requestToken!.oauth_token}`,
    'mira_holm',
  );
}

let code = '';
let token: Record<string, string> = {};
const tokenForm = (draft: Draft, form: Readonly<Record<string, string | null>>): void => {
  const whole = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    code_verifier: verifier,
    ...form,
  };
  for (const row of draft.form) row.on = false;
  for (const [name, value] of Object.entries(whole)) set(draft, 'form', name, value);
};
const withCode = async (session: PageSession) => (code = await codeOf(session, 'users.read'));
const exchange = { endpointId: 'exchangeCode', auth: 'client' } as const;

/** The address of an App's receiver. */
const at = (app: string): string => `https://hooks-${app}.example/events`;
const bodyOf = (url: string): string => JSON.stringify({ url });
const webhook = (app: string, url: string) =>
  ({ endpointId: 'registerWebhook', auth: 'app', app, body: bodyOf(url) }) as const;
let webhookId = '';

/** One for each problem, or why no call of the composer can cause it. A missing one is a type error. */
const scenes: Readonly<Record<ProblemName, Scene | string>> = {
  urlMalformed: { call: { url: 'api.svc.example/2/users/2244994945', auth: 'app' } },
  urlTooLong: {
    call: { url: `/2/users?ids=${'1'.repeat(8200)}`, auth: 'app' },
    type: (draft) => (draft.url = '/2/users?ids=2244994945'),
  },
  bodyTooLarge: {
    call: {
      method: 'POST',
      url: '/2/posts',
      auth: 'oauth1',
      body: `{"text":"x"}${' '.repeat(8 * 1024 * 1024)}`,
    },
    type: (draft) => (draft.body = '{"text":"shorter"}'),
  },
  unsupportedMediaType: {
    call: {
      ...{ method: 'POST', url: '/2/posts', auth: 'oauth1', body: '{"text":"typed"}' },
      headers: [{ name: 'Content-Type', value: 'text/plain', on: true }],
    },
  },
  notFound: { call: { url: '/2/usres/2244994945', auth: 'app' } },
  methodNotAllowed: { call: { method: 'PATCH', url: user, auth: 'app' } },
  sslRequired: { call: { url: `http://api.svc.example${user}`, auth: 'app' } },
  authenticationMissing: { call: { url: user, auth: 'none' } },
  signatureRejected: {
    call: { url: user, auth: 'oauth1' },
    edit: (draft) => draft.editCredential('consumer_secret', 'no'),
  },
  timestampOutOfBounds: {
    call: { url: user, auth: 'oauth1' },
    edit: (draft) => Object.assign(draft, { timestamp: '1', timestampPinned: true }),
  },
  tokenInvalid: {
    call: { url: user, auth: 'app' },
    edit: (draft) => draft.editCredential('bearer_token', 'nobodys'),
  },
  appSuspended: { call: { url: user, auth: 'app', app: '26005' } },
  credentialsUnverified: {
    call: { endpointId: 'requestBearerToken', auth: 'basic' },
    edit: (draft) => draft.editCredential('consumer_secret', 'no'),
  },
  tokenTooOften: {
    call: { endpointId: 'requestBearerToken', auth: 'basic' },
    before: async (session) => {
      for (let calls = 0; calls < 30; calls++)
        await sendTab(session, { endpointId: 'requestBearerToken', auth: 'basic' });
    },
  },
  callbackMissing: {
    call: { endpointId: 'requestToken', auth: 'consumer' },
    edit: (draft) => set(draft, 'query', 'oauth_callback', null),
  },
  callbackNotApproved: {
    call: { endpointId: 'requestToken', auth: 'consumer' },
    edit: (draft) => set(draft, 'query', 'oauth_callback', 'https://northwind-reader.example/calback'),
  },
  verifierMissing: {
    call: { endpointId: 'accessToken', auth: 'requestToken' },
    before: approved,
    edit: (draft) => set(draft, 'query', 'oauth_verifier', null),
  },
  verifierWrong: {
    call: { endpointId: 'accessToken', auth: 'requestToken' },
    before: approved,
    edit: (draft) => set(draft, 'query', 'oauth_verifier', 'wrong'),
  },
  scopeMissing: {
    call: { endpointId: 'createPost', auth: 'oauth2', body: '{"text":"With the scope"}' },
    before: (session) => signIn(session, 'post.read users.read'),
  },
  oauth2Disabled: {
    call: { url: user, auth: 'oauth2' },
    before: async (session) => {
      await signIn(session, 'post.read users.read');
      await session.playground.do('portal.updateApp', reader, { oauth2: false });
    },
  },
  invalidRequest: {
    call: exchange,
    before: withCode,
    edit: (draft) => tokenForm(draft, { redirect_uri: null }),
  },
  invalidClient: {
    call: exchange,
    before: withCode,
    edit: (draft) => {
      tokenForm(draft, {});
      draft.editCredential('client_secret', 'no');
    },
  },
  invalidGrant: {
    call: exchange,
    before: withCode,
    edit: (draft) => tokenForm(draft, { redirect_uri: 'https://other.example' }),
  },
  unauthorizedClient: {
    call: exchange,
    before: async (session) => {
      await withCode(session);
      await session.playground.do('portal.updateApp', reader, { oauth2: false });
    },
    edit: (draft) => tokenForm(draft, {}),
  },
  foreignGrant: {
    call: { endpointId: 'revokeToken', auth: 'client', app: '26004' },
    before: async (session) => (token = await signIn(session, 'users.read')),
    edit: (draft) => set(draft, 'form', 'token', token['access_token']!),
  },
  unsupportedTokenType: 'Another endpoint ends such a token: tests/contract/remedies.test.ts.',
  unsupportedGrantType: {
    call: exchange,
    before: withCode,
    edit: (draft) => tokenForm(draft, { grant_type: 'code' }),
  },
  invalidScope: {
    call: exchange,
    before: async (session) => (token = await signIn(session, 'users.read offline.access')),
    edit: (draft) => {
      const refresh = { grant_type: 'refresh_token', refresh_token: token['refresh_token']! };
      tokenForm(draft, {
        code: null,
        redirect_uri: null,
        code_verifier: null,
        ...refresh,
        scope: 'users.read dm.write',
      });
    },
  },
  grantTypeMissing: {
    call: { endpointId: 'requestBearerToken', auth: 'basic' },
    edit: (draft) => set(draft, 'form', 'grant_type', null),
  },
  unsupportedAuthentication: { call: { url: '/2/users/me', auth: 'app' } },
  oauth1Disabled: {
    call: { url: user, auth: 'oauth1' },
    before: (session) => session.playground.do('portal.updateApp', reader, { oauth1: false }),
  },
  writeForbidden: { call: { endpointId: 'createPost', auth: 'oauth1', app: '26002' } },
  messagesForbidden: { call: { endpointId: 'getDmEvents', auth: 'oauth1' } },
  notEnrolled: { call: { url: user, auth: 'app', app: '26008' } },
  planLacksEndpoint: {
    call: { endpointId: 'getDmEvents', auth: 'oauth1', app: '26006' },
    // The plan is checked first, the level after it.
    before: async (session) => {
      await session.playground.do('portal.updateApp', '26006', { permission: 'read-write-directmessages' });
      const made = await session.playground.do('portal.regenerate', '26006', 'oauth1');
      const held = session.world.vault.find((each) => each.kind === 'oauth1' && each.appId === '26006');
      if (made.ok && held)
        await session.playground.keep({ ...held, ...made.made, id: held.id } as typeof held);
    },
  },
  rateLimitExceeded: {
    call: { endpointId: 'getDmEvents', auth: 'oauth1', app: '26003' },
    before: async (session) => {
      for (let calls = 0; calls < 15; calls++)
        await sendTab(session, { endpointId: 'getDmEvents', auth: 'oauth1', app: '26003' });
    },
  },
  usageCapExceeded: 'A hundred posts of a month are given by more calls than one: the built page meets it.',
  connectionLimit: 'A second connection needs a first one that is held open.',
  parameterInvalid: {
    call: {
      ...{ endpointId: 'getPostsOfUser', auth: 'app' },
      query: [
        { name: 'max_results', value: '500', on: true },
        { name: 'post.feilds', value: 'lagn', on: true },
      ],
    },
  },
  crcValidationFailed: {
    call: webhook('26007', 'https://nobody.example/events'),
    type: (draft) => (draft.body = bodyOf(at('26007'))),
  },
  urlValidationFailed: { call: webhook('26007', at('26007').replace('https', 'http')) },
  duplicateUrlFailed: {
    call: webhook('26007', at('26007')),
    before: (session) => sendTab(session, webhook('26007', at('26007'))),
    type: (draft) => (draft.body = bodyOf(`${at('26007')}/others`)),
  },
  webhookLimitExceeded: { call: webhook('26006', at('26006')) },
  webhookIdInvalid: {
    call: { endpointId: 'validateWebhook', auth: 'app', app: '26007', path: { webhook_id: '1' } },
    before: (session) => sendTab(session, webhook('26007', at('26007'))),
  },
  duplicateSubscriptionFailed: 'What was asked for stands already: there is nothing to be done.',
  subscriptionNotFound: {
    call: { endpointId: 'unsubscribe', auth: 'app', app: '26003' },
    before: async (session) => {
      await sendTab(session, webhook('26003', at('26003')));
      const { outcome } = (await sendTab(session, { endpointId: 'getWebhooks', auth: 'app', app: '26003' }))
        .calls.current!;
      if (!isResponse(outcome)) throw new Error('No response');
      const { data } = JSON.parse(text(outcome.body)) as { data: readonly { id: string }[] };
      webhookId = data[0]!.id;
      const path = { webhook_id: webhookId };
      await sendTab(session, { endpointId: 'subscribe', auth: 'oauth1', app: '26003', path });
    },
    edit: (draft) => (draft.path = { webhook_id: webhookId, user_id: '2244994946' }),
  },
  resourceNotFound: {
    call: { endpointId: 'getUserByUsername', auth: 'app', path: { username: 'mira_hollm' } },
  },
  duplicatePost: {
    call: { endpointId: 'createPost', auth: 'oauth1' },
    before: (session) => sendTab(session, { endpointId: 'createPost', auth: 'oauth1' }),
    type: (draft) => (draft.body = '{"text":"Once more"}'),
  },
  foreignResource: {
    call: { endpointId: 'deletePost', auth: 'oauth1', as: 'jonas_berg' },
  },
  accountForbidden: {
    call: { endpointId: 'getCampaigns', auth: 'oauth1', path: { account_id: 'atlas001' } },
  },
  earlyAccessMissing: {
    call: { endpointId: 'getCatalogs', auth: 'oauth1' },
    before: (session) => session.playground.do('catalog.setEarlyAccess', '2244994945', false),
  },
  termsNotAccepted: {
    call: { endpointId: 'getCatalogs', auth: 'oauth1' },
    before: (session) => session.playground.do('catalog.setTermsAccepted', '2244994945', false),
  },
  catalogLimitExceeded: 'Another has to be deleted first: tests/contract/remedies.test.ts.',
  notAppOwner: { call: { endpointId: 'invalidateBearerToken', auth: 'oauth1', as: 'jonas_berg' } },
  foreignToken: {
    call: { endpointId: 'invalidateBearerToken', auth: 'oauth1' },
    edit: (draft) => set(draft, 'query', 'access_token', 'nobodys'),
  },
  internalError: 'It is a fault of the platform, and there is none that is known.',
};

let session: PageSession;

beforeEach(async () => {
  vi.stubGlobal('location', { pathname: '/play/', hash: '' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  // The field to type into is not part of this test.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const receivers = new Receivers();
  session = await openSession({ send: receivers.send });
  for (const held of session.world.vault)
    if (held.kind === 'basic') {
      const { hostname } = new URL(at(held.appId));
      receivers.at(hostname, honest(held.consumer_secret));
      await session.playground.do('receivers.save', hostname, 'export default () => new Response();');
    }
});

async function tabOf(of: PageSession, call: Partial<RequestsRoute>): Promise<CallTab> {
  await of.reference.load(call.endpointId ?? '');
  const tabs = new CallTabs(of);
  tabs.open({ view: 'requests', endpointId: null, ...call });
  const tab = tabs.current;
  await tab.load();
  return tab;
}

async function sendTab(of: PageSession, call: Partial<RequestsRoute>): Promise<CallTab> {
  const tab = await tabOf(of, call);
  await sendDraft(of, tab);
  return tab;
}

const names = Object.keys(scenes) as ProblemName[];
const problemOf = ({ calls }: CallTab) =>
  calls.current!.exchange.trace.find(({ problem }) => problem !== undefined)?.problem;
const statusOf = ({ calls }: CallTab) => {
  const { outcome } = calls.current!;
  return isResponse(outcome) ? outcome.status : 0;
};

test.each(names.filter((name) => typeof scenes[name] !== 'string'))(
  '%s: the act, then Send again',
  async (name) => {
    const { call, before, edit, type } = scenes[name] as Scene;
    await before?.(session);
    const tab = await tabOf(session, call);
    edit?.(tab.draft);
    await sendDraft(session, tab);
    expect(problemOf(tab)).toBe(name);

    const sent = tab.calls.current!;
    const advice = await session.playground.advise(sent.exchange.request.id!);
    const settled = (remedy: Remedy | null) => (remedy ? tab.calls.acted(remedy.change) : tab.calls.undone());
    const hand = callInHand(tab, sent, session, () => {
      tab.draft.refresh(); // the view does it when the clock jumps
      return sendDraft(session, tab);
    });
    const acting = new Acting(session, hand, advice, settled);
    expect(acting.ready).toBe(false);
    await acting.again();
    expect(tab.calls.current, 'nothing is sent before the act').toBe(sent);

    await acting.perform();
    expect(acting.failed).toBeNull();
    type?.(tab.draft);
    if (location.hash.startsWith('#/sign-in/')) {
      const there = parseRoute(location.hash);
      await signIn(session, new Map('params' in there ? there.params : []).get('scopes') ?? '');
      await session.playground.greet();
    } else if (!type) expect(acting.remedy?.what).toMatch(/[^.]$/);
    await eventually(() => expect(acting.ready).toBe(true));

    if (acting.remedy?.undo) {
      await acting.undo();
      expect(acting.remedy).toBeNull();
      expect(acting.ready).toBe(false);
      await sendDraft(session, tab);
      expect(problemOf(tab), 'undone: refused as before').toBe(name);
      await acting.perform();
    }
    await acting.again();
    expect(
      [problemOf(tab), statusOf(tab)],
      text((tab.calls.current!.outcome as { body: Uint8Array }).body),
    ).toEqual([undefined, expect.toSatisfy((status: number) => status >= 200 && status < 300)]);
  },
);

test.each(names.filter((name) => typeof scenes[name] === 'string'))(
  '%s: says why no call meets it',
  (name) => {
    expect(scenes[name]).toMatch(/^[A-Z].*\.$/);
  },
);
