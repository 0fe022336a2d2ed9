import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import type { Element } from '../../../testing/markup.ts';
import { utf8 } from '../../../worker/api.ts';
import type { CallKey } from '../../../worker/api.ts';
import type { NavigationTarget } from '../../browser/navigate.ts';
import type { PageNode } from '../../browser/page.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import type { BreakId } from './breaks.ts';
import { breaksOf, unexplained } from './breaks.ts';
import { FlowRun } from './flow-run.svelte.ts';
import { flowIds, flows } from './flows.ts';
import type { FlowId } from './flows.ts';
import { endingOf } from './outcome.ts';
import { build } from './request-spec.ts';
import type { RequestParameter } from './request-spec.ts';
import { decisionOf, loginOf, pinOf } from './answers.ts';
import { endOf } from './token-end.ts';
import { eventually } from '../../../tests/support/eventually.ts';

/** Node has no DOMParser. The platform's pages are strict, so they can be read without one. */
vi.mock('../../browser/dom.ts', async () => {
  const { readPage } = await import('../../../testing/markup.ts');
  const { clean } = await import('../../browser/page.ts');
  const nodeOf = ({ name, attributes, children }: Element): PageNode => ({
    name,
    attributes: Object.fromEntries(attributes),
    children: children.map((child) => (typeof child === 'string' ? child : nodeOf(child))),
  });
  return {
    readPage: (html: string, base: URL) => ({
      title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
      styles: [],
      pieces: clean(readPage(html).roots.map(nodeOf), base),
    }),
  };
});

let session: PageSession;
let run: FlowRun;

beforeEach(async () => {
  session = await openSession();
  run = new FlowRun(session);
});

/** Presses a button of the page, as the person. */
async function submit(target: NavigationTarget | null): Promise<void> {
  await run.browser.go(target!);
  // The end of a run releases the clock, and the browser does not wait for that.
  await eventually(() => expect(run.phase).not.toBe('busy'));
}

const shown = () => ({ page: run.browser.current!.page!, url: run.browser.current!.url });
const logIn = (username = 'mira_holm') => submit(loginOf(shown(), username));
const decide = (what: 'allow' | 'deny') => submit(decisionOf(shown(), what));

async function begin(flow: FlowId, ...breaks: BreakId[]): Promise<void> {
  await run.choose(flow);
  await run.stop();
  for (const each of breaks) run.toggle(each, true);
  await run.go('question');
}

const kinds = () => run.steps.map(({ kind }) => kind);
const clockGoes = () => eventually(() => expect(session.clock.frozen).toBe(false));
const lastLabel = () => run.arrows.at(-1)?.label;

describe('a run', () => {
  it('by callback stops for the person twice, with the clock stopped, and ends with a token that works', async () => {
    await begin('oauth1-callback');
    expect([run.phase, run.asked, session.clock.frozen]).toEqual(['waiting', 'login', true]);
    await logIn();
    expect([run.phase, run.asked]).toEqual(['waiting', 'decide']);
    expect(run.token).toBeNull();
    await decide('allow');
    expect(run.phase).toBe('paused');
    await run.go('question');
    expect(run.phase).toBe('ended');
    expect(kinds()).toEqual(run.flow.steps);
    expect(run.token).toMatchObject({ kind: 'oauth1', username: 'mira_holm', permission: 'read-write' });
    expect([run.broken, run.toCome]).toEqual([null, []]);
    await clockGoes();
  });

  it('by PIN takes the PIN from the person', async () => {
    await begin('oauth1-pin');
    await logIn();
    await decide('allow');
    expect(run.asked).toBe('pin');
    run.enterPin(` ${pinOf(shown().page)!} `);
    expect(run.phase).toBe('paused');
    await run.go('all');
    expect(lastLabel()).toBe('200 @mira_holm');
  });

  it('by PKCE ends with a token that can be kept, and its user goes on acting for the App', async () => {
    const user = session.world.users.find(({ id }) => !session.holdsTokenOf(id))!;
    session.userId = user.id;
    await begin('pkce');
    await logIn(user.username);
    await decide('allow');
    await run.go('question');
    expect(session.holdsTokenOf(user.id)).toBe(false);
    await run.keepToken();
    await eventually(() => expect(session.holdsTokenOf(user.id)).toBe(true));
    session.useApp(session.app!.id);
    expect(session.user?.username).toBe(user.username);
  });

  it('by PKCE ends with the token of the user who signed in, not of the acting user', async () => {
    session.userId = session.world.users.find(({ username }) => username === 'jonas_berg')!.id;
    await begin('pkce');
    await logIn();
    await decide('allow');
    await run.go('question');
    expect(run.token).toMatchObject({ kind: 'oauth2', username: 'mira_holm' });
  });

  it('skips the login if a user is signed in', async () => {
    await begin('oauth1-callback');
    await logIn();
    await begin('oauth1-callback');
    expect(run.asked).toBe('decide');
    expect(run.arrows).toHaveLength(12);
  });

  it('leaves a clock alone that was stopped before', async () => {
    await session.clock.freeze();
    await begin('app-only');
    expect([run.phase, session.clock.frozen]).toEqual(['ended', true]);
  });
});

describe('step by step', () => {
  it('sends one message per step', async () => {
    await run.go('step');
    expect([kinds(), run.phase, session.clock.frozen]).toEqual([['request_token'], 'paused', true]);
    await run.go('step');
    expect([kinds(), run.phase]).toEqual([['request_token', 'redirect'], 'paused']);
    await run.go('step');
    expect([kinds().at(-1), run.phase, run.asked]).toEqual(['open', 'waiting', 'login']);
  });

  it('answers as the acting user if the person does not', async () => {
    session.userId = session.world.users.find(({ username }) => username === 'jonas_berg')!.id;
    await run.go('question');
    expect(run.answerer).toBe('jonas_berg');
    await run.go('step');
    expect([kinds().at(-1), run.asked, run.visitor]).toEqual(['login', 'decide', 'jonas_berg']);
    await run.go('step');
    expect([kinds().slice(-2), run.phase]).toEqual([['decide', 'return'], 'paused']);
    await run.go('step');
    expect([kinds().at(-1), run.phase]).toEqual(['token', 'paused']);
    await run.go('step');
    expect([kinds().at(-1), run.phase]).toEqual(['proof', 'ended']);
    expect(run.token).toMatchObject({ username: 'jonas_berg' });
  });

  it.each(flowIds)('runs all of %s, and ends with a token', async (flow) => {
    await run.choose(flow);
    await run.go('all');
    expect([run.phase, run.token !== null]).toEqual(['ended', true]);
    await clockGoes();
  });

  it('leaves open what the person opened meanwhile, until they take the next step themselves', async () => {
    const send = session.playground.send.bind(session.playground);
    const sending = vi.spyOn(session.playground, 'send').mockImplementation((request) => {
      run.selected = run.steps[0]?.id ?? null;
      return send(request);
    });
    await run.go('all');
    sending.mockRestore();
    expect([kinds().at(-1), run.opened?.kind]).toEqual(['proof', 'request_token']);
    await run.go('question');
    expect([run.asked, run.opened?.kind]).toEqual(['decide', 'open']);
    run.selected = run.steps[0]!.id;
    await decide('allow');
    expect(run.opened?.kind).toBe('return');
  });

  it('denies access if “The user says no” is on', async () => {
    run.toggle('deny', true);
    await run.go('all');
    expect([run.phase, run.token, run.isWanted]).toEqual(['ended', null, true]);
  });

  it.each(['step', 'question', 'all'] as const)(
    'answers only once if the person has already pressed Allow: %s',
    async (stride) => {
      await begin('oauth1-callback');
      await logIn();
      const pressed = run.browser.go(decisionOf(shown(), 'allow')!);
      await run.go(stride);
      await pressed;
      expect(kinds().filter((kind) => kind === 'decide')).toHaveLength(1);
      expect(run.phase).toBe(stride === 'step' ? 'paused' : 'ended');
      expect(run.token === null).toBe(stride === 'step');
    },
  );

  it('starts again once it has ended', async () => {
    await run.go('all');
    await run.go('step');
    expect([kinds(), run.phase]).toEqual([['request_token'], 'paused']);
  });

  it('is not affected by other pages that the browser visits', async () => {
    await run.go('question');
    await run.browser.open(`${session.greeting.baseUrl}/settings/connected_apps`);
    expect([run.phase, run.asked, kinds().at(-1)]).toEqual(['waiting', 'login', 'open']);
    await run.go('all');
    expect([run.phase, run.token !== null]).toEqual(['ended', true]);
  });
});

describe('the clock', () => {
  it('runs while the flow is not shown, and stops again afterwards', async () => {
    await run.go('question');
    await run.leave();
    expect([session.clock.frozen, run.phase]).toEqual([false, 'waiting']);
    await session.clock.advance(120_000);
    await run.comeBack();
    expect(session.clock.frozen).toBe(true);
    expect(run.hold.ranFor).toBeGreaterThanOrEqual(120_000);
    await run.go('all');
    expect(run.phase).toBe('ended');
    await clockGoes();
  });

  it('runs when another flow is chosen', async () => {
    await run.go('question');
    await run.choose('pkce');
    expect(session.clock.frozen).toBe(false);
  });

  it('belongs to the person once they have let it run', async () => {
    await run.go('question');
    await session.clock.resume();
    await session.clock.freeze();
    await run.leave();
    expect(session.clock.frozen).toBe(false);
    await session.clock.freeze();
    await run.comeBack();
    await run.stop();
    expect(session.clock.frozen).toBe(true);
  });
});

describe('a broken run', () => {
  it.each<[FlowId, BreakId, string]>([
    ['oauth1-callback', 'key', '401 code 32'],
    ['oauth1-callback', 'callback', '403 code 415'],
    ['oauth1-callback', 'setting', '403 code 220'],
    ['oauth1-callback', 'skew', '401 code 135'],
    ['oauth1-callback', 'nonce', '401 code 32'],
    ['pkce', 'callback', '400 error page'],
    ['pkce', 'setting', 'GET with error'],
    ['app-only', 'key', '403 code 99'],
    ['app-only', 'grant', '403 code 170'],
  ])('%s: %s ends before the person is asked', async (flow, broken, label) => {
    await begin(flow, broken);
    expect([run.phase, lastLabel()]).toEqual(['ended', label]);
    await clockGoes();
    expect(run.broken).not.toBeNull();
    expect(run.token).toBeNull();
  });

  it.each<[FlowId, BreakId, string]>([
    ['oauth1-callback', 'verifier', '401 code 32'],
    ['oauth1-callback', 'expired', '401 code 89'],
    ['pkce', 'expired', '400 code 214'],
    ['pkce', 'code_verifier', '400 code 214'],
    ['pkce', 'state', 'GET with code'],
  ])('%s: %s ends after the person allowed it', async (flow, broken, label) => {
    await begin(flow, broken);
    await logIn();
    await decide('allow');
    if (run.isUnderWay) await run.go('question');
    expect([run.phase, lastLabel(), run.token]).toEqual(['ended', label, null]);
  });

  it('a refusal with another cause than its switch is not explained by the switch', async () => {
    await begin('oauth1-callback', 'verifier');
    await logIn();
    await decide('allow');
    await session.clock.advance(16 * 60_000);
    await run.go('question');
    expect([lastLabel(), run.broken, run.cause]).toEqual(['401 code 89', unexplained, null]);
  });

  it.each<[FlowId, string, string]>([
    ['oauth1-callback', '401 code 89', 'oauth1'],
    ['pkce', '400 code 214', 'oauth2'],
  ])('%s: keeps the token of the first use when the second is refused', async (flow, label, kind) => {
    await begin(flow, 'twice');
    await logIn();
    await decide('allow');
    await run.go('question');
    expect(lastLabel()).toBe(label);
    expect(run.token).toMatchObject({ kind });
  });

  it.each<[FlowId, string]>([
    ['oauth1-callback', 'GET with denied'],
    ['oauth1-pin', '200 denial page'],
    ['pkce', 'GET with error'],
  ])('%s: ends when the user says no', async (flow, label) => {
    await begin(flow, 'deny');
    await logIn();
    await decide('deny');
    expect([run.phase, lastLabel(), run.token, run.isWanted]).toEqual(['ended', label, null, true]);
  });

  it('restores the setting that it removed', async () => {
    const settings = async () =>
      (await session.playground.greet()).world.apps.find(({ id }) => id === session.app!.id)!.settings;
    const before = await settings();
    await begin('pkce', 'setting');
    expect(lastLabel()).toBe('GET with error');
    expect(await settings()).toEqual(before);
  });

  it('continues where it ended once the step is sent again without the mistake', async () => {
    await begin('oauth1-callback', 'callback');
    const [refused] = run.steps;
    const lines = [{ where: 'header', name: 'oauth_callback', value: run.callback }] as const;
    await run.again(refused!, { ...refused!.spec!, lines });
    expect([run.phase, run.broken]).toEqual(['paused', null]);
    await run.go('question');
    expect([run.phase, run.asked]).toEqual(['waiting', 'login']);
    expect(run.steps[0]!.again).toHaveLength(1);
  });
});

describe('another run', () => {
  it('has nothing of the previous one', async () => {
    const first = run.go('question');
    await run.choose('app-only');
    await run.go('question');
    await first;
    expect(kinds()).toEqual(['token', 'proof']);
  });

  it('keeps only the breaks that fit', async () => {
    run.toggle('deny', true);
    run.toggle('nonce', true);
    await run.choose('pkce');
    expect([...run.breaks]).toEqual(['deny']);
  });
});

describe('a token that ended after the flow', () => {
  const given = () => run.steps.findLast(({ kind }) => kind === 'token')!.sent!.exchange.sequence;
  const ending = async () => {
    const { playground } = session;
    const life = await playground.ask('tokens.life', run.token!);
    const end = endOf(run.token!, given(), await playground.exchanges(), life);
    return end && endingOf(run, end).replace(/\d\d:\d\d:\d\d/, '…');
  };
  const call = (path: string, auth: CallKey, lines: readonly RequestParameter[] = []) => {
    const url = `${session.greeting.baseUrl}${path}`;
    const fresh = { nonce: path, timestamp: Math.floor(session.clock.now / 1000) };
    return session.playground.send(build({ method: 'POST', url, lines, auth, headers: [] }, fresh));
  };

  it('by its user: says so, but not about the token of a later run', async () => {
    await begin('oauth1-callback');
    await run.go('all');
    expect(await ending()).toBeNull();
    await run.browser.open(`${session.greeting.baseUrl}/settings/connected_apps`);
    const inputs = (pieces: readonly PageNode[]): [string, string][] =>
      pieces.flatMap((piece) =>
        typeof piece === 'string'
          ? []
          : [
              [piece.attributes['name'] ?? '', piece.attributes['value'] ?? ''] as [string, string],
              ...inputs(piece.children),
            ],
      );
    const fields = new Map(inputs(shown().page.pieces));
    const body = `csrf=${fields.get('csrf')}&app_id=${run.token!.appId}&action=withdraw`;
    await run.browser.go({ method: 'POST', url: shown().url, body: utf8(body) });
    expect(await ending()).toBe(
      '@mira_holm took the access of Northwind Reader back at … UTC. The token is refused from then on.',
    );
    await begin('oauth1-callback');
    await run.go('all');
    expect(await ending()).toBeNull();
  });

  it('by the App, in each of its three ways: names the call', async () => {
    const ended = (path: string) =>
      `Northwind Reader ended its token itself, by POST ${path}, at … UTC. The token is refused from then on.`;
    const oauth1 = () => {
      const held = session.credential('oauth1') as Extract<CallKey, { kind: 'oauth1' }> | null;
      return { ...(run.token?.kind === 'oauth1' ? run.token : held!), kind: 'oauth1' } as CallKey;
    };
    await begin('app-only');
    await run.go('all');
    const bearer = run.token as unknown as { bearer_token: string };
    await call('/oauth2/invalidate_token', oauth1(), [
      { where: 'query', name: 'access_token', value: bearer.bearer_token },
    ]);
    expect(await ending()).toBe(ended('/oauth2/invalidate_token'));

    await begin('oauth1-pin');
    await run.go('all');
    await call('/1.1/oauth/invalidate_token', oauth1());
    expect(await ending()).toBe(ended('/1.1/oauth/invalidate_token'));

    await begin('pkce');
    await run.go('all');
    const client = session.credential('client') as { client_id: string; client_secret: string };
    const basic = { kind: 'basic', id: client.client_id, secret: client.client_secret } as const;
    const access = run.token as unknown as { access_token: string };
    const token = (value: string) => [{ where: 'body', name: 'token', value }] as const;
    await call('/2/oauth2/revoke', basic, token('another'));
    expect(await ending()).toBeNull();
    await call('/2/oauth2/revoke', basic, token(access.access_token));
    expect(await ending()).toBe(ended('/2/oauth2/revoke'));
  });

  it('in the portal, by itself, with its keys or with its App; says so if nobody knows how', async () => {
    const { playground } = session;
    const refused = 'The token is refused from then on.';
    await begin('app-only');
    await run.go('all');
    const { appId } = run.token!;
    await playground.do('portal.updateApp', appId, { description: 'A reader' });
    expect(await ending()).toBeNull();
    await playground.do('portal.regenerate', appId, 'app');
    expect(await ending()).toBe(`The token was ended in the Portal. ${refused}`);

    await begin('pkce');
    await run.go('all');
    await playground.do('portal.revoke', appId, 'client');
    expect(await ending()).toBe(`The token was ended in the Portal. ${refused}`);
    expect(endOf(run.token!, given(), [], 'ended')).toEqual({ by: 'unknown' });

    await begin('oauth1-pin');
    await run.go('all');
    await playground.do('portal.revoke', appId, 'basic');
    expect(await ending()).toBe(
      `The API key of Northwind Reader was regenerated or revoked in the Portal, and its tokens ended with it. ${refused}`,
    );
    await playground.do('portal.deleteApp', appId);
    expect(await ending()).toBe(
      `Northwind Reader was deleted in the Portal, and its tokens ended with it. ${refused}`,
    );
  });
});

describe('Q16: a mistyped PIN', () => {
  const wrongPins = (shown: string) =>
    Array.from({ length: 5 }, (_, at) => String((Number(shown) + 1 + at) % 1e7).padStart(7, '0'));

  async function toThePin(): Promise<string> {
    await begin('oauth1-pin');
    await logIn();
    await decide('allow');
    return pinOf(shown().page)!;
  }

  it('is asked for again, showing both PINs, and the flow continues with the right one', async () => {
    const pin = await toThePin();
    const [wrong = ''] = wrongPins(pin);
    run.enterPin(wrong);
    await run.go('all');
    expect([run.phase, run.asked, run.mistyped]).toEqual(['waiting', 'pin', { given: wrong, shown: pin }]);
    expect(run.asking).toBe(run.browser.current);
    run.enterPin(pin);
    expect(run.mistyped).toBeNull();
    await run.go('all');
    expect([lastLabel(), run.broken]).toEqual(['200 @mira_holm', null]);
    expect(kinds().slice(-5)).toEqual(['pin', 'token', 'pin', 'token', 'proof']);
    expect(run.token).toMatchObject({ kind: 'oauth1', username: 'mira_holm' });
  });

  it('ends the flow once the platform accepts no more', async () => {
    const pin = await toThePin();
    for (const wrong of wrongPins(pin)) {
      run.enterPin(wrong);
      await run.go('step');
    }
    expect([run.phase, run.mistyped?.shown, run.token]).toEqual(['ended', pin, null]);
    expect([run.isWanted, run.cause]).toEqual([false, null]);
  });

  it('is not the person’s mistake if a switch caused it', async () => {
    await begin('oauth1-pin', 'verifier');
    await run.go('all');
    expect([run.phase, run.cause, run.mistyped]).toEqual(['ended', 'verifier', null]);
  });
});

describe('Q16: how a break ended', () => {
  const each = flowIds.flatMap((id) => breaksOf(flows[id]).map((broken) => [id, broken.id] as const));

  it.each(each)('%s, %s: is kept, and the flow without the break continues past it', async (flow, broken) => {
    await begin(flow, broken);
    await run.go('all');
    expect([run.phase, run.cause]).toEqual(['ended', broken]);
    expect(run.kept.endOf(flow, broken)).toBe(lastLabel());
    await run.putRight();
    expect([run.breaks.size, run.broken, run.failure]).toEqual([0, null, null]);
    if (run.phase !== 'ended') await run.go('all');
    expect(lastLabel()).toMatch(/^200 @/);
  });
});
