import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { longestHash, parseRoute, tooLong } from '../router.ts';
import { linkOf, packedIn } from './link.ts';
import { mostBytes, pack, unpack } from './packed.ts';

const problemOf = async (packed: string): Promise<string> => {
  const read = await unpack(packed);
  return 'problem' in read ? read.problem : `taken: ${read.text.length}`;
};

test('Issue 19: what is packed is unpacked, and a link holds it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (text) => {
      const packed = await pack(text);
      expect(packed).toMatch(/^1\.[\w-]*$/);
      expect(await unpack(packed)).toEqual({ text: text.toWellFormed() });
      const link = linkOf(packed);
      if (link.length <= longestHash) expect(packedIn(link)).toBe(packed);
    }),
    rounds(60, 3000),
  );
});

test('a recipe is found in its own link only', () => {
  expect(packedIn('#/world?recipe=1.abc')).toBe('1.abc');
  for (const none of [
    '',
    '#',
    '#/requests/getMe?recipe=1.abc',
    '#/world',
    '#/world?q=recipe%3D1',
    linkOf('x'.repeat(1 << 20)),
  ])
    expect(packedIn(none)).toBeNull();
});

test('Issue 19: a bomb stops at the limit, and a long fragment before it is read', async () => {
  const bomb = await pack('0'.repeat(2 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(longestHash);
  const seen: number[] = [];
  const { TextDecoder: Decoder } = globalThis;
  class Counting extends Decoder {
    override decode(...given: Parameters<TextDecoder['decode']>): string {
      const text = super.decode(...given);
      seen.push(text.length);
      return text;
    }
  }
  globalThis.TextDecoder = Counting;
  try {
    expect(await problemOf(bomb)).toBe('It has more than 128 KB.');
  } finally {
    globalThis.TextDecoder = Decoder;
  }
  expect(seen.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(mostBytes);
  expect(await problemOf(`1.${'A'.repeat(1 << 20)}`)).toBe('It has more than 128 KB.');
  expect(parseRoute(linkOf(`1.${'A'.repeat(1 << 20)}`))).toEqual({ problem: tooLong });
  expect(await unpack(await pack('0'.repeat(mostBytes)))).toEqual({ text: '0'.repeat(mostBytes) });
});

test('Issue 19: a damaged recipe is refused with the reason, and never throws', async () => {
  const whole = await pack(JSON.stringify({ scenario: 1, base: 'starter', seed: 'a-long-seed-of-a-recipe' }));
  const damaged = 'It is damaged, or only a part of the link was copied.';
  for (const bad of ['', '1', '1.', 'recipe', '0.abc', '1.%%%', '1.a', '1.<img src=x>', whole.slice(0, -5)])
    expect(await problemOf(bad), bad).toBe(damaged);
  expect(await problemOf(whole.replace('1.', '2.'))).toBe('A later release of the playground made it.');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(...letters), maxLength: 400 }), async (text) => {
      const read = await unpack(`1.${text}`);
      if ('problem' in read) expect(read.problem).toMatch(/^It .*\.$/);
    }),
    rounds(200, 20_000),
  );
});
