import { expect, test } from 'vitest';
import { drawFrom } from './seeded-random.ts';

/** A stand-in for the page's `crypto`. */
function seeded(seed: string) {
  const from = { getRandomValues: crypto.getRandomValues.bind(crypto), randomUUID: () => 'of the browser' };
  const random = drawFrom(seed, from);
  const bytes = (length: number): string => from.getRandomValues(new Uint8Array(length)).join(' ');
  return { from, random, bytes };
}

test('one seed draws the same bytes in the same order, and another seed draws others', () => {
  const [one, same, other] = [seeded('harbour-7'), seeded('harbour-7'), seeded('harbour-8')];
  const drawn = ({ from, bytes }: ReturnType<typeof seeded>) => [bytes(24), bytes(24), from.randomUUID()];
  const first = drawn(one);
  expect(new Set(first).size).toBe(3);
  expect(drawn(same)).toEqual(first);
  expect(drawn(other)).not.toEqual(first);
  expect(first[2]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('a draw more before a call changes nothing after it, and no nonce comes twice', () => {
  const [one, other] = [seeded('harbour-7'), seeded('harbour-7')];
  const before = [one.bytes(24), other.bytes(24), other.bytes(24)];
  one.random.next();
  other.random.next();
  const after = one.bytes(24);
  expect(other.bytes(24)).toBe(after);
  expect(before).not.toContain(after);
  // Another length is another row of draws.
  one.bytes(16);
  expect(one.bytes(24)).toBe(other.bytes(24));
});

test('a draw longer than a block of the generator is filled to its end, also in a part of a buffer', () => {
  const { from, bytes } = seeded('harbour-7');
  expect(new Set(bytes(128).split(' ')).size).toBeGreaterThan(40);
  const whole = new Uint8Array(8);
  from.getRandomValues(whole.subarray(2, 6));
  expect([...whole.slice(0, 2), ...whole.slice(6)]).toEqual([0, 0, 0, 0]);
});

test('afterwards the browser draws again', () => {
  const random = drawFrom('harbour-7');
  expect(Object.keys(Object.getOwnPropertyDescriptors(crypto))).toContain('randomUUID');
  random.end();
  expect(Object.keys(Object.getOwnPropertyDescriptors(crypto))).toEqual([]);
  expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
});
