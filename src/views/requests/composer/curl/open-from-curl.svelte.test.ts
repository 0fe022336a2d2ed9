import { beforeEach, expect, test, vi } from 'vitest';
import { openSession } from '../../../../../tests/support/session.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { CallTabs } from '../../call/call-tabs.svelte.ts';
import { sendDraft } from '../../call/send.ts';
import { mostTabs } from '../../call/stored-tabs.ts';
import { openFromCurl } from './open-from-curl.ts';

let session: PageSession;
let tabs: CallTabs;

beforeEach(async () => {
  vi.stubGlobal('location', { pathname: '/curl/' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  session = await openSession();
  tabs = new CallTabs(session);
});

const url = 'https://api.svc.example/2/users/2244994946';
const names = () => tabs.list.map(({ endpointId }) => endpointId ?? 'free');

test('a curl command opens a new call beside one that was answered, and Undo closes it (Q12)', async () => {
  await sendDraft(session, tabs.current);
  const answered = tabs.current;
  const { route } = answered;
  expect(await openFromCurl(`curl '${url}' -H 'Authorization: Bearer foreign'`, session, tabs)).toBeNull();
  expect(names()).toEqual(['getMe', 'free']);
  expect(tabs.current.calls.current).toBeNull();
  expect(tabs.current.draft.authorizationByHand?.value).toBe('Bearer foreign');
  expect(answered.route).toEqual(route);
  expect(answered.editedSince).toBe(false);

  // The same command again is another call, because each can be edited separately.
  expect(await openFromCurl(`curl '${url}' -H 'Authorization: Bearer foreign'`, session, tabs)).toBeNull();
  expect(names()).toEqual(['getMe', 'free', 'free']);
  tabs.show(answered);
  session.notices.current?.action?.run();
  expect(names()).toEqual(['getMe', 'free']);
});

test('it replaces an untouched call, and Undo restores that', async () => {
  expect(await openFromCurl(`curl '${url}'`, session, tabs)).toBeNull();
  expect(names()).toEqual(['getUser']);
  session.notices.current?.action?.run();
  expect(names()).toEqual(['getMe']);
  expect(tabs.current.changed).toBe(false);
});

test('if there is no room, or the command cannot be read, it says so and changes nothing', async () => {
  expect(await openFromCurl('curl', session, tabs)).not.toBeNull();
  for (let id = 1; id <= mostTabs; id++)
    tabs.open({ view: 'requests', endpointId: 'getUser', path: { id: `${id}` } });
  expect(await openFromCurl(`curl '${url}'`, session, tabs)).toContain(`${mostTabs} calls are open`);
  expect(tabs.list).toHaveLength(mostTabs);
});
