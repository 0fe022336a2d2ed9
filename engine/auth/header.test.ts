import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { base64 } from '../http/base64.ts';
import { encodeRfc3986 } from '../http/encoding.ts';
import { utf8 } from '../http/messages.ts';
import { readAuthorization } from './header.ts';

describe('readAuthorization', () => {
  test('no header means no credentials', () => {
    expect(readAuthorization(undefined)).toEqual({ scheme: 'none' });
  });

  test('the scheme is read in any letter case', () => {
    expect(readAuthorization('bEARER abc')).toEqual({ scheme: 'Bearer', token: 'abc' });
    expect(readAuthorization('oAUTH a="b"')).toEqual({ scheme: 'OAuth', parameters: [['a', 'b']] });
  });

  test('RFC 7617 2: the first colon ends the username, and the password may contain more colons', () => {
    expect(readAuthorization('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==')).toEqual({
      scheme: 'Basic',
      username: 'Aladdin',
      password: 'open sesame',
    });
    expect(readAuthorization(`Basic ${base64(utf8('a:b:c'))}`)).toMatchObject({
      username: 'a',
      password: 'b:c',
    });
  });

  test('choice o2-app-only: both halves of Basic are percent-decoded', () => {
    expect(readAuthorization(`Basic ${base64(utf8('a%3A:b%20'))}`)).toMatchObject({
      username: 'a:',
      password: 'b ',
    });
  });

  test('RFC 5849 3.5.1: commas with or without space and line breaks between', () => {
    const expected = {
      scheme: 'OAuth',
      parameters: [
        ['realm', 'x y'],
        ['a', 'b='],
        ['c', ''],
      ],
    };
    expect(readAuthorization('OAuth realm="x y",a="b%3D",c=""')).toEqual(expected);
    expect(readAuthorization('OAuth   realm="x y" ,\n   a="b%3D",\t c="" ')).toEqual(expected);
  });

  test.each([
    '',
    'Bearer',
    'Bearer a b',
    'Bearer ä',
    'Basic',
    'Basic ?',
    'Basic Zm9v',
    'Digest username="a"',
    'OAuth',
    'OAuth a=b',
    'OAuth a="b" c="d"',
    'OAuth a="b",,c="d"',
    'OAuth a="b',
    'OAuth ="b"',
    'OAuth a = "b"',
  ])('%j is malformed, with a reason', (value) => {
    const read = readAuthorization(value);
    expect(read).toMatchObject({ scheme: 'malformed' });
    expect(read.scheme === 'malformed' && read.because.length).toBeGreaterThan(10);
  });

  // Long enough that quadratic time would take minutes on any machine, and exceed the test's time limit.
  test.each([
    ['parameters', 'a="b", '.repeat(200_000)],
    ['spaces before a character', `${' '.repeat(1_500_000)}x`],
    ['spaces behind a parameter', `a="b"${' '.repeat(1_500_000)}x`],
    ['letters', 'a'.repeat(1_500_000)],
  ])('a header of very many %s is read in linear time', (_, list) => {
    expect(readAuthorization(`OAuth ${list}`).scheme).toMatch(/^(?:OAuth|malformed)$/);
  });

  test('reads back every parameter that is written by RFC 5849 3.5.1', () => {
    const parameter = fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(parameter, { minLength: 1 }), (parameters) => {
        const list = parameters.map(([name, value]) => `${encodeRfc3986(name)}="${encodeRfc3986(value)}"`);
        expect(readAuthorization(`OAuth ${list.join(', ')}`)).toEqual({ scheme: 'OAuth', parameters });
      }),
      rounds(300, 20_000),
    );
  });

  test('never throws', () => {
    const unit = fc.oneof(
      fc.constantFrom(...'OAuth Bearer Basic ="%,:\n\t'),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );
    const scheme = fc.constantFrom('', 'OAuth ', 'Basic ', 'Bearer ', 'oauth\t');
    fc.assert(
      fc.property(scheme, fc.string({ unit }), (start, rest) => {
        expect(readAuthorization(start + rest).scheme).toMatch(/^(?:Bearer|Basic|OAuth|malformed)$/);
      }),
      rounds(1000, 50_000),
    );
  });
});
