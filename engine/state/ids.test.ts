import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { firstIdAt, lastId, momentOf } from './ids.ts';

test('the moment of an id is found with the precision of a double, up to the last possible id', () => {
  const [first, room] = [1288834974657, 2 ** 22];
  fc.assert(
    fc.property(fc.bigInt(0n, BigInt(lastId)), (id) => {
      expect(momentOf(String(id))).toBe(Math.floor(Number(id) / room) + first);
    }),
    rounds(1000, 100_000),
  );
  fc.assert(
    fc.property(fc.integer({ min: first, max: Date.UTC(2080, 0) - 1 }), (at) => {
      expect(momentOf(firstIdAt(at))).toBe(at);
    }),
    rounds(300, 20_000),
  );
  expect(momentOf(lastId)).toBe(Date.UTC(2080, 0));
});
