import { expect, test } from 'vitest';
import { openSession } from '../../tests/support/session.ts';
import { ownCall, tokenOf } from './own-call.ts';

test('what a view reads by itself is no first step; what a person presses in it, as Mute, is', async () => {
  const session = await openSession();
  const signer = tokenOf(session, session.user!.id)!;
  const none = { sent: null, fixed: null, signedIn: null };
  const call = { path: `/2/users/${session.user!.id}/muting` };
  const read = await ownCall(session, signer, { ...call, method: 'GET' });
  expect([read.status, await session.playground.ask('firstSteps.taken')]).toEqual([200, none]);
  const body = { target_user_id: session.greeting.world.users.find(({ id }) => id !== signer.userId)!.id };
  const { status, exchange } = await ownCall(session, signer, { ...call, method: 'POST', body });
  expect([status, await session.playground.ask('firstSteps.taken')]).toEqual([
    200,
    { ...none, sent: exchange.sequence },
  ]);
});
