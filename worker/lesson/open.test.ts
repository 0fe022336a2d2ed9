import { expect, test } from 'vitest';
import { families, loadDoctor, prove } from '../../engine/inside.ts';
import { surroundings } from '../../tests/support/surroundings.ts';
import { fragmentOf, lessonIn } from './asked.ts';
import type { LessonStanding } from './link.ts';
import { openLesson } from './open.ts';
import type { OpenedLesson } from './open.ts';

const open = (slug: string, step: number, told: LessonStanding[] = []) =>
  openLesson({ slug, step }, { ...surroundings(), families }, (standing) => void told.push(standing));

let sent = 0;

/** Makes the lookup of the first lesson, with this token or with the App's own. */
async function lookUp({ host }: OpenedLesson, token?: string): Promise<void> {
  const { baseUrl, world } = await host.greet();
  const held = world.vault.find((each) => each.kind === 'app' && each.appName === 'Northwind Reader');
  if (held?.kind !== 'app') throw new Error('The vault has no bearer token');
  const request = { method: 'GET', url: `${baseUrl}/2/users/by/username/mira_holm`, headers: [] };
  const key = { kind: 'bearer', token: token ?? held.bearer_token } as const;
  const { message } = prove(request, key, { nonce: 'n', timestamp: 0 });
  await host.send(`call${++sent}`, message);
}

test('a lesson begins at any step, with the earlier ones done, and goes on when the person says so', async () => {
  const told: LessonStanding[] = [];
  const opened = await open('first-call', 2, told);
  const { host, link } = opened;
  const { done, open: at } = await link.standing();
  expect(done.map(({ step, isDone, met }) => [step, isDone, met[0]?.told])).toEqual([
    [0, true, '200 at 09:00:00, @mira_holm was found'],
    [1, true, 'refused at 09:00:00, no such token'],
  ]);
  expect(at).toMatchObject({ step: 2, isDone: false, miss: null });
  await lookUp(opened, 'nobody');
  await expect.poll(() => told.at(-1)?.open.miss?.headline).toBe('The token is still a wrong one');
  expect((await link.next()).open.step).toBe(2);
  await lookUp(opened);
  await expect.poll(() => told.at(-1)?.open).toMatchObject({ step: 2, isDone: true, miss: null });
  expect(await link.next()).toMatchObject({ open: { step: 3, isDone: false }, done: { length: 3 } });
  host.retire();
});

test('a lesson that asks the doctor learns what is wrong with a signature', async () => {
  const told: LessonStanding[] = [];
  const { host } = await open('five-refused', 0, told);
  const { baseUrl, world, clock } = await host.greet();
  const signer = world.vault.find((each) => each.kind === 'oauth1');
  if (signer?.kind !== 'oauth1') throw new Error('The vault has no token of a user');
  const { signMistaken } = await loadDoctor();
  const request = { method: 'GET', url: `${baseUrl}/2/posts/search/recent?query=it%27s`, headers: [] };
  const drawn = { nonce: 'n', timestamp: Math.floor(clock.platformNow / 1000) };
  const authorization = signMistaken(request, signer, drawn, 'marks-unencoded') ?? '';
  await host.send(`call${++sent}`, { ...request, headers: [['authorization', authorization]] });
  await expect.poll(() => told.at(-1)?.open.met[0]?.told).toMatch(/the apostrophe was left unencoded$/);
  host.retire();
});

test('its calls are in the log of its world, and its clock runs on from the moment of the lesson', async () => {
  const { host } = await open('first-call', 1);
  const { clock } = await host.greet();
  expect(clock.frozen).toBe(false);
  expect(new Date(clock.platformNow).toISOString()).toMatch(/^2026-03-02T09:/);
  const { exchanges } = (await host.ask('exchanges.page', [{ count: 10 }])) as {
    exchanges: readonly unknown[];
  };
  expect(exchanges).toHaveLength(1);
  host.retire();
});

test.each([
  ['nothing-like-it', 0, 'There is no lesson nothing-like-it.'],
  ['first-call', 9, 'The lesson first-call has no step 10.'],
  ['first-call', Number.NaN, 'The lesson first-call has no step NaN.'],
])('there is no %s %d', async (slug, step, why) => {
  await expect(open(slug, step)).rejects.toThrow(why);
});

test('it cannot be reset; its step can be started again', async () => {
  const { host } = await open('first-call', 0);
  await expect(host.reset('id', 'starter')).rejects.toThrow('begins again');
  host.retire();
});

test.each([
  { slug: 'first-call', step: 0 },
  { slug: 'a&step=7#', step: 3 },
])('its worker’s address names it: %j', (asked) => {
  expect(lessonIn(fragmentOf(asked))).toEqual(asked);
});
