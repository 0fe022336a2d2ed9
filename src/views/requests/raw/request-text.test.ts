import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text, utf8 } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import { authorizationParts } from '../call/authorization.ts';
import { rawMessage } from './request-text.ts';
import { nextPlace } from '../../../parts/roving.ts';
import { rounds } from '../../../../tests/support/rounds.ts';

const authorization =
  'OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog7Aq", oauth_nonce="kYjz", oauth_signature="fxxRc2%3D"';

describe('authorizationParts', () => {
  it('splits an OAuth header', () => {
    const parts = authorizationParts(authorization);
    expect(parts.map(({ kind }) => kind).filter((kind) => kind !== 'separator')).toEqual([
      'scheme',
      'parameter',
      'parameter',
      'parameter',
    ]);
    expect(parts.find(({ name }) => name === 'oauth_signature')?.value).toBe('fxxRc2%3D');
  });
  it('keeps bare credentials whole', () => {
    expect(authorizationParts('Bearer AAA%2Fb=')).toEqual([
      { kind: 'scheme', text: 'Bearer' },
      { kind: 'separator', text: ' ' },
      { kind: 'credentials', text: 'AAA%2Fb=' },
    ]);
  });
  it('loses no character', () => {
    const pieces = fc.constantFrom('OAuth', ' ', ',', '="', '"', 'a', '=', 'oauth_token="1"', '\t');
    fc.assert(
      fc.property(fc.array(pieces), (words) => {
        const value = words.join('');
        expect(
          authorizationParts(value)
            .map((part) => part.text)
            .join(''),
        ).toBe(value);
      }),
      rounds(100, 2000),
    );
  });
});

describe('rawMessage', () => {
  const get: HttpRequest = {
    method: 'GET',
    url: 'https://api.svc.example/2/users/1?max_results=3&q=%C3%A9',
    headers: [['Authorization', authorization]],
  };
  it('writes the request line, Host, the headers in order and an empty line', () => {
    expect(rawMessage(get).text).toBe(
      `GET /2/users/1?max_results=3&q=%C3%A9 HTTP/1.1\r\nHost: api.svc.example\r\nAuthorization: ${authorization}\r\n\r\n`,
    );
  });
  it('writes the port of the URL, and no second Host or Content-Length', () => {
    const headers = [
      ['host', 'other.example'],
      ['content-length', '2'],
    ] as const;
    const message = rawMessage({ method: 'POST', url: 'http://127.0.0.1:8080', headers, body: utf8('{}') });
    expect(message.text).toBe('POST / HTTP/1.1\r\nhost: other.example\r\ncontent-length: 2\r\n\r\n{}');
    expect(rawMessage({ method: 'GET', url: 'http://127.0.0.1:8080/a', headers: [] }).text).toContain(
      'Host: 127.0.0.1:8080',
    );
  });
  it('counts bytes, not characters', () => {
    const body = utf8('{"text":"héllo"}');
    const message = rawMessage({
      ...get,
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      body,
    });
    expect(message.text).toContain(`Content-Length: ${body.length}\r\n\r\n`);
    expect(message.bytes).toBe(utf8(message.text).length);
  });
  it('explains every part of an OAuth header', () => {
    const terms = rawMessage(get).lines[2]!.flatMap(({ explanation }) => explanation?.term ?? []);
    expect(terms).toEqual(['Authorization', 'OAuth', 'oauth_consumer_key', 'oauth_nonce', 'oauth_signature']);
  });
  it('says that a form body is signed, that JSON is not, and neither without a signature', () => {
    const sentence = (type: string, credentials: string) => {
      const headers = [
        ['Content-Type', type],
        ['Authorization', credentials],
      ] as const;
      return rawMessage({ ...get, headers, body: utf8('a=b') }).lines.at(-1)?.[0]?.explanation?.sentence;
    };
    expect(sentence('application/x-www-form-urlencoded;charset=UTF-8', authorization)).toMatch(
      /are signed with/,
    );
    expect(sentence('application/json', authorization)).toMatch(/not signed/);
    expect(sentence('application/json', 'Bearer AAA')).not.toMatch(/signed/);
  });
  it('keeps the body unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (content) => {
        const body = utf8(content);
        const message = rawMessage({ ...get, headers: [], body });
        expect(message.text.endsWith(`\r\n\r\n${text(body)}`)).toBe(true);
        expect(message.lines.map((line) => line.map((part) => part.text).join('')).join('\r\n')).toBe(
          message.text,
        );
        expect(message.bytes).toBe(utf8(message.text).length);
      }),
      rounds(100, 2000),
    );
  });
});

it('moves between parts with the arrow keys and stops at the ends', () => {
  expect([
    nextPlace('ArrowRight', 0, 3),
    nextPlace('ArrowRight', 2, 3),
    nextPlace('ArrowLeft', 0, 3),
  ]).toEqual([1, 2, 0]);
  expect([nextPlace('End', 0, 3), nextPlace('Home', 2, 3), nextPlace('Enter', 1, 3)]).toEqual([2, 0, null]);
});
