import { expect, test } from 'vitest';
import type { SendResult } from '../../../../worker/api.ts';
import { header, loadSignature, text } from '../../../../worker/api.ts';
import { forgeriesOf, headlineOf, judged } from './forgeries.ts';
import { withOneBitChanged } from './signature-bits.ts';

const name = 'svc-webhooks-signature';
const body = '{"event_id":"2029","for_user_id":"1"}';
const { deliverySignature, isSignatureOf } = await loadSignature();
const forgeries = forgeriesOf({
  ...{ url: 'https://hooks.example/in', body, header: name, secret: 'right', sign: deliverySignature },
  other: { secret: 'wrong', appName: 'Gale Feed' },
});
const answer = (status: number): SendResult => ({ status, headers: [], body: new Uint8Array() });

test('the platform would sign none of the forgeries like this, and the real one exactly like this', () => {
  const isSigned = forgeries.map(({ id, request }) => [
    id,
    isSignatureOf(header(request.headers, name), request.body ?? new Uint8Array(), 'right'),
  ]);
  expect(isSigned).toEqual([
    ['body', false],
    ['secret', false],
    ['no-header', false],
    ['prefix', false],
    ['hex', false],
    ['real', true],
  ]);
  const forged = text(forgeries[0]?.request.body ?? new Uint8Array());
  expect(JSON.parse(forged)).toMatchObject({ event_id: '2020' });
  expect(forgeries.map(({ changedAt }) => changedAt)).toEqual([
    body.indexOf('9'),
    ...Array.from({ length: 5 }, () => undefined),
  ]);
});

test('a program that accepts one has acknowledged a forgery, and one that refuses everything is told so', () => {
  const of = (status: (id: string) => number) =>
    headlineOf(forgeries.map((each) => judged(each, answer(status(each.id)))));
  expect(of(() => 200)).toMatchObject({ isRight: false, title: 'You acknowledged a forgery' });
  expect(of((id) => (id === 'hex' || id === 'real' ? 200 : 401)).text).toContain('took 1 of them');
  expect(of(() => 401)).toMatchObject({ isRight: false, title: 'You refuse everything' });
  expect(of((id) => (id === 'real' ? 200 : 401))).toMatchObject({ isRight: true });
});

test('one bit differs, and the form is the same', () => {
  const right = deliverySignature(new Uint8Array(3), 'right');
  const wrong = withOneBitChanged(right);
  expect(wrong).toMatch(/^sha256=[\w+/]{43}=$/);
  expect(wrong).not.toBe(right);
  expect(withOneBitChanged(wrong)).toBe(right);
});
