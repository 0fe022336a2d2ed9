import { describe, expect, it } from 'vitest';
import { decodeForm, signRequest } from '../../../../../worker/api.ts';
import { charactersOf, reasonsFor, shownAs } from './encoding.ts';

const signed = (query: string) => {
  const { steps } = signRequest(
    { method: 'GET', url: `https://api.svc.example/2/posts?${query}`, headers: [] },
    { consumer_key: 'k', consumer_secret: 's' },
    { nonce: 'n', timestamp: 1 },
  );
  const parameter = steps.parameters.find(({ name }) => name === 'query')!;
  return { parameter, baseString: steps.baseString };
};

describe('Lift 4: why a value stands in the base string as it does', () => {
  it.each([
    'harbour%20caf%C3%A9',
    '100%25%20%26%20more',
    "it's%20(so)*!",
    '%E6%BC%81%E6%B8%AF%20%F0%9F%9A%A2',
    'a~b-c_d.e',
    '%A0%FF',
    '',
    'x'.repeat(40),
  ])('the columns of %s are what the signer made of it', (encoded) => {
    const { parameter, baseString } = signed(`query=${encoded}`);
    const columns = charactersOf(decodeForm(`query=${encoded}`)[0]![1]);
    expect(columns.map((each) => each.encoded).join('')).toBe(parameter.encodedValue);
    expect(baseString).toMatch(`query%3D${columns.map((each) => each.again).join('')}`);
  });

  it('a character is followed from its bytes to the base string', () => {
    const [, , , last] = charactersOf('café');
    expect(last).toEqual({
      typed: 'é',
      bytes: 'C3 A9',
      encoded: '%C3%A9',
      again: '%25C3%25A9',
      isKept: false,
    });
    expect(reasonsFor(last!)).toEqual([
      '`é` is 2 bytes in UTF-8: `C3 A9`',
      'each becomes `%` and two hex digits: `%C3%A9`',
      'in the base string `%` is encoded too and becomes `%25`: `%25C3%25A9`',
    ]);
  });

  it('an emoji is one column for each of its characters, an apostrophe is encoded', () => {
    expect(charactersOf('🚢').map(({ bytes }) => bytes)).toEqual(['F0 9F 9A A2']);
    expect(charactersOf('👩‍🚀').map(shownAs)).toEqual(['👩', 'U+200D', '🚀']);
    expect(charactersOf("'").map(({ again }) => again)).toEqual(['%2527']);
  });

  it('a long run that stays as it is is one column, and what has no shape has a name', () => {
    const columns = charactersOf(`${'a'.repeat(38)} b\n\u0301\udcff`);
    expect(columns.map(shownAs)).toEqual(['38 characters', 'space', 'b', 'line feed', 'U+0301', 'byte FF']);
    const [run, space, kept, , , stray] = columns.map(reasonsFor);
    expect(run).toEqual(['These 38 characters stay as they are in both steps.']);
    expect(space![0]).toBe('`space` is one byte in UTF-8: `20`');
    expect(kept).toEqual(['`b` stays as it is in both steps.']);
    expect(stray![0]).toBe('`FF` is no text in UTF-8');
  });
});
