import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Assembly, pack, pieceBytes } from './pieces.ts';
import { rounds } from '../../tests/support/rounds.ts';

const ids = () => {
  let last = 0;
  return () => String(++last);
};

const bytes = fc
  .integer({ min: 0, max: 3 * pieceBytes })
  .map((length) => new Uint8Array(length).map((_, at) => at % 251));
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.constant(null),
    bytes,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('node'), { maxKeys: 3 }),
  ),
})).node;

test('a packed value comes out unchanged, and no frame carries a long body', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), (cargo) => {
      const before = structuredClone(cargo);
      const { packed, pieces } = pack(cargo, ids());
      const assembly = new Assembly();
      for (const piece of structuredClone(pieces)) {
        expect(piece.bytes.length).toBeLessThanOrEqual(pieceBytes);
        assembly.add(piece);
      }
      expect(isDeepStrictEqual(assembly.unpack(structuredClone(packed)), before)).toBe(true);
      expect(isDeepStrictEqual(structuredClone(cargo), before)).toBe(true);
    }),
    rounds(50, 1000),
  );
});

test('a lost piece is an error, not a body with a hole', () => {
  const { packed, pieces } = pack([new Uint8Array(2 * pieceBytes)], ids());
  const assembly = new Assembly();
  assembly.add(pieces[0]!);
  expect(() => assembly.unpack(packed)).toThrow('lost');
});

test('bodies that are never requested do not pile up', () => {
  const assembly = new Assembly();
  const { packed, pieces } = pack([new Uint8Array(2 * pieceBytes)], ids());
  for (const piece of pieces) assembly.add(piece);
  for (let at = 0; at < 200; at++) {
    const other = pack([new Uint8Array(2 * pieceBytes)], () => `other-${at}`);
    for (const piece of other.pieces) assembly.add(piece);
  }
  expect(() => assembly.unpack(packed)).toThrow('lost');
});

test('bodies that were taken leave their room to further ones', () => {
  const assembly = new Assembly();
  for (let at = 0; at < 200; at++) {
    const { packed, pieces } = pack(new Uint8Array(2 * pieceBytes).fill(at), ids());
    for (const piece of pieces) assembly.add(piece);
    const body = assembly.unpack(packed) as Uint8Array;
    expect([body.length, body.at(-1)]).toEqual([2 * pieceBytes, at]);
  }
});
