import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import { authorizeUser } from '../../../exchange/authorize-user.ts';
import { tokenOf } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { enrol, enrolWords, lackOf, lackWords } from './enrol.ts';

const mira = '2244994945';
const noWebhook = '1000000000000000001';
const reader = 'Northwind Reader';
let session: PageSession;
beforeEach(async () => {
  session = await openSession();
});

const level = (permission: 'read-write' | 'read-write-directmessages') =>
  session.playground.do('portal.updateApp', session.app?.id ?? '', { permission });

describe('what is missing for a subscription', () => {
  it('is the level of the App, then a token of that level, then nothing', async () => {
    expect(lackOf(session, mira)).toEqual({ level: 'read-write', token: 'weak' });
    await level('read-write-directmessages');
    expect(lackOf(session, mira)).toEqual({ level: null, token: 'weak' });
    await authorizeUser(session, mira);
    expect(lackOf(session, mira)).toEqual({ level: null, token: null });
    // The token keeps its level, whatever the App's level is now.
    await level('read-write');
    expect(lackOf(session, mira)).toEqual({ level: null, token: null });
  });

  it('is named together with what the button does about it; nothing is said if nothing is missing', () => {
    const said = (lack: Parameters<typeof lackWords>[0]) => [
      enrolWords(lack, 'mira_holm'),
      lackWords(lack, reader, 'mira_holm'),
    ];
    expect(said({ level: 'read-write', token: 'weak' })).toEqual([
      'Raise the permission and subscribe @mira_holm',
      'A subscription also delivers Direct Messages, and Northwind Reader may only read and write. First its permission is raised, and @mira_holm authorizes it again.',
    ]);
    expect(said({ level: null, token: 'none' })[0]).toBe('Let it in and subscribe @mira_holm');
    expect(said({ level: null, token: 'weak' })[0]).toBe('Renew the token and subscribe @mira_holm');
    expect(said({ level: null, token: null })).toEqual(['Subscribe @mira_holm', null]);
  });
});

it('a refusal is shown with its call', async () => {
  const held = () => tokenOf(session, mira);
  const before = held();
  const came = await enrol(session, noWebhook, mira);
  expect(held()).not.toEqual(before);
  expect(came).toMatchObject({ isDone: false, refused: { endpointId: 'subscribe' } });
  // The steps before the subscription are announced, and can be undone.
  expect(session.notices.current?.text).toBe('Northwind Reader may read, write and see Direct Messages now.');
  session.notices.current?.action?.run();
  await expect.poll(() => session.app?.settings.permission).toBe('read-write');
  // And the token, which keeps the level that it was created with.
  await expect.poll(held).toEqual(before);
});
