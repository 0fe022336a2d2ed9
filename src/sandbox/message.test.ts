import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { most, readMessage } from './message.ts';
import { rounds } from '../../tests/support/rounds.ts';

const maxBytes = 1024;
const read = (data: unknown) => readMessage(data, maxBytes);
const line = { level: 'log', text: 'hello', at: 1, line: 3 };
const response = { status: 200, headers: [['a', 'b']], body: new Uint8Array(3) };
const thrown = { text: 'Error: no', line: 3 };
const failure = { kind: 'failure', reason: 'closed', message: 'it ended' };

test('a message is read field by field; other fields are dropped', () => {
  expect(read(['began'])).toEqual(['began']);
  expect(read(['line', { ...line, more: 1 }])).toEqual(['line', line]);
  expect(read(['item', ['key', '{}']])).toEqual(['item', ['key', '{}']]);
  expect(read(['item', ['key', null]])).toEqual(['item', ['key', null]]);
  expect(read(['end', { ...response, more: 1 }])).toEqual(['end', response]);
  expect(read(['end', { ...failure, more: 1 }])).toEqual(['end', failure]);
  for (const end of [response, failure])
    expect(read(['end', { ...end, thrown: { ...thrown, more: 1 } }])).toEqual(['end', { ...end, thrown }]);
});

const noted = {
  headers: [{ name: 'svc-webhooks-signature', line: 3 }],
  reads: [{ how: 'text', line: null }],
  macs: [{ act: 'verify', key: 'k', bytes: 5, isBody: true, line: 9 }],
};

test('the notes about a program are read field by field, and no others are kept', () => {
  expect(read(['noted', { ...noted, more: 1 }])).toEqual(['noted', noted]);
  const many = Array.from({ length: most.noted + 1 }, () => ({ how: 'text', line: null }));
  for (const wrong of [
    { ...noted, reads: many },
    { ...noted, headers: [{ name: 'x'.repeat(most.key + 1), line: 3 }] },
    { ...noted, macs: [{ act: 'sign', key: 5, bytes: 5, isBody: true, line: 9 }] },
    { ...noted, macs: null },
  ])
    expect(read(['noted', wrong])).toBeNull();
});

test.each([
  null,
  undefined,
  'began',
  {},
  [],
  ['ended'],
  ['constructor', {}],
  ['__proto__', {}],
  ['end', response, 1],
  ['line', null],
  ['line', { ...line, level: 'fatal' }],
  ['line', { ...line, text: 'x'.repeat(most.lineText + 1) }],
  ['line', { ...line, text: { length: 1 } }],
  ['line', { ...line, at: '1' }],
  ['line', { ...line, at: NaN }],
  ['line', { ...line, line: 0 }],
  ['line', { ...line, line: 1.5 }],
  ['item', ['key']],
  ['item', ['key', undefined]],
  ['item', ['k'.repeat(most.key + 1), '']],
  ['item', ['key', 'x'.repeat(most.value + 1)]],
  ['end', { ...failure, reason: 'dns' }],
  ['end', { ...failure, reason: 'timeout' }],
  ['end', { ...failure, message: 'x'.repeat(most.text + 1) }],
  ['end', { ...response, thrown: null }],
  ['end', { ...response, thrown: { ...thrown, line: 0 } }],
  ['end', { ...response, thrown: { ...thrown, text: 'x'.repeat(most.lineText + 1) } }],
  ['end', { ...failure, thrown: 'no' }],
  ['end', { ...response, status: 0 }],
  ['end', { ...response, status: 600 }],
  ['end', { ...response, status: '200' }],
  ['end', { ...response, headers: { a: 'b' } }],
  ['end', { ...response, headers: Array.from({ length: most.headers + 1 }, () => ['a', 'b']) }],
  ['end', { ...response, headers: [['a']] }],
  ['end', { ...response, headers: [['a b', 'c']] }],
  ['end', { ...response, headers: [['a', 'b\r\nc: d']] }],
  ['end', { ...response, body: 'text' }],
  ['end', { ...response, body: new Uint8Array(maxBytes + 1) }],
  ['end', Object.create(response) as object],
  ['line', Object.create(line) as object],
])('%j is not a message', (data) => {
  expect(read(data)).toBeNull();
});

describe('hidden parts of a message', () => {
  test('an own __proto__ is dropped, and pollutes nothing', () => {
    const hidden = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    ) as object;
    const message = read(['line', Object.assign(hidden, line)]);
    expect(Object.keys((message as unknown as [string, object])[1])).toEqual(['level', 'text', 'at', 'line']);
    expect(
      read(['end', JSON.parse('{"__proto__": {"kind": "failure", "reason": "closed", "message": ""}}')]),
    ).toBeNull();
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  test('shared bytes are copied', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(8), 2, 3);
    const [, end] = read(['end', { ...response, body: shared }]) as unknown as [string, typeof response];
    expect(end.body.buffer).toBeInstanceOf(ArrayBuffer);
    expect(end.body.buffer.byteLength).toBe(3);
  });

  test('any message is read or refused, and nothing throws', () => {
    const types = fc.constantFrom('began', 'line', 'item', 'noted', 'end');
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.tuple(types, fc.anything())), (data) => {
        const message = read(data);
        expect(message === null || ['began', 'line', 'item', 'noted', 'end'].includes(message[0])).toBe(true);
      }),
      rounds(100, 2000),
    );
  });
});
