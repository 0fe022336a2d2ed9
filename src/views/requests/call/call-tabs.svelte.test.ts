import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
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
/** Sends the shown call. */
async function sendMe() {
  await sendDraft(session, tabs.current);
  return tabs.current.calls.current!.exchange;
}
/** Waits until the answers have been read from the log, or are known to be missing. */
const settled = () =>
  eventually(() => {
    const { recalling, kept, lost } = tabs.current.calls;
    if (recalling === 'asked' || (kept.calls.length > 0 && !lost && recalling !== 'failed'))
      throw new Error('It is still being read');
  });
const keep = () =>
  store({ tabs: tabs.list.map((each) => each.kept), current: tabs.list.indexOf(tabs.current) });

describe('calls as tabs', () => {
  it('replace an untouched call, and open beside one that was edited or sent (P7)', () => {
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

  it('keep each call’s own answers (P2)', async () => {
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

  it('give a link its own tab, unless one already has that call', () => {
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

  it('report the parts of a link that do not exist here, and stay', () => {
    const before = tabs.current;
    expect(tabs.open(route('noSuchThing'))).toContain('noSuchThing');
    expect(tabs.current).toBe(before);
    expect(tabs.open(route('getMe', { as: 'nobody' }))).toContain('@nobody');
    expect(tabs.current.endpointId).toBe('getMe');
  });

  it('are closed, and restored unchanged', () => {
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

  it('return to the example', () => {
    tabs.open(route('getUser', { path: { id: '7' }, tab: 'raw' }));
    expect(tabs.current.changed).toBe(true);
    tabs.current.draft.backToExample();
    expect(tabs.current.changed).toBe(false);
    expect(tabs.current.draft.tab).toBe('raw');
  });

  it('survive a reset with their drafts, and with their answers if the log still has them', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    const sent = await sendMe();
    tabs.stateReplaced();
    expect(tabs.current.calls.current).toBeNull();
    await settled();
    expect(tabs.current.calls.current?.exchange).toEqual(sent);
    await session.playground.reset('starter');
    tabs.stateReplaced();
    await settled();
    expect(tabs.current.calls.current).toBeNull();
    expect(tabs.current.calls.lost).toMatchObject({ logSize: 10_000 });
    expect(tabs.current.endpointId).toBe('getMe');
  });
});

describe('answers after a reload (Q2)', () => {
  const reload = async () => {
    keep();
    tabs = new CallTabs(session);
    await settled();
  };

  it('are read from the log: the last one and older ones, and their calls are no drafts', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    const first = await sendMe();
    const second = await sendMe();
    tabs.open(route('getUser', { path: { id: '2244994945' }, auth: 'app' }));
    await sendDraft(session, tabs.current);
    tabs.show(tabs.list[0]!);
    await reload();
    const { calls } = tabs.current;
    expect(calls.current?.exchange).toEqual(second);
    expect(calls.previous?.exchange).toEqual(first);
    expect(calls.kept.calls).toEqual([]);
    // The other one is read when it is opened, and is no draft before that either.
    expect(tabs.list.map(({ isDraft, untouched }) => [isDraft, untouched])).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(tabs.list[1]!.calls.current).toBeNull();
    tabs.show(tabs.list[1]!);
    await settled();
    expect(tabs.current.calls.current?.exchange.endpointId).toBe('getUser');
    expect(tabs.current.editedSince).toBe(false);
    tabs.current.draft.fillPath('id', '7');
    expect(tabs.current.editedSince).toBe(true);
    expect(tabs.current.isDraft).toBe(true);
  });

  it('are distinguished from later edits', async () => {
    tabs.open(route('getUser', { path: { id: '2244994945' }, auth: 'oauth1' }));
    await sendDraft(session, tabs.current);
    tabs.current.draft.fillPath('id', '7');
    await reload();
    expect(tabs.current.calls.current?.exchange.request.url).toContain('2244994945');
    expect(tabs.current.editedSince).toBe(true);
    expect(tabs.current.isDraft).toBe(true);
    tabs.current.draft.fillPath('id', '2244994945');
    expect(tabs.current.editedSince).toBe(false);
  });

  it('have the base string of a refused signature again, and the breaks', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    tabs.current.draft.editCredential('oauth_token_secret', 'another');
    await sendDraft(session, tabs.current);
    const { built } = tabs.current.calls;
    expect(tabs.current.calls.current?.exchange.trace.some(({ signature }) => signature)).toBe(true);
    const broken = [
      { id: 'stale', title: 'Old', expects: { status: 401, code: 135 }, looked: null, cause: 'A clock.' },
    ];
    const { message, print } = tabs.current.draft;
    await reload();
    expect(tabs.current.calls.built).toBe(built);
    // The typed secret is not kept, so the next call is a different one.
    expect(held.get(key)).not.toContain('another');

    await tabs.current.calls.send(message, { built: 'other', print, broken });
    await reload();
    expect(tabs.current.calls.latest).toMatchObject({ broken, built: null });
  });

  it('become one line if the log no longer has them, and the next link may replace them', async () => {
    tabs.open(route('getPost', { auth: 'oauth1' }));
    await sendDraft(session, tabs.current);
    keep();
    await session.playground.reset('starter');
    tabs = new CallTabs(session);
    await settled();
    expect(tabs.current.calls.current).toBeNull();
    expect(tabs.current.calls.lost).toMatchObject({ logSize: 10_000 });
    expect(tabs.current.editedSince).toBe(false);
    tabs.open(route('getMe'));
    expect(names()).toEqual(['getMe']);
  });

  it('can be asked for again if reading failed', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    const sent = await sendMe();
    keep();
    const ask = vi.spyOn(session.playground, 'ask').mockRejectedValueOnce(new Error('No answer'));
    tabs = new CallTabs(session);
    await settled();
    expect(tabs.current.calls.recalling).toBe('failed');
    ask.mockRestore();
    await tabs.current.recall();
    expect(tabs.current.calls.current?.exchange).toEqual(sent);
  });

  it('are placed behind calls that were sent before they were read', async () => {
    tabs.open(route('getMe', { auth: 'oauth1' }));
    const before = await sendMe();
    keep();
    tabs = new CallTabs(session);
    const after = await sendMe();
    await settled();
    expect(tabs.current.calls.history.map(({ sent }) => sent.exchange)).toEqual([after, before]);
  });

  it('of version 1, which stored only links, bring the calls without answers', async () => {
    held.set(key, '{"hrefs":["#/requests/getUser?path.id=7","#/requests/getMe"],"current":1}');
    tabs = new CallTabs(session);
    await settled();
    expect(names()).toEqual(['getUser', 'getMe']);
    expect(tabs.list.map(({ calls }) => calls.isEmpty)).toEqual([true, true]);
    expect(tabs.list.map(({ isDraft }) => isDraft)).toEqual([true, false]);
    keep();
    expect(JSON.parse(held.get(key)!)).toMatchObject({ version: 2, current: 1 });
  });

  it.each([
    ['"answers":7', 0],
    ['"answers":[7]', 0],
    ['"answers":[{"calls":7}]', 0],
    ['"answers":[{"calls":[7,{"requestId":7},{"requestId":"r"}],"edited":"no"}]', 1],
    [`"answers":[{"calls":[{"requestId":"${'r'.repeat(101)}"}]}]`, 0],
    [`"answers":[{"calls":${JSON.stringify(Array(99).fill({ requestId: 'r' }))}}]`, 10],
  ])('without damaged entries: %.60s', async (answers, count) => {
    held.set(key, `{"version":2,"hrefs":["#/requests/getMe"],"current":0,${answers}}`);
    tabs = new CallTabs(session);
    expect(names()).toEqual(['getMe']);
    expect(tabs.current.calls.kept.calls).toHaveLength(count);
    await settled();
    expect(tabs.current.calls.current).toBeNull();
  });

  it('of a later version bring the links, and show nothing unknown', async () => {
    held.set(
      key,
      '{"version":3,"hrefs":["#/requests/getMe"],"current":0,"answers":[{"calls":[{"requestId":"r"}]}]}',
    );
    expect(new CallTabs(session).current.calls.isEmpty).toBe(true);
  });
});

describe('what is kept of the tabs', () => {
  it('restores them: order, drafts and which is shown', () => {
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

  it('contains no secret', () => {
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
  ])('is restored without damaged parts: %s', (text, expected) => {
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

  it('is optional: the tabs work without storage', () => {
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
