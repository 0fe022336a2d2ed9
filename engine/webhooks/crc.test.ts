import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { utf8 } from '../http/messages.ts';
import { failed } from '../http/send.ts';
import type { SendFailureReason } from '../http/send.ts';
import { Random } from '../state/random.ts';
import { proves } from '../../tests/support/clause.ts';
import { checkCrc, crcAnswer, crcToken, crcUrl } from './crc.ts';
import { rounds } from '../../tests/support/rounds.ts';

// RFC 4231, test case 2.
const challenge = { token: 'what do ya want for nothing?', secret: 'Jefe' };
const right = 'sha256=W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=';

const answered = (body: string | Uint8Array, status = 200) => ({
  status,
  headers: [],
  body: typeof body === 'string' ? utf8(body) : body,
});
const json = (body: unknown, status?: number) => answered(JSON.stringify(body), status);
const kindOf = (result: Parameters<typeof checkCrc>[0]) => {
  const verdict = checkCrc(result, challenge);
  return verdict.passed ? 'passed' : verdict.kind;
};

describe('the challenge', () => {
  test('is added to the URL’s own query', () => {
    expect(crcUrl('https://a.example/in', 't')).toBe('https://a.example/in?crc_token=t');
    expect(crcUrl('https://a.example', 't')).toBe('https://a.example?crc_token=t');
    expect(crcUrl('https://a.example/in?a=1&b', 't')).toBe('https://a.example/in?a=1&b&crc_token=t');
    expect(crcUrl('https://a.example/in?', 't')).toBe('https://a.example/in?crc_token=t');
  });

  test('is new each time, in characters that a query needs not encode', () => {
    const random = Random.seeded('dice');
    const tokens = Array.from({ length: 100 }, () => crcToken(random));
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});

describe('the answer', () => {
  test('is the one of RFC 4231, test case 2', () => {
    expect(crcAnswer(challenge.token, challenge.secret)).toBe(right);
    expect(kindOf(json({ response_token: right }))).toBe('passed');
  });

  test('is the one that another implementation computes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (token, secret) => {
        const theirs = createHmac('sha256', secret).update(token).digest('base64');
        expect(crcAnswer(token, secret)).toBe(`sha256=${theirs}`);
      }),
      rounds(100, 2000),
    );
  });

  test('may say more than it has to', () => {
    expect(kindOf(json({ ok: true, response_token: right }))).toBe('passed');
    expect(kindOf(answered(`\r\n {"response_token" : "${right}"}\n`))).toBe('passed');
  });

  test.each([
    ['not JSON', answered(right)],
    ['JSON of another kind', json([{ response_token: right }])],
    ['null', json(null)],
    ['a string of JSON', json(JSON.stringify({ response_token: right }))],
    ['no such field', json({ responseToken: right })],
    ['a field of a prototype', answered(`{"__proto__":{"response_token":"${right}"}}`)],
    ['a field that is not a string', json({ response_token: [right] })],
    ['no prefix', json({ response_token: right.slice(7) })],
    ['another prefix', json({ response_token: right.replace('sha256', 'SHA256') })],
    ['another value', json({ response_token: crcAnswer(challenge.token, 'Jeff') })],
    ['white space', json({ response_token: `${right}\n` })],
    ['a byte order mark', answered(`\uFEFF${JSON.stringify({ response_token: right })}`)],
    ['bytes that are not UTF-8', answered(Uint8Array.of(0x22, 0xff, 0x22))],
    ['an empty body', answered('')],
    ['a redirect', json({ response_token: right }, 302)],
    ['another success', json({ response_token: right }, 201)],
  ])(proves('4.3-crc-answer', 'is wrong with %s'), (_, result) => {
    expect(kindOf(result)).toBe('wrong');
  });

  test('is silence when the status is an error, or when no answer came', () => {
    for (const status of [400, 404, 429, 500, 503, 599])
      expect(kindOf(json({ response_token: right }, status))).toBe('silent');
    const kinds: Record<SendFailureReason, string> = {
      timeout: 'silent',
      dns: 'silent',
      refused: 'silent',
      closed: 'silent',
      tls: 'wrong',
      tooLarge: 'wrong',
    };
    for (const [reason, kind] of Object.entries(kinds))
      expect(kindOf(failed(reason as SendFailureReason, 'why'))).toBe(kind);
  });

  test('is never disclosed to a receiver that failed to give it', () => {
    for (const body of [{}, { response_token: '' }, { response_token: 'sha256=' }])
      expect(JSON.stringify(checkCrc(json(body), challenge))).not.toContain('W9zBRr9g');
  });

  test('may be anything without doing harm', () => {
    const deep = answered('['.repeat(65_536));
    expect(kindOf(deep)).toBe('wrong');
    fc.assert(
      fc.property(fc.uint8Array(), (body) => kindOf(answered(body)) === 'wrong'),
      rounds(100, 2000),
    );
    fc.assert(
      fc.property(fc.json(), (body) => kindOf(answered(body)) === 'wrong'),
      rounds(100, 2000),
    );
  });
});
