import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeForm, signRequest, utf8 } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import { originOf, segments, stringSegments } from './segments.ts';
import { rounds } from '../../../../tests/support/rounds.ts';

const credentials = {
  consumer_key: 'key',
  consumer_secret: 'cs',
  oauth_token: 'token',
  oauth_token_secret: 'ts',
};
const sign = (request: HttpRequest) =>
  signRequest(request, credentials, { nonce: 'n', timestamp: 1_772_444_472 }).steps;
const word = fc.string({ unit: fc.constantFrom('a', '&', '=', '%', '%26', '+', 'é', '🙂', ' ', '') });

describe('segments', () => {
  it('names where each part came from', () => {
    const body = utf8('b=2');
    const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
    const cut = segments(sign({ method: 'post', url: 'https://api.svc.example/x?a=1', headers, body }));
    expect(cut.slice(0, 5).map(({ origin, text }) => `${origin} ${text}`)).toEqual([
      'M POST',
      'U https%3A%2F%2Fapi.svc.example%2Fx',
      'Q a%3D1',
      'B b%3D2',
      'O oauth_consumer_key%3Dkey',
    ]);
  });
  it('is the base string again when joined, with one segment for each parameter in order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word)), fc.array(fc.tuple(word, word)), (query, form) => {
        const steps = sign({
          method: 'POST',
          url: `https://api.svc.example/x?${encodeForm(query)}`,
          headers: [['Content-Type', 'application/x-www-form-urlencoded']],
          body: utf8(encodeForm(form)),
        });
        const cut = segments(steps);
        expect(cut.map(({ separator, text }) => separator + text).join('')).toBe(steps.baseString);
        for (const { start, text } of cut) expect(steps.baseString.startsWith(text, start)).toBe(true);
        expect(cut.slice(2).map(({ origin }) => origin)).toEqual(steps.parameters.map(originOf));
        const once = stringSegments(steps);
        expect(once.map(({ separator, text }) => separator + text).join('')).toBe(steps.parameterString);
        for (const { start, text } of once) expect(steps.parameterString.startsWith(text, start)).toBe(true);
        expect(once.map(({ parameter }) => parameter)).toEqual(
          cut.slice(2).map(({ parameter }) => parameter),
        );
      }),
      rounds(200, 4000),
    );
  });
});
