import { expect, test } from 'vitest';
import { programRunner } from '../../../../tests/support/program-runner.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { known, loadCrcDoctor } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { metIn, mistakeIds } from './met.svelte.ts';
import { mistakes } from './mistakes.ts';
import type { Mistake } from './mistakes.ts';
import { Practice } from './practice.svelte.ts';

/** Programs that would run longer than their time limit. */
const endless = new Set(['slow', 'loop']);
let endsAfter: number | null = null;
let runsHere = true;
const runner = programRunner(() => endsAfter);
let opened: Promise<PageSession> | null = null;

/** One world for all tests, in which nothing else may happen. */
async function practising() {
  opened ??= openSession({
    sandbox: (...run) => (runsHere ? runner(...run) : Promise.resolve({ cannot: 'No receivers run here.' })),
  });
  const session = await opened;
  await session.playground.freeze(); // so that nothing changes by itself
  return { session, practice: new Practice(session) };
}

const byId = (id: string): Mistake =>
  known(
    mistakes.find((each) => each.id === id),
    id,
  );

/** A person's data: their calls, their webhooks, the calls left in their windows, their receivers. */
const thingsOf = async ({ playground }: PageSession) => ({
  log: (await playground.exchanges()).filter(({ direction }) => direction === 'in'),
  webhooks: await playground.ask('webhooks.report'),
  limits: await playground.ask('limits.report', 0),
  receivers: await playground.ask('receivers.list'),
});

test('ten mistakes are listed, each once', () => {
  expect(mistakes.map(({ id }) => id)).toEqual(mistakeIds);
});

test('a stopped mistake does not count as met, nor one that never ran', async () => {
  const { practice } = await practising();
  const meeting = practice.meet(byId('slow'));
  expect(practice.busy).toBe(true);
  practice.stop();
  await meeting;
  expect([practice.isStopped, practice.failed, practice.came]).toEqual([true, null, null]);

  runsHere = false;
  await practice.meet(byId('slow'));
  runsHere = true;
  expect(practice.came).toMatchObject({ reason: 'CrcValidationFailed' });
  expect(practice.met.count, 'no receiver ran, so nothing was slow').toBe(0);
});

test.each(mistakes.map((each) => [each.id, each] as const))(
  '%s is refused for the expected reason, its line is changed, and the platform accepts it (lift 7)',
  async (id, mistake) => {
    const { changeIn } = await loadCrcDoctor();
    const { session, practice } = await practising();
    const before = await thingsOf(session);
    endsAfter = endless.has(id) ? 50 : null;
    await practice.meet(mistake);
    expect(practice.failed).toBeNull();
    const { came, change } = practice;
    expect(came).toMatchObject({ status: 400, reason: 'CrcValidationFailed', isTaken: false });
    expect(came?.diagnosis.mistake?.parts.map((part) => part.id)).toContain(mistake.found);
    expect(practice.met.of(id)).toBe('met');

    // If the value was computed, the doctor finds the line by itself.
    const found = came?.diagnosis.mistake;
    if (came && found?.by === 'computation') expect(changeIn(came.made.code, found)?.line).toBe(change?.line);
    endsAfter = null;
    expect(await practice.mend()).toBe(true);
    expect(practice.came).toMatchObject({ status: 200, reason: null, isTaken: true });
    expect(practice.came?.diagnosis.verdict).toBe('right');
    expect(practice.met.of(id)).toBe('mended');
    expect(await thingsOf(session), 'nothing of the person’s is used').toEqual(before);
  },
);

test('the secret belongs to another App of the practice world, which is named', async () => {
  const { session, practice } = await practising();
  await practice.meet(byId('wrong-secret'));
  const { came } = practice;
  expect(came?.diagnosis.mistake?.sentence).toContain('Northwind Reader');
  expect(session.world.vault.map((each) => 'consumer_secret' in each && each.consumer_secret)).not.toContain(
    came?.made.secret,
  );
});

test('a person can fix it by hand: a remaining mistake is reported again, and nothing is lost', async () => {
  const { practice } = await practising();
  await practice.meet(byId('no-prefix'));
  practice.edit();
  expect(practice.change, 'no line is offered').toBeNull();
  const was = practice.draft ?? '';
  practice.draft = was.replace('response_token: value', 'response_token: `SHA256=${value}`');
  expect(await practice.tryDraft()).toBe(false);
  expect(practice.came?.diagnosis.mistake?.parts.map(({ id }) => id)).toEqual(['prefix-other']);
  expect(practice.draft).toContain('SHA256=');
  practice.draft = was.replace('response_token: value', 'response_token: `sha256=${value}`');
  expect(await practice.tryDraft()).toBe(true);
  expect([practice.draft, practice.came?.isTaken]).toEqual([null, true]);
});

test('stored data is read as far as it is valid', () => {
  expect([...metIn('{"hex":"met","loop":"mended","slow":"won","other":"met"}')]).toEqual([
    ['hex', 'met'],
    ['loop', 'mended'],
  ]);
  expect(metIn('nonsense').size).toBe(0);
});
