import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { decodeForm, decodeRfc3986, encodeForm, encodeRfc3986 } from './encoding.ts';

const wellFormed = fc.string({ unit: 'binary' });
/** UTF-16 of any kind, lone surrogates too. */
const anyUnits = fc
  .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constantFrom(37, 38, 43, 61)))
  .map((units) => String.fromCharCode(...units));

describe('encodeRfc3986', () => {
  test('what it writes is unreserved or an escape in capitals, and decodes to what it was', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        const encoded = encodeRfc3986(value);
        expect(encoded).toMatch(/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/);
        expect(decodeRfc3986(encoded)).toBe(value);
      }),
      rounds(500, 50_000),
    );
  });

  test('never throws; lone surrogates become U+FFFD', () => {
    expect(encodeRfc3986('a\ud800b')).toBe('a%EF%BF%BDb');
    fc.assert(
      fc.property(anyUnits, (value) => {
        expect(decodeRfc3986(encodeRfc3986(value))).toBe(value.toWellFormed());
      }),
      rounds(500, 50_000),
    );
  });
});

describe('decodeRfc3986', () => {
  test.each([
    ['100%', '100%'],
    ['%zz%41', '%zzA'],
    ['%C3', '\ufffd'],
    ['%C3%A9%', 'é%'],
    ['%ff%41', '\ufffdA'],
    ['a+b', 'a+b'],
    ['%00', '\u0000'],
  ])('%j is %j', (encoded, decoded) => {
    expect(decodeRfc3986(encoded)).toBe(decoded);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(anyUnits, (value) => {
        decodeRfc3986(value);
      }),
      rounds(500, 50_000),
    );
  });
});

describe('decodeForm', () => {
  test.each<[string, [string, string][]]>([
    ['', []],
    ['&&', []],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=a', [['', 'a']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a+b=c+d%2B', [['a b', 'c d+']]],
    [
      'a=1&a=2&a=1',
      [
        ['a', '1'],
        ['a', '2'],
        ['a', '1'],
      ],
    ],
    ['__proto__=x', [['__proto__', 'x']]],
    ['a;b=c', [['a;b', 'c']]],
  ])('%j', (encoded, pairs) => {
    expect(decodeForm(encoded)).toEqual(pairs);
  });

  test('reads what encodeForm and URLSearchParams write', () => {
    const pairs = fc.array(fc.tuple(wellFormed, wellFormed));
    fc.assert(
      fc.property(pairs, (list) => {
        const named = list.filter(([name, value]) => name !== '' || value !== '');
        expect(decodeForm(encodeForm(named))).toEqual(named);
        expect(decodeForm(new URLSearchParams(named).toString())).toEqual(named);
      }),
      rounds(300, 20_000),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(anyUnits, (value) => {
        expect(decodeForm(value)).toBeInstanceOf(Array);
      }),
      rounds(500, 50_000),
    );
  });
});
