import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import { encodeForm, utf8 } from '../../../worker/api.ts';
import type { PageNode } from '../../browser/page.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import type { BreakId } from './breaks.ts';
import { FlowRun } from './flow-run.svelte.ts';
import type { FlowId } from './flows.ts';

/** Node has no DOMParser. The platform's pages are strict, so what a form needs of them is read without one. */
vi.mock('../../browser/dom.ts', async () => {
  const { readPage } = await import('../../../tests/support/markup.ts');
  return {
    readPage: (html: string) => ({
      title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
      styles: [],
      pieces: readPage(html).elements.map(({ name, attributes, text }) => ({
        name,
        attributes: Object.fromEntries(attributes),
        children: [text],
      })),
    }),
  };
});

let session: PageSession;
let run: FlowRun;

beforeEach(async () => {
  session = await openSession();
  run = new FlowRun(session);
});

/** Presses a button of the page's form, as the person. */
async function submit(button: string | null, entered: Readonly<Record<string, string>> = {}): Promise<void> {
  const { page, url } = run.browser.current!;
  const elements = page!.pieces.filter(
    (piece): piece is Exclude<PageNode, string> => typeof piece !== 'string',
  );
  const form = elements.find(({ name }) => name === 'form')!;
  const inputs = elements.filter(({ name, attributes }) => name === 'input' && attributes['name']);
  const fields = Object.fromEntries(
    inputs.map(({ attributes }) => [attributes['name']!, attributes['value'] ?? '']),
  );
  const sent = { ...fields, ...entered, ...(button && { action: button }) };
  const to = new URL(form.attributes['action'] ?? '', url).href;
  await run.browser.go({ method: 'POST', url: to, body: utf8(encodeForm(Object.entries(sent))) });
  // What the App does next is not awaited by the browser.
  await vi.waitFor(() => expect(run.phase).not.toBe('busy'));
}

const logIn = () => submit(null, { username: 'mira_holm', password: 'mira-harbour-7' });

async function begin(flow: FlowId, ...breaks: BreakId[]): Promise<void> {
  await run.choose(flow);
  for (const each of breaks) run.toggle(each, true);
  await run.start();
}

const kinds = () => run.steps.map(({ kind }) => kind);
const clockGoes = () => vi.waitFor(() => expect(session.frozen).toBe(false));
const lastLabel = () => run.arrows.at(-1)?.label;

describe('a run', () => {
  it('by callback stops for the person twice, with the clock still, and ends with a token that works', async () => {
    await begin('oauth1-callback');
    expect([run.phase, run.asked, session.frozen]).toEqual(['waiting', 'login', true]);
    await logIn();
    expect([run.phase, run.asked]).toEqual(['waiting', 'decide']);
    expect(run.token).toBeNull();
    await submit('allow');
    expect(run.phase).toBe('ended');
    expect(kinds()).toEqual(run.flow.steps);
    expect(run.token).toMatchObject({ kind: 'oauth1', username: 'mira_holm', permission: 'read-write' });
    expect([run.broken, run.toCome]).toEqual([null, []]);
    await clockGoes();
  });

  it('by PIN takes it from the person’s hand', async () => {
    await begin('oauth1-pin');
    await logIn();
    await submit('allow');
    expect(run.asked).toBe('pin');
    const shown = run.browser.current!.page!.pieces.map((piece) => JSON.stringify(piece)).join();
    await run.enterPin(` ${/"(\d{7})"/.exec(shown)![1]!} `);
    expect(lastLabel()).toBe('200 @mira_holm');
  });

  it('by PKCE ends with the token of the one who signed in, not of the acting user', async () => {
    session.userId = session.world.users.find(({ username }) => username === 'jonas_berg')!.id;
    await begin('pkce');
    await logIn();
    await submit('allow');
    expect(run.token).toMatchObject({ kind: 'oauth2', username: 'mira_holm' });
  });

  it('leaves the login out for somebody who is signed in', async () => {
    await begin('oauth1-callback');
    await logIn();
    await begin('oauth1-callback');
    expect(run.asked).toBe('decide');
    expect(run.arrows).toHaveLength(12);
  });

  it('leaves a clock alone that stood still before', async () => {
    await session.freeze();
    await begin('app-only');
    expect([run.phase, session.frozen]).toEqual(['ended', true]);
  });
});

describe('a broken run', () => {
  it.each<[FlowId, BreakId, string]>([
    ['oauth1-callback', 'key', '401 code 32'],
    ['oauth1-callback', 'nonce', '401 code 32'],
    ['oauth1-callback', 'setting', '403 code 220'],
    ['pkce', 'callback', '400 error page'],
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
    ['pkce', 'code_verifier', '400 code 214'],
    ['pkce', 'state', 'GET with code'],
  ])('%s: %s ends after the person allowed it', async (flow, broken, label) => {
    await begin(flow, broken);
    await logIn();
    await submit('allow');
    expect([run.phase, lastLabel(), run.token]).toEqual(['ended', label, null]);
  });

  it('keeps the token of the first use when the second is refused', async () => {
    await begin('oauth1-callback', 'twice');
    await logIn();
    await submit('allow');
    expect(lastLabel()).toBe('401 code 89');
    expect(run.token).toMatchObject({ kind: 'oauth1' });
  });

  it('puts the setting back that it took away', async () => {
    const settings = async () =>
      (await session.playground.greet()).world.apps.find(({ id }) => id === session.app!.id)!.settings;
    const before = await settings();
    await begin('pkce', 'setting');
    expect(lastLabel()).toBe('GET with error');
    expect(await settings()).toEqual(before);
  });

  it('goes on where it ended, once the step is sent again without the mistake', async () => {
    await begin('oauth1-callback', 'callback');
    const [refused] = run.steps;
    const lines = [{ where: 'header', name: 'oauth_callback', value: run.callback }] as const;
    await run.again(refused!, { ...refused!.spec!, lines });
    expect([run.phase, run.asked, run.broken]).toEqual(['waiting', 'login', null]);
    expect(run.steps[0]!.again).toHaveLength(1);
  });
});

describe('another run', () => {
  it('is not told by the one before', async () => {
    const first = run.start();
    await run.choose('app-only');
    await run.start();
    await first;
    expect(kinds()).toEqual(['token', 'proof']);
  });

  it('keeps of the breaks only those that fit', async () => {
    run.toggle('deny', true);
    run.toggle('nonce', true);
    await run.choose('pkce');
    expect([...run.breaks]).toEqual(['deny']);
  });
});
