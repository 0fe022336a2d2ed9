import { expect, test } from 'vitest';
import { families, signRequest, text, utf8 } from '../../engine/inside.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { surroundings } from '../../tests/support/surroundings.ts';
import type { Host } from '../host/host.ts';
import { openWorld } from './open.ts';
import { fragmentOf, worldIn } from './world.ts';

const frozenAt = Date.UTC(2026, 10, 22, 12);

const open = (world: Parameters<typeof openWorld>[0]) => openWorld(world, surroundings({ families }));

/** The same post each time, including the bytes of its signature. */
async function answerOf(host: Host): Promise<string> {
  const { baseUrl, world } = await host.greet();
  const plain = {
    ...{ method: 'POST', url: `${baseUrl}/2/posts`, body: utf8('{"text":"High water at 19:25."}') },
    headers: [['content-type', 'application/json']] as [string, string][],
  };
  const credential = world.vault.find((each) => each.kind === 'oauth1')!;
  const fresh = { nonce: 'always-the-same', timestamp: frozenAt / 1000 };
  const { authorization } = signRequest(plain, credential, fresh);
  const headers = [...plain.headers, ['authorization', authorization]] as const;
  const sent = await host.send('post', { ...plain, headers });
  if (!('outcome' in sent) || sent.outcome.kind !== 'response') throw new Error('No response');
  return `${sent.outcome.status} ${JSON.stringify(sent.outcome.headers)} ${text(sent.outcome.body)}`;
}

test('a frozen world with a seed answers every page with the same bytes, and again after a reset', async () => {
  const world = { scenario: 'small', seed: 'tide-1', frozenAt } as const;
  const [one, other] = await Promise.all([open(world), open(world)]);
  const first = await answerOf(one);
  expect(first).toMatch(/^201 .*High water/);
  expect(await answerOf(other)).toBe(first);
  await one.reset('reset', 'starter');
  const { clock, seed, storage, world: after } = await one.greet();
  expect({ seed, clock, users: after.users.length }).toMatchObject({
    ...{ seed: 'tide-1', users: 4 },
    clock: { frozen: true, platformNow: frozenAt },
  });
  expect(storage.kind).toBe('memory');
  expect(await answerOf(one)).toBe(first);
  const another = await open({ ...world, seed: 'tide-2' });
  expect((await another.greet()).world.vault).not.toEqual(after.vault);
  for (const host of [one, other, another]) host.retire();
});

test('a frozen world answers with the same bytes when its users were created during a pause', async () => {
  const world = { scenario: 'starter', seed: 'tide-1', frozenAt } as const;
  const [at, idle] = await Promise.all([
    open(world),
    openWorld(world, { ...surroundings({ families }), idleMs: 1 }),
  ]);
  await idle.ask('firstSteps.taken', []);
  await eventually(async () => expect((await idle.greet()).world.users.length).toBe(40));
  expect(await answerOf(idle)).toBe(await answerOf(at));
  for (const host of [at, idle]) host.retire();
});

test('a world without options is the starter, and its clock runs', async () => {
  const host = await open({});
  const { clock, seed, world } = await host.greet();
  expect({ frozen: clock.frozen, seed, apps: world.apps.length }).toMatchObject({
    ...{ frozen: false, seed: 'northwind-1' },
  });
  expect(world.apps.length).toBeGreaterThan(0);
  await host.reset('reset', 'starter');
  expect((await host.greet()).world.apps).toHaveLength(world.apps.length);
  host.retire();
});

test('a plan is that of every Project, also after a reset, and the clock of such a world runs on from where it stood', async () => {
  const host = await open({ scenario: 'small', plan: 'basic', frozenAt });
  const plansOf = async () => new Set((await host.greet()).world.projects.map(({ plan }) => plan));
  expect(await plansOf()).toEqual(new Set(['basic']));
  await host.resume();
  expect((await host.greet()).clock).toMatchObject({ frozen: false });
  const { platformNow } = (await host.greet()).clock;
  expect(platformNow).toBeGreaterThanOrEqual(frozenAt);
  expect(platformNow).toBeLessThan(frozenAt + 60_000);
  await host.reset('reset', 'starter');
  expect(await plansOf()).toEqual(new Set(['basic']));
  expect((await host.greet()).clock).toMatchObject({ frozen: true, platformNow: frozenAt });
  host.retire();
});

test.each([
  {},
  { scenario: 'small' },
  { scenario: 'small', plan: 'free' },
  { seed: 'a&b=#c' },
  { scenario: 'empty', seed: 'x', frozenAt },
] as const)('its worker’s address names it: %j', (world) => {
  expect(worldIn(fragmentOf(world))).toEqual({
    ...{ scenario: undefined, seed: undefined, frozenAt: undefined, plan: undefined },
    ...world,
  });
});
