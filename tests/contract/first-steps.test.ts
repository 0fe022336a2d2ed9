/** The steps that the page's welcome line ticks off: facts of the log, however they came about. */
import { expect, test } from 'vitest';
import { openLegs } from '../../testing/legs.ts';
import { start } from '../../testing/platform.ts';

type World = Pick<Awaited<ReturnType<typeof start>>, 'platform'>;
const steps = ({ platform }: World) => platform.ask('firstSteps.taken');

test('a call counts as sent when it is answered, and as fixed when its endpoint had refused one before', async () => {
  const world = await start();
  const me = world.as.user();
  const none = { sent: null, fixed: null, signedIn: null };
  const last = () => world.platform.exchanges.list().at(-1)?.sequence;
  expect(await steps(world)).toEqual(none);
  const refused = await me.get('/2/users/me?user.fields=no');
  expect(refused.status).toBe(400);
  expect(await steps(world)).toEqual(none);
  await me.get('/2/users/by/username/mira_holm');
  expect(await steps(world)).toEqual({ ...none, sent: last() });
  const sent = last();
  await me.get('/2/users/me');
  expect(await steps(world)).toEqual({ sent, fixed: last(), signedIn: null });
});

test('an App-only token does not count as a sign-in, a user’s token does', async () => {
  const legs = await openLegs();
  const grantOfApp = await legs.as
    .basic()
    .send({ method: 'POST', path: '/oauth2/token', form: { grant_type: 'client_credentials' } });
  expect(grantOfApp.status).toBe(200);
  expect((await steps(legs)).signedIn).toBeNull();
  await legs.grant();
  expect((await steps(legs)).signedIn).toBe(legs.platform.exchanges.list().at(-1)?.sequence);
});

test('what a client sends unasked is no step', async () => {
  const world = await start();
  const request = world.as.user().prepare({ method: 'GET', path: '/2/users/me' });
  expect(await world.platform.handle({ ...request, unasked: true })).toMatchObject({ status: 200 });
  expect((await steps(world)).sent).toBeNull();
});
