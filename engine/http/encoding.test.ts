import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { decodeForm, decodeRfc3986, encodeForm, encodeRfc3986, isType, readOctets } from './encoding.ts';

const wellFormed = fc.string({ unit: 'binary' });
/** Any UTF-16, including lone surrogates. */
const anyUnits = fc
  .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constantFrom(37, 38, 43, 61)))
  .map((units) => String.fromCharCode(...units));

/** The octets of an encoded text, read without the code under test. */
const decodeURIComponentOctets = (encoded: string): number[] =>
  [...encoded.matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, hex, plain]) =>
    hex === undefined ? plain!.charCodeAt(0) : Number.parseInt(hex, 16),
  );

describe('encodeRfc3986', () => {
  test('writes unreserved characters and upper-case escapes, which decode to the original', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        const encoded = encodeRfc3986(value);
        expect(encoded).toMatch(/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/);
        expect(decodeRfc3986(encoded)).toBe(value);
      }),
      rounds(500, 50_000),
    );
  });

  test('never throws; lone surrogates that do not encode an octet become U+FFFD', () => {
    expect(encodeRfc3986('a\ud800b')).toBe('a%EF%BF%BDb');
    fc.assert(
      fc.property(anyUnits, (value) => {
        expect(encodeRfc3986(value)).toMatch(/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/);
      }),
      rounds(500, 50_000),
    );
  });

  test('every octet survives: %FF and %FE stay different, and do not become U+FFFD (A11)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (octets) => {
        const encoded = Array.from(octets, (octet) => `%${octet.toString(16).padStart(2, '0')}`).join('');
        const decoded = decodeRfc3986(encoded);
        expect(decodeURIComponentOctets(encodeRfc3986(decoded))).toEqual([...octets]);
        expect(readOctets(octets)).toBe(decoded);
        expect(decoded.isWellFormed()).toBe(
          Buffer.from(octets).equals(Buffer.from(Buffer.from(octets).toString())),
        );
      }),
      rounds(500, 200_000),
    );
  });
});

describe('decodeRfc3986', () => {
  test.each([
    ['100%', '100%'],
    ['%zz%41', '%zzA'],
    ['%C3', '\udcc3'],
    ['%C3%A9%', 'é%'],
    ['%C3%A9%C3', 'é\udcc3'],
    ['%ff%41', '\udcffA'],
    ['%ED%A0%80', '\udced\udca0\udc80'],
    ['%EF%BB%BFa', '\ufeffa'],
    ['\udcc3%A9', 'é'],
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

test.each([
  ['application/json', true],
  ['application/json\t; charset=utf-8', true],
  [' Application/JSON ;x', true],
  ['application/jsonp', false],
  ['application/json,text/plain', false],
  [undefined, false],
])('isType: %j is JSON: %j', (type, expected) => {
  expect(isType(type, 'application/json')).toBe(expected);
});
