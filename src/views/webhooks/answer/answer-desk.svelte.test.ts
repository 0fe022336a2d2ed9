import { beforeEach, expect, it } from 'vitest';
import { importAgain } from '../../../../tests/support/import-again.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { loadCrcDoctor } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { AnswerDesk, bounds } from './answer-desk.svelte.ts';
import { diagnosed } from './diagnosed.ts';
import { reportOf, rightAnswer, sizeOf } from './report.ts';

const { diagnoseCrc, diagnoseSignature, ...doctor } = await loadCrcDoctor();
let session: PageSession;
let desk: AnswerDesk;
beforeEach(async () => {
  session = await openSession();
  desk = session.keep(AnswerDesk);
});
const told = () => diagnosed({ diagnoseCrc, diagnoseSignature, ...doctor }, desk.asked!);
const ids = () => told().diagnosis.mistake?.parts.map(({ id }) => id);

it('says what is missing, and asks once nothing is missing', () => {
  expect(desk.lacks).toEqual(['the token', 'the consumer secret', 'an answer: its body or its status']);
  expect([desk.asked, desk.isEmpty]).toEqual([null, true]);
  desk.example();
  expect([desk.lacks, desk.isEmpty]).toEqual([[], false]);
  expect(ids()).toEqual(['api-key']);
});

it('has an example of a delivery that was serialised again', () => {
  desk.mode = 'delivery';
  expect(desk.lacks).toEqual(['the body', 'the consumer secret', 'a signature']);
  desk.example();
  expect(ids()).toEqual(['body-written-again']);
  desk.computed = `svc-webhooks-signature: ${told().diagnosis.answer}`;
  expect(told().diagnosis.verdict).toBe('right');
});

it('survives an import, and a visit to another view', async () => {
  desk.example();
  const { body } = desk;
  await importAgain(session);
  expect(session.keep(AnswerDesk)).toBe(desk);
  expect(desk.body).toBe(body);
});

it('fills in the keys of the App in use, and tries the secrets of the others', () => {
  desk.fillIn();
  const basic = session.credential('basic');
  expect(basic).toMatchObject({ consumer_secret: desk.secret, consumer_key: desk.apiKey });
  desk.token = 'Zk8vR1nT6yQ0pLx3WcB9dA';
  const other = session.world.vault.find((each) => each.kind === 'basic' && each.appId !== basic?.appId);
  if (other?.kind !== 'basic') throw new Error('the starter has one App alone');
  const made = diagnoseCrc({
    token: desk.token,
    secret: other.consumer_secret,
    answer: { kind: 'pasted', text: '' },
  });
  desk.body = JSON.stringify({ response_token: made.answer });
  expect(told().diagnosis.mistake).toMatchObject({ parts: [{ id: 'other-secret' }] });
  expect(told().diagnosis.mistake?.sentence).toContain(other.appName);
});

it('keeps the target of a pasted redirect', async () => {
  desk.example();
  await desk.take('HTTP/1.1 302 Found\nLocation: https://hooks.example/login\n\n');
  expect([desk.status, desk.body]).toEqual(['302', '']);
  expect(told().diagnosis.mistake?.sentence).toContain('302 to https://hooks.example/login');
});

it('reads no text that is too long', () => {
  desk.example();
  desk.body = 'ä'.repeat(bounds.body / 2 + 1);
  expect(desk.asked).toBeNull();
  expect(desk.tooLong).toEqual(['The body has more than 256 KiB: it is not read.']);
  desk.mode = 'delivery';
  desk.example();
  expect(desk.asked).not.toBeNull();
  desk.raw = 'x'.repeat(bounds.delivery + 1);
  expect([desk.asked, ...desk.tooLong]).toEqual([null, 'The body has more than 64 KiB: it is not read.']);
  desk.mode = 'challenge';
  desk.body = '{}';
  desk.token = 'x'.repeat(bounds.field + 1);
  expect(desk.asked).toBeNull();
  expect(desk.takes(`HTTP/1.1 200 OK\n\n${'x'.repeat(bounds.body)}`)).toBe(false);
});

it('writes reports without secrets', () => {
  desk.example();
  desk.others = 'one-more-secret-of-mine';
  desk.body = JSON.stringify({ token: desk.secret, key: desk.apiKey, more: desk.others });
  const report = reportOf(told(), desk.asked!, desk.secrets);
  for (const secret of [desk.secret, desk.apiKey, desk.others]) expect(report).not.toContain(secret);
  expect(report).toContain(desk.token);
  expect(report).toContain('FAILS');
  expect(JSON.parse(rightAnswer(told()))).toEqual({ response_token: told().diagnosis.answer });
});

it('counts bytes', () => {
  expect([sizeOf('aø'), sizeOf('x'.repeat(1_536))]).toEqual(['3 B', '1.5 KiB']);
});
