import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { utf8 } from '../index.ts';
import { BytePlaces } from './places.ts';
import { textOf } from './text.ts';

async function* cut(bytes: Uint8Array, at: readonly number[]) {
  const places = [...new Set(at.map((each) => each % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const place of [...places, bytes.length]) {
    await Promise.resolve();
    yield bytes.slice(from, place);
    from = place;
  }
}

async function read(bytes: Uint8Array, at: readonly number[]) {
  const places = new BytePlaces();
  let text = '';
  for await (const piece of textOf(cut(bytes, at), places)) text += piece;
  return { places, text };
}

const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
};

const text = fc
  .array(fc.constantFrom('a', 'b,\n', 'é', '€', '😀', 'Ж'), { minLength: 4, maxLength: 60 })
  .map((parts) => `id,${parts.join('')}`);
const cuts = fc.array(fc.nat(400), { maxLength: 8 });
const encodings: readonly ((text: string) => Uint8Array)[] = [
  utf8,
  (given) => utf8(`\uFEFF${given}`),
  (given) => utf16(given, true),
  (given) => utf16(given, false),
];

test('finds the byte of a character in every encoding, however the file is split into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...encodings), cuts, async (written, encode, at) => {
      const bytes = encode(written);
      const { places, text: found } = await read(bytes, at);
      expect(found).toBe(written);
      let place = 0;
      for (const character of written) {
        const before = encode(written.slice(0, place)).length;
        expect(places.byteAt(place)).toBe(before);
        expect(Math.abs(places.near(place)! - before)).toBeLessThanOrEqual(3 * written.length);
        place += character.length;
      }
    }),
    rounds(100, 10_000),
  );
});

test('forgets earlier characters and still knows later ones', () => {
  const places = new BytePlaces();
  places.add('abc', 0, 3);
  places.add('dé', 3, 3);
  places.add('f', 6, 1);
  places.forgetBefore(4);
  expect([2, 3, 4, 5, 6].map((at) => places.byteAt(at))).toEqual([null, 3, 4, 6, null]);
});

test('after bytes that are not characters, no byte is known until the next piece', () => {
  const places = new BytePlaces();
  places.add('é\uFFFDa', 0, 4);
  places.add('b', 4, 1);
  expect([0, 1, 2, 3].map((at) => places.byteAt(at))).toEqual([0, 2, null, 4]);
});
