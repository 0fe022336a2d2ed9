import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { hrefOf } from './route.ts';
import type { RequestsRoute } from './route.ts';
import { sendDraft } from './send.ts';
import { CallTabs } from './call-tabs.svelte.ts';
import { mostTabs, store } from './stored-tabs.ts';

let session: PageSession;
let tabs: CallTabs;
const held = new Map<string, string>();
const key = 'svc-playground:calls:1:/play/';

beforeEach(async () => {
  held.clear();
  vi.stubGlobal('location', { pathname: '/play/' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => held.set(name, value),
  });
  session = await openSession();
  tabs = new CallTabs(session);
});

const route = (endpointId: string | null, parts: Partial<RequestsRoute> = {}): RequestsRoute => ({
  view: 'requests',
  endpointId,
  ...parts,
});
const names = () => tabs.list.map(({ endpointId }) => endpointId ?? 'free');
const keep = () =>
  store({ routes: tabs.list.map((each) => each.route), current: tabs.list.indexOf(tabs.current) });

describe('calls as tabs', () => {
  it('replace an untouched call, and open beside one that was touched (P7)', () => {
    tabs.open(route('getMe'));
    expect(names()).toEqual(['getMe']);
    tabs.current.draft.headers.push({ key: -1, name: 'X', value: '1', on: true, seen: true, field: null });
    tabs.open(route('getPost'));
    expect(names()).toEqual(['getMe', 'getPost']);
    expect(tabs.current.endpointId).toBe('getPost');
    tabs.open(route('getMe'));
    expect(names()).toEqual(['getMe', 'getPost']);
    expect(tabs.current.draft.headers).toHaveLength(1);
  });

  it('leave what was answered to its call (P2)', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    const first = tabs.current;
    await sendDraft(session, first);
    tabs.open(route('getPost'));
    expect(tabs.current.calls.current).toBeNull();
    tabs.open(route('getMe'));
    expect(tabs.current).toBe(first);
    expect(first.calls.current?.exchange.endpointId).toBe('getMe');
    expect(first.editedSince).toBe(false);
    first.draft.headers.push({ key: -1, name: 'X', value: '1', on: true, seen: true, field: null });
    expect(first.editedSince).toBe(true);
    expect(first.isDraft).toBe(true);
  });

  it('give a link a tab of its own, unless one is that call already', () => {
    tabs.open(route('getUser', { path: { id: '7' } }));
    tabs.open(route('getUser', { path: { id: '8' } }));
    expect(names()).toEqual(['getUser', 'getUser']);
    tabs.open(route('getUser', { path: { id: '7' }, tab: 'raw' }));
    expect(names()).toHaveLength(2);
    expect(tabs.current.draft.path).toEqual({ id: '7' });
    expect(tabs.current.draft.tab).toBe('raw');
    tabs.open({ view: 'requests' });
    expect(tabs.current.draft.path).toEqual({ id: '7' });
  });

  it('say what of a link is not here, and stay', () => {
    const before = tabs.current;
    expect(tabs.open(route('noSuchThing'))).toContain('noSuchThing');
    expect(tabs.current).toBe(before);
    expect(tabs.open(route('getMe', { as: 'nobody' }))).toContain('@nobody');
    expect(tabs.current.endpointId).toBe('getMe');
  });

  it('are closed, and come back as they were', () => {
    tabs.open(route('getUser', { path: { id: '7' } }));
    const closed = tabs.current;
    const undo = tabs.close(closed);
    expect(tabs.list).toHaveLength(1);
    expect(tabs.current.untouched).toBe(true);
    undo();
    expect(tabs.list).toEqual([closed]);
    expect(tabs.current.draft.path).toEqual({ id: '7' });
  });

  it('close beside the current one without leaving it', () => {
    tabs.open(route('getUser', { path: { id: '7' } }));
    tabs.open(route('getUser', { path: { id: '8' } }));
    const undo = tabs.close(tabs.list[0]!);
    expect(tabs.current.draft.path).toEqual({ id: '8' });
    undo();
    expect(tabs.list.map(({ draft }) => draft.path['id'])).toEqual(['7', '8']);
  });

  it('end the streams that their calls opened when they are closed', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    await sendDraft(session, tabs.current);
    const reader = { isOpen: true, stop: vi.fn() };
    tabs.current.calls.streams = [{ sent: tabs.current.calls.current!, reader }];
    tabs.close(tabs.current);
    expect(reader.stop).toHaveBeenCalledOnce();
  });

  it(`are ${mostTabs} at most`, () => {
    for (let id = 0; id < mostTabs; id++)
      expect(tabs.open(route('getUser', { path: { id: `${id}` } }))).toBeNull();
    expect(tabs.open(route('getUser', { path: { id: '99' } }))).toContain('12 calls');
    expect(tabs.add()).toContain('12 calls');
    expect(tabs.list).toHaveLength(mostTabs);
  });

  it('go back to the example', () => {
    tabs.open(route('getUser', { path: { id: '7' }, tab: 'raw' }));
    expect(tabs.current.changed).toBe(true);
    tabs.current.draft.backToExample();
    expect(tabs.current.changed).toBe(false);
    expect(tabs.current.draft.tab).toBe('raw');
  });

  it('outlive a reset with their drafts, not with their answers', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    await sendDraft(session, tabs.current);
    tabs.stateReplaced();
    expect(tabs.current.calls.current).toBeNull();
    expect(tabs.current.endpointId).toBe('getMe');
  });
});

describe('what is kept of them', () => {
  it('brings them back: order, drafts and which is shown', () => {
    tabs.open(route('getUser', { path: { id: '7' } }));
    tabs.open(route('createPost', { body: '{"text":"half' }));
    tabs.open(route(null, { method: 'PUT', url: 'https://api.svc.example/2/x' }));
    tabs.show(tabs.list[1]!);
    const before = tabs.list.map((each) => hrefOf(each.route));
    keep();
    tabs = new CallTabs(session);
    expect(tabs.list.map((each) => hrefOf(each.route))).toEqual(before);
    expect(tabs.current.draft.body).toBe('{"text":"half');
    tabs.show(tabs.list[2]!);
    expect(tabs.current.draft.method).toBe('PUT');
  });

  it('holds no secret', () => {
    const secret = 'hush-hush-hush';
    tabs.open(route('getMe'));
    tabs.current.draft.editCredential('oauth_token_secret', secret);
    tabs.current.draft.headers.push(
      { key: -1, name: 'Authorization', value: secret, on: true, seen: true, field: null },
      { key: -2, name: 'X-It', value: `a ${secret} b`, on: true, seen: true, field: null },
    );
    keep();
    expect(held.get(key)).not.toContain(secret);
    expect(held.get(key)).toContain('getMe');
  });

  it.each([
    ['', ['getMe']],
    ['{', ['getMe']],
    ['{"hrefs":7}', ['getMe']],
    ['{"hrefs":["#/requests/getUser","#/doctor",7,"#/requests/gone","#/requests/getPost?x=1"]}', ['getUser']],
    ['{"hrefs":["#/requests/getMe","#/requests/getPost"],"current":99}', ['getMe', 'getPost']],
    ['{"hrefs":["#/requests/getMe","#/requests/getPost"],"current":"x"}', ['getMe', 'getPost']],
  ])('drops what is damaged: %s', (text, expected) => {
    held.set(key, text);
    tabs = new CallTabs(session);
    expect(names()).toEqual(expected);
  });

  it('is bounded, also when it is read', () => {
    held.set(key, JSON.stringify({ hrefs: Array(40).fill('#/requests/getMe') }));
    expect(new CallTabs(session).list).toHaveLength(mostTabs);
    const long = `#/requests/createPost?body=${'a'.repeat(20_000)}`;
    held.set(key, JSON.stringify({ hrefs: [long, '#/requests/getMe'] }));
    tabs = new CallTabs(session);
    expect(names()).toEqual(['getMe']);
  });

  it('does without storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('denied');
      },
      setItem: () => {
        throw new DOMException('denied');
      },
    });
    tabs = new CallTabs(session);
    keep();
    expect(tabs.list).toHaveLength(1);
  });
});
