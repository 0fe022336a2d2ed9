import { expect, test } from 'vitest';
import type { ReceiverCall } from '../../../../worker/api.ts';
import { askedOf, endOf, failureOf, kindOf, thrownIn, wentWell } from './shown-call.ts';

const call = (of: Partial<ReceiverCall>): ReceiverCall => ({
  id: 1,
  at: 0,
  isTest: false,
  method: 'POST',
  url: 'https://hooks.northwind.example/in',
  outcome: { kind: 'response', status: 200 },
  ms: 3.4,
  lines: [],
  ...of,
});
const thrown = { level: 'error', text: 'ReferenceError: cache is not defined', at: 0, line: 18 } as const;

test('a call is described by its request and how it ended', () => {
  const check = call({ method: 'GET', url: 'https://a.example/in?b=c&crc_token=q7L-2X', isTest: true });
  expect(`${askedOf(check)} ${endOf(check)}, ${kindOf(check)}`).toBe(
    'GET /in?b=c&crc_token=… 200 in 3 ms, test check',
  );
  expect(askedOf(call({ url: 'https://a.example' }))).toBe('POST /');
  expect(kindOf(call({}))).toBe('');
  expect([endOf(call({ outcome: null })), wentWell(call({ outcome: null }))]).toEqual(['is running', null]);
});

test('for a receiver that was stopped, the reason is given once', () => {
  const over = { kind: 'failure', reason: 'timeout', message: 'no whole answer within 10000 ms' } as const;
  expect(endOf(call({ outcome: over }))).toBe('was ended: no whole answer within 10000 ms');
  expect(failureOf(call({ outcome: over }))).toBeNull();
  const refused = {
    kind: 'failure',
    reason: 'refused',
    message: `a.example does not start: ${thrown.text}`,
  } as const;
  expect(failureOf(call({ outcome: refused, lines: [thrown] }))).toBeNull();
  expect(failureOf(call({ outcome: refused }))).toBe(refused.message);
});

test('the line of a failure is that of the last error with a line, and only for a call that failed', () => {
  const outcome = { kind: 'response', status: 500 } as const;
  const lines = [{ ...thrown, line: 3 }, thrown, { ...thrown, line: null }];
  expect(thrownIn(call({ outcome, lines }))).toEqual({ line: 18, why: thrown.text });
  expect(thrownIn(call({ lines }))).toBeNull();
  expect(thrownIn(call({ outcome }))).toBeNull();
});
