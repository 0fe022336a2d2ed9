import { expect, test } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import { originOf } from '../../../exchange/origin.ts';
import { againOf } from './origin.ts';

test('issue 21: an edited copy names only an exchange of this world', async () => {
  const session = await openSession();
  const { playground, greeting } = session;
  const { exchange } = await playground.send({
    method: 'GET',
    url: `${greeting.baseUrl}/2/users/me`,
    headers: [],
  });
  const { sequence, at } = exchange;
  expect(await againOf(session, originOf(exchange))).toEqual({ of: sequence, how: 'edited' });
  expect(await againOf(session, originOf({ sequence, at: at + 1 }))).toBeUndefined();
  expect(await againOf(session, originOf({ sequence: sequence + 1, at }))).toBeUndefined();
  expect(await againOf(session, 'anything')).toBeUndefined();
});
