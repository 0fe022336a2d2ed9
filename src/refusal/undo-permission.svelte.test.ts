/** Undoing a raised permission restores it for the App and for the token created with it. */
import { expect, test, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { openSession } from '../../tests/support/session.ts';
import { authorizeUser } from '../exchange/authorize-user.ts';
import type { CallHandle } from './call-handle.ts';
import { raisePermission } from './portal-remedies.ts';
import { Workplace } from './workplace.ts';

const viewer = '26002';
const jonas = '2244994946';

/** The part of a call that signing in again needs. */
const hand: Pick<CallHandle, 'link' | 'proveBy'> = {
  link: '#/requests/createPost',
  proveBy: () => () => undefined,
};

test('an undone permission puts the earlier token back into the vault', async () => {
  vi.stubGlobal('location', { hash: '' });
  const session = await openSession();
  const token = () =>
    session.world.vault.find(
      (each) => each.kind === 'oauth1' && each.appId === viewer && each.userId === jonas,
    );
  const level = () => session.world.apps.find(({ id }) => id === viewer)?.settings.permission;
  const before = [level(), token()];
  expect(before).toEqual(['read', expect.objectContaining({ kind: 'oauth1' })]);

  await raisePermission(new Workplace(session, hand as CallHandle), {
    ...{ kind: 'raisePermission', appId: viewer, from: 'read', to: 'read-write' },
    then: { kind: 'signInAgain', flow: 'oauth1', appId: viewer, userId: jonas, scopes: [] },
  });
  const { action } = session.notices.current ?? {};
  expect(await authorizeUser(session, jonas)).toBeNull();
  await eventually(() => expect([level(), token()]).not.toEqual(before));
  expect([level(), token()]).toEqual(['read-write', expect.not.objectContaining(before[1] as object)]);

  action?.run();
  await eventually(() => expect([level(), token()]).toEqual(before));
});
