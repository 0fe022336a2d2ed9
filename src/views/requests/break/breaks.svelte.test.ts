import { describe, expect, it, vi } from 'vitest';
import { fewOfStarter, withoutCatalogs } from '../../../../tests/support/few.ts';
import { honest, Receivers } from '../../../../testing/receivers.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { pkce } from '../../../../tests/support/visitor.ts';
import { outlines } from '#reference';
import type { Platform } from '../../../../engine/index.ts';
import { isResponse, text } from '../../../../worker/api.ts';
import { examine } from '../../../doctor/examine.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { Calls } from '../call/calls.svelte.ts';
import { isTaken } from '../call/call-credential.ts';
import type { Draft } from '../call/draft.svelte.ts';
import { authKinds } from '../call/route.ts';
import type { AuthChoice, RequestsRoute } from '../call/route.ts';
import { sendDraft } from '../call/send.ts';
import { CallTab } from '../call/call-tab.svelte.ts';
import { Breaking } from './breaking.svelte.ts';
import { isReady } from './breaks.ts';
import type { Offer } from './breaks.ts';
import { proving } from '../../../../tests/support/prove.ts';
import { saidOf, verdictOf } from './verdict.ts';

interface Bench {
  readonly session: PageSession;
  readonly draft: Draft;
  readonly calls: Calls;
  readonly breaking: Breaking;
  readonly send: () => Promise<void>;
}

const on = (name: string, value: string) => ({ name, value, on: true });

async function open(route: Omit<RequestsRoute, 'view'>, session?: PageSession): Promise<Bench> {
  const on = session ?? (await openSession(await fewOfStarter()));
  const calls = new Calls(on.playground);
  const tab = new CallTab(on, calls, { view: 'requests', ...route });
  tab.wake();
  const breaking = new Breaking(on, tab.draft, calls);
  calls.breaker = breaking;
  return { session: on, draft: tab.draft, calls, breaking, send: () => sendDraft(on, tab) };
}

const hooks = 'hooks.northwind.example';
/** The results of these calls depend on the existing webhooks. */
const isAboutWebhooks = (endpointId: string) => /webhook|subscri/i.test(endpointId);

/** A session in which every endpoint can be called: one App may write messages, the other has everything else. */
async function openFor(endpointId: string, auth: AuthChoice): Promise<Bench> {
  const receivers = new Receivers();
  const few = await fewOfStarter();
  const snapshot = endpointId === 'createCatalog' ? withoutCatalogs(few.snapshot) : few.snapshot;
  const session = await openSession({ ...few, snapshot, send: receivers.send });
  const name = /dm|subscri/i.test(endpointId) ? 'Northwind Courier' : 'Northwind Reader';
  session.appId = session.world.apps.find((app) => app.name === name)!.id;
  if (auth === 'requestToken')
    await (await open({ endpointId: 'requestToken', auth: 'consumer' }, session)).send();
  if (auth === 'oauth2') await keepUserToken(session);
  if (!isAboutWebhooks(endpointId)) return open({ endpointId, auth }, session);
  const basic = session.credential('basic');
  receivers.at(hooks, honest(basic?.kind === 'basic' ? basic.consumer_secret : ''));
  await session.playground.do('receivers.save', hooks, '// The test answers for it.');
  if (endpointId === 'registerWebhook') return open({ endpointId, auth }, session);
  const path = { webhook_id: await registered(session) };
  if (endpointId === 'unsubscribe') await (await open({ endpointId: 'subscribe', path }, session)).send();
  return open({ endpointId, auth, path }, session);
}

/** Registers a webhook for the App; returns its id. */
async function registered(session: PageSession): Promise<string> {
  const { calls, send } = await open({ endpointId: 'registerWebhook', auth: 'app' }, session);
  await send();
  const { outcome } = calls.current!;
  const { id } = JSON.parse(isResponse(outcome) ? text(outcome.body) : '{}') as { id: string };
  await expect.poll(() => session.app?.webhooks).toContain(id);
  return id;
}

/** Signs a user in by OAuth 2.0, and acts for them. */
async function keepUserToken(session: PageSession): Promise<void> {
  const { app, playground, greeting } = session;
  const client = session.credential('client');
  if (!app || client?.kind !== 'client') throw new Error('The App has no client');
  const handle: Platform['handle'] = async (request) => {
    const { outcome } = await playground.send(request);
    if (outcome.kind === 'stream') throw new Error('A stream');
    return outcome;
  };
  const platform: Pick<Platform, 'handle' | 'baseUrl'> = { handle, baseUrl: greeting.baseUrl };
  const { access_token } = (await pkce(platform as Platform, client, app.settings.callback_urls[0]!)).json;
  const { id: userId, username } = session.world.users.find((user) => user.username === 'jonas_berg')!;
  session.userId = userId;
  await playground.keep({
    ...client,
    id: 'user',
    kind: 'oauth2',
    access_token,
    refresh_token: null,
    scopes: ['users.read', 'post.read'],
    userId,
    username,
  });
}

/** Endpoints that a token with two scopes may read. */
const read = ['getMe', 'getUser', 'getPosts'];
const callable = (await outlines()).flatMap(({ id, auth }) =>
  authKinds
    .filter((kind) => isTaken(kind, auth) && (kind !== 'oauth2' || read.includes(id)))
    .map((kind): [string, AuthChoice] => [id, kind]),
);
/** A successful call of these ends the credential that the next one would need. */
const ends = ['invalidateUserToken', 'invalidateBearerToken', 'accessToken'];

describe('every break, actually sent', () => {
  it.each(callable)('%s by %s is refused as its verdict says', async (endpointId, auth) => {
    const { session, draft, calls, breaking, send } = await openFor(endpointId, auth);
    const apps = session.world.apps.length;
    const before = JSON.stringify(draft.route);
    expect(breaking.offers.length).toBeGreaterThan(2);
    for (const { id } of chosen(endpointId, auth, breaking.offers)) {
      // A broken call counts like any other, and there are more of them than a window allows.
      if (auth !== 'requestToken' && auth !== 'oauth2') await session.clock.advance(15 * 60_000);
      draft.refresh();
      breaking.clear();
      if (id === 'replay' && !ends.includes(endpointId)) await send();
      const offer = breaking.offers.find((each) => each.id === id)!;
      if (!isReady(offer)) {
        expect(id).toBe('replay');
        continue;
      }
      breaking.only(id);
      await send();
      const { sent, broken } = calls.latest!;
      expect({ id, ...saidOf(sent) }).toMatchObject({
        id,
        ...(offer.expects ?? { status: 200 }),
        ...codeless(sent),
      });
      expect(verdictOf(broken!, sent)).toMatchObject({ kind: 'expected', met: { id } });
      expect(breaking.tried.get(id)).toEqual(saidOf(sent));
      expect([id, breaking.spoiled.instead.length]).not.toEqual([id, 0]);
    }
    expect(JSON.stringify(draft.route)).toBe(before);
    expect(session.world.apps).toHaveLength(apps);
    if (!isAboutWebhooks(endpointId) || endpointId === 'subscribe') return;
    breaking.clear();
    await send();
    expect(saidOf(calls.current!), 'the right call finds its webhook').toEqual({ status: 200, code: null });
  });
});

/** Which breaks were tried by whom, with the expected result. */
const tried = new Set<string>();
let turn = 0;

/** If all breaks were already tried at an equivalent endpoint, only every fourth, and different ones each time. */
function chosen(endpointId: string, auth: AuthChoice, offers: readonly Offer[]): readonly Offer[] {
  const all = JSON.stringify([
    auth,
    ends.includes(endpointId),
    offers.map((offer) => [offer.id, isReady(offer) && offer.expects]),
  ]);
  if (proving || !tried.has(all)) {
    tried.add(all);
    return offers;
  }
  turn++;
  return offers.filter((_, at) => (at + turn) % 4 === 0);
}

/** Pages have no code. */
const codeless = (sent: Parameters<typeof saidOf>[0]) => (saidOf(sent)?.code === null ? { code: null } : {});

describe('what the Signature doctor finds in it', () => {
  it.each([
    [
      'marks',
      'marks-unencoded',
      { endpointId: 'searchRecentPosts', query: [on('query', "it's (not) late!")] },
    ],
    ['json-body', 'json-body-included', { endpointId: 'createPost' }],
    ['signed-http', 'scheme-swapped', { endpointId: 'getMe' }],
    ['query', 'query-left-out', { endpointId: 'getPosts' }],
  ])('%s is the mistake %s', async (id, mistake, route) => {
    const { breaking, calls, session, send } = await open({ ...route, auth: 'oauth1' });
    breaking.only(id);
    await send();
    const { exchange } = calls.current!;
    const opinion = await examine(
      session,
      exchange,
      exchange.trace.find((line) => line.signature)?.signature,
    );
    if (opinion.kind !== 'diagnosis') throw new Error(opinion.text);
    expect(
      opinion.diagnosis.explanations.map((each) => each.mistakes.map((found) => found.id)),
    ).toContainEqual([mistake]);
  });
});

describe('what is sent instead', () => {
  it('is the differing values, with a signature that is valid for them', async () => {
    const { draft, breaking } = await open({ endpointId: 'getMe', auth: 'oauth1' });
    breaking.only('stale');
    const { instead } = breaking.spoiled;
    expect(instead.map(({ name }) => name).sort()).toEqual(['oauth_signature', 'oauth_timestamp']);
    const timestamp = instead.find(({ name }) => name === 'oauth_timestamp')!;
    expect(timestamp).toMatchObject({ was: draft.timestamp, note: '10 min earlier' });
    expect(Number(timestamp.value)).toBe(Number(draft.timestamp) - 600);
  });

  it('is not shown yet for values that are made for one call', async () => {
    const { breaking, calls, send } = await open({ endpointId: 'getMe', auth: 'oauth1' });
    breaking.only('revoked');
    const values = breaking.spoiled.instead.map(({ name, value }) => `${name}: ${value}`);
    expect(values).toContain('oauth_token: made when you send');
    expect(values).toContain('oauth_signature: made when you send');
    await send();
    expect(JSON.stringify(calls.current!.exchange.request)).not.toContain('made%20when');
    const { trace } = calls.current!.exchange;
    expect(trace.find(({ outcome }) => outcome === 'refused')!.text).toContain(
      'Made to be broken has no access token',
    );
  });

  it('is sent as soon as the previous call was answered, though its App is still being deleted', async () => {
    const { breaking, calls, session, send } = await open({ endpointId: 'getMe', auth: 'oauth1' });
    const act = session.playground.do.bind(session.playground) as (...args: unknown[]) => Promise<unknown>;
    const acting = vi
      .spyOn(session.playground, 'do')
      .mockImplementation(((...args: unknown[]) =>
        args[0] === 'portal.deleteApp' ? new Promise(() => {}) : act(...args)) as never);
    breaking.only('revoked');
    void send();
    await expect.poll(() => calls.history.length).toBe(1);
    breaking.only('stale');
    await send();
    acting.mockRestore();
    expect(calls.history).toHaveLength(2);
  });

  it('shows a bearer token masked', async () => {
    const { breaking, session } = await open({ endpointId: 'getMe', auth: 'oauth1' });
    breaking.only('bearer');
    const bearer = session.credential('app');
    const text = JSON.stringify(breaking.spoiled.instead);
    expect(text).toContain('Bearer ');
    expect(text).not.toContain(bearer?.kind === 'app' ? bearer.bearer_token : '');
  });

  it('shows values whole that can no longer be parsed', async () => {
    const { breaking } = await open({ endpointId: 'createPost', auth: 'oauth1' });
    breaking.only('malformed');
    expect(breaking.spoiled.instead.map(({ name }) => name)).toEqual(['Authorization']);
    breaking.only('json');
    expect(breaking.spoiled.instead.map(({ name }) => name)).toEqual(['body']);
  });

  it('sends nothing, and says so, if the portal will not make another App', async () => {
    const { breaking, calls, session, send } = await open({ endpointId: 'getMe', auth: 'oauth1' });
    for (let made = 0; made < 20; made++)
      await session.playground.do('portal.createApp', `App ${made}`, null);
    breaking.only('standalone');
    await send();
    expect(calls.current).toBeNull();
    expect(calls.failure).toContain('Standalone');
  });
});

describe('several switches', () => {
  it('are answered by the first that the platform checks, and it says so', async () => {
    const { breaking, calls, send } = await open({ endpointId: 'getPosts', auth: 'oauth1' });
    breaking.toggle('field', true);
    breaking.toggle('token-secret', true);
    breaking.toggle('stale', true);
    await send();
    const { sent, broken } = calls.latest!;
    expect(broken!.map(({ id }) => id)).toEqual(['stale', 'token-secret', 'field']);
    const { met, says } = verdictOf(broken!, sent);
    expect([met?.id, saidOf(sent)]).toEqual(['stale', { status: 401, code: 135 }]);
    expect(says[0]).toMatch(/^`oauth_timestamp` is 60\d s behind the platform's clock; at most 300 s/);
    expect(says.at(-1)).toContain('3 switches were on');
    expect([...breaking.tried.keys()]).toEqual(['stale']);
  });

  it('are reset with another endpoint, and with another kind of credential', async () => {
    const { breaking, draft } = await open({ endpointId: 'getPosts', auth: 'oauth1' });
    breaking.toggle('stale', true);
    draft.auth = 'app';
    expect(breaking.count).toBe(0);
    draft.auth = 'oauth1';
    expect(breaking.count).toBe(1);
    draft.load({ view: 'requests', endpointId: 'getUser', auth: 'oauth1' });
    expect(breaking.count).toBe(0);
  });
});

describe('the verdict', () => {
  it('says if another check failed first', async () => {
    const { breaking, calls, draft, send } = await open({ endpointId: 'getMe', auth: 'oauth1' });
    draft.editCredential('consumer_key', 'nobody');
    breaking.only('stale');
    await send();
    const { kind, says } = verdictOf(calls.latest!.broken!, calls.current!);
    expect(kind).toBe('otherwise');
    expect(says[0]).toContain('401 · 32');
    expect(says[0]).toContain('401 · 135');
  });

  it('says if a break was harmless', async () => {
    const { breaking, calls, send } = await open({ endpointId: 'getUser', auth: 'app' });
    breaking.only('other-bearer');
    await send();
    const verdict = verdictOf(calls.latest!.broken!, calls.current!);
    expect(verdict).toMatchObject({ kind: 'expected', title: 'Not refused, as it should be' });
    const never = calls.latest!.broken!.map((each) => ({ ...each, expects: { status: 401, code: 32 } }));
    expect(verdictOf(never, calls.current!)).toMatchObject({
      kind: 'taken',
      title: 'Not refused',
      met: null,
    });
  });
});

describe('a free-form call', () => {
  it('is broken by the breaks of the endpoint that it reaches', async () => {
    const { breaking, draft } = await open({
      endpointId: null,
      method: 'GET',
      url: '/2/users/me',
      auth: 'oauth1',
    });
    expect(draft.endpoint).toBeNull();
    expect(breaking.offers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['stale', 'none', 'field', 'method']),
    );
  });

  it('with a header typed by hand has only the breaks of its message', async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer mine', on: true }];
    const { breaking } = await open({
      endpointId: null,
      method: 'GET',
      url: '/2/users/me',
      auth: 'oauth1',
      headers,
    });
    expect(breaking.offers.map(({ group }) => group)).not.toContain('Signature');
    expect(breaking.offers.map(({ id }) => id)).toContain('none');
  });
});

describe('switching', () => {
  it('continues with untried breaks, and begins with a stale timestamp', async () => {
    const { breaking, send } = await open({ endpointId: 'getMe', auth: 'oauth1' });
    expect(breaking.first?.id).toBe('stale');
    breaking.only('stale');
    expect(breaking.first).toBeNull();
    await send();
    expect(breaking.next?.id).toBe('future');
    breaking.only(breaking.next!.id);
    await send();
    expect([...breaking.tried.values()].map(({ code }) => code)).toEqual([135, 135]);
    breaking.clear();
    await send();
    expect(breaking.count).toBe(0);
    expect(breaking.tried.size).toBe(2);
  });
});
