import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import { header, isResponse } from '../../../../worker/api.ts';
import { parseRoute } from '../../../router.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { Calls } from './calls.svelte.ts';
import { hrefOf, readRoute } from './route.ts';
import type { AuthChoice, RequestsRoute } from './route.ts';
import { Draft } from './draft.svelte.ts';

let session: PageSession;
let draft: Draft;
let calls: Calls;

beforeEach(async () => {
  session = await openSession();
  draft = new Draft(session);
  calls = new Calls(session.playground);
});

const statusOf = async () => {
  const sent = await calls.send(draft.message);
  draft.refresh();
  return sent && isResponse(sent.outcome) ? sent.outcome.status : null;
};

const reloaded = (route: RequestsRoute): RequestsRoute => {
  const hash = parseRoute(hrefOf(route));
  const parsed = 'problem' in hash ? hash : readRoute(hash);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const other = new Draft(session);
  other.load(parsed.route);
  return other.route;
};

describe('a draft', () => {
  it('starts with a signed call that works', async () => {
    expect([draft.endpoint?.id, draft.auth, draft.tab]).toEqual(['getMe', 'oauth1', 'signature']);
    expect(draft.steps?.baseString).toContain('oauth_nonce');
    expect(await statusOf()).toBe(200);
  });

  it('P23: starts a free-form call that works, whatever authorization the previous call had', async () => {
    draft.load({ view: 'requests', endpointId: 'invalidateBearerToken' });
    draft.auth = 'basic';
    draft.load({ view: 'requests', endpointId: null });
    expect([draft.message.method, draft.message.url]).toEqual(['GET', `${draft.baseUrl}/2/users/me`]);
    expect(draft.limitSubject?.endpointId).toBe('getMe');
    expect(await statusOf()).toBe(200);
  });

  it('names a webhook that the App in use has, which a link leaves out like any example', () => {
    const of = (webhooks: readonly string[]) => {
      const { world } = session;
      session.world = { ...world, apps: world.apps.map((app) => ({ ...app, webhooks })) };
      draft.load({ view: 'requests', endpointId: 'validateWebhook' });
      return [draft.message.url.split('/').at(-1), draft.changed];
    };
    expect(of([])).toEqual(['1000000000000000001', false]);
    expect(of(['21', '22'])).toEqual(['21', false]);
    draft.fillPath('webhook_id', '22');
    expect(reloaded(draft.route).path).toEqual({ webhook_id: '22' });
  });

  it('names the acting user where the path allows no other, and follows a change of the user', async () => {
    draft.load({ view: 'requests', endpointId: 'getHomeTimeline' });
    const [first] = [draft.path['id']];
    expect(first).toBe(session.user?.id);
    const other = session.world.users.find(({ id }) => id !== first)!;
    session.userId = other.id;
    expect([draft.path['id'], draft.changed]).toEqual([other.id, false]);
    expect(draft.message.url).toContain(`/users/${other.id}/`);
    draft.fillPath('id', first!);
    expect([draft.path['id'], draft.changed]).toEqual([first, true]);
    expect(await statusOf()).toBe(403);
    draft.fillPath('id', other.id);
    expect([draft.changed, await statusOf()]).toEqual([false, 200]);
    draft.load({ view: 'requests', endpointId: 'getUser', path: { id: first! } });
    session.userId = first!;
    expect(draft.path['id']).toBe(first);
  });

  it('has a new nonce after each call, unless it is pinned', async () => {
    draft.auth = 'oauth1';
    const first = draft.nonce;
    await statusOf();
    expect(draft.nonce).not.toBe(first);
    draft.noncePinned = true;
    draft.timestampPinned = true;
    expect(await statusOf()).toBe(200);
    expect(await statusOf()).toBe(401);
  });

  it('is restored from its link, for every endpoint and for a free-form call', () => {
    for (const { id } of session.endpoints) {
      draft.load({ view: 'requests', endpointId: id });
      if (draft.query[0]) draft.query[0].value = '1';
      for (const name of Object.keys(draft.path)) draft.fillPath(name, 'ä/b');
      draft.tab = 'raw';
      expect(reloaded(draft.route)).toEqual(draft.route);
    }
    draft.load(draft.freeRoute());
    expect(draft.endpoint).toBeNull();
    expect(reloaded(draft.route)).toEqual(draft.route);
  });

  it('keeps secrets out of its link, whatever was edited', () => {
    draft.load({ view: 'requests', endpointId: 'invalidateBearerToken' });
    draft.editCredential('oauth_token_secret', 'my-own-secret');
    draft.headers.push({
      key: -1,
      name: 'X-Note',
      value: 'my-own-secret',
      on: true,
      seen: true,
      field: null,
    });
    draft.query[0]!.value = 'another';
    const link = hrefOf(draft.route);
    for (const secret of [
      'my-own-secret',
      'another',
      draft.nonce,
      header(draft.message.headers, 'authorization')!,
    ])
      expect(link).not.toContain(encodeURIComponent(secret));
  });

  it('forgets edited credentials with the kind that they were for', () => {
    draft.auth = 'app';
    draft.editCredential('bearer_token', 'stale');
    expect(draft.credential).toMatchObject({ bearer_token: 'stale' });
    draft.auth = 'oauth1';
    expect(draft.credential).not.toHaveProperty('bearer_token');
    draft.auth = 'app';
    draft.forgetEdits();
    expect(draft.credential).not.toMatchObject({ bearer_token: 'stale' });
  });

  it('starts another endpoint with the real credential and a fresh nonce, a free-form call with the edited one', () => {
    draft.load({ view: 'requests', endpointId: 'getMe' });
    draft.editCredential('oauth_token_secret', 'wrong');
    draft.nonce = 'kept';
    draft.noncePinned = true;
    draft.load(draft.freeRoute());
    expect([draft.credential, draft.nonce]).toEqual([
      expect.objectContaining({ oauth_token_secret: 'wrong' }),
      'kept',
    ]);
    draft.load({ view: 'requests', endpointId: 'createPost' });
    expect(draft.edits).toEqual({});
    expect(draft.noncePinned).toBe(false);
    expect(draft.nonce).not.toBe('kept');
  });

  it('uses the request token in the steps after it, but not in their links', () => {
    const appId = session.app!.id;
    session.secrets.requestToken = { appId, oauth_token: 'requested', oauth_token_secret: 'hush' };
    draft.load({ view: 'requests', endpointId: 'authorize' });
    expect(draft.message.url).toMatch(/authorize\?oauth_token=requested$/);
    expect(hrefOf(draft.route)).not.toContain('requested');
    session.appId = session.world.apps.find(({ id }) => id !== appId)!.id;
    draft.load({ view: 'requests', endpointId: 'authorize', app: session.appId });
    expect(draft.message.url).toMatch(/authorize$/);
  });

  it('opens a call with a body on the body’s tab, whatever tab was open; a reading call stays on the tab (Q18)', () => {
    draft.load({ view: 'requests', endpointId: 'getMe', tab: 'break' });
    for (const endpointId of ['createPost', 'updateList', 'hideReply']) {
      draft.load(draft.routeTo(endpointId));
      expect([endpointId, draft.endpoint?.body !== null, draft.tab]).toEqual([endpointId, true, 'body']);
      draft.tab = 'break';
    }
    draft.load(draft.routeTo('getPost'));
    expect(draft.tab).toBe('break');
    draft.load({ view: 'requests', endpointId: 'createPost', tab: 'raw' });
    expect(draft.tab).toBe('raw');
  });

  it('does not report a missing credential if its header is typed, and drops the header for a kept credential (Q12)', () => {
    draft.load({
      view: 'requests',
      endpointId: 'getMe',
      as: 'kai_ferry',
      headers: [{ name: 'authorization', value: 'Bearer its-own', on: true }],
    });
    session.world = { ...session.world, vault: [] };
    expect(draft.problem('auth')).toBeNull();
    expect(draft.authorizationByHand?.value).toBe('Bearer its-own');
    expect(header(draft.message.headers, 'authorization')).toBe('Bearer its-own');
    draft.proveBy('app');
    expect(draft.authorizationByHand).toBeNull();
    expect(draft.headers).toMatchObject([{ value: 'Bearer its-own', on: false }]);
    expect(draft.problem('auth')).not.toBeNull();
  });

  it('reports the parts of a link that do not exist here', () => {
    expect(draft.load({ view: 'requests', endpointId: 'nope' })).toContain('nope');
    expect(draft.load({ view: 'requests', app: 'nope' })).toContain('App');
    expect(draft.load({ view: 'requests', as: 'nope' })).toContain('@nope');
  });

  it('Q19: is sent without credentials if the vault has no token of the user for the App', async () => {
    const app = session.world.apps.find((each) => each.name === 'Pocket Sketch')!;
    const without = session.world.users.find((each) => each.username === 'sam_ode')!;
    session.appId = app.id;
    session.userId = without.id;
    draft.auth = 'oauth1';
    expect(draft.problem('auth')?.text).toContain('No access token of @sam_ode');
    expect(draft.blocker).toBeNull();
    expect(draft.message.headers).toEqual([]);
    expect(await statusOf()).toBe(400);
    expect(calls.current?.exchange.trace.find(({ problem }) => problem)?.problem).toBe(
      'authenticationMissing',
    );
    session.useApp(app.id);
    expect(draft.problem('auth')).toBeNull();
  });
});

describe('calls', () => {
  it('know the previous answer to the same call: same address, App and token (P13)', async () => {
    const sendBy = async (endpointId: string, auth: AuthChoice) => {
      draft.load({ view: 'requests', endpointId, auth });
      await statusOf();
      return calls.previous;
    };
    expect(await sendBy('getUserByUsername', 'oauth1')).toBeNull();
    const first = calls.current;
    expect(await sendBy('getMe', 'oauth1')).toBeNull();
    expect(await sendBy('getUserByUsername', 'app')).toBeNull();
    expect(await sendBy('getUserByUsername', 'oauth1')).toBe(first);
  });

  it('know the windows of the call that would be sent', async () => {
    await calls.look(draft.limitSubject);
    expect(calls.windows?.map((each) => [each.scope, each.remaining])).toEqual([['user', 75]]);
    await calls.look(null);
    expect(calls.windows).toEqual([]);
  });
});
