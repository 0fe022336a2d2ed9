import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rounds } from '../../../../tests/support/rounds.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { WebStorage } from '../../../../tests/support/web-storage.ts';
import { DoctorDesk } from '../desk.svelte.ts';
import { keepDesk } from './kept-desk.ts';
import { keptOf, parseKept, writeKept } from './kept-request.ts';
import type { RequestFields } from './kept-request.ts';

const request: RequestFields = {
  method: 'POST',
  url: 'https://shop.example/a?b=c+d%2f',
  contentType: 'application/x-www-form-urlencoded',
  body: 'text=caf%C3%A9',
  others: [
    ['Accept', '*/*'],
    ['Cookie', 'sid=1'],
    ['X-Api-Key', 'k'],
  ],
  authorization: 'OAuth oauth_consumer_key="ck", oauth_nonce="n", oauth_token="tk", oauth_signature="s%3D"',
};

describe('what is kept of a request', () => {
  it('is its fields as they were written, without token, signature and other secrets', () => {
    expect(keptOf(request)).toEqual({
      ...request,
      others: [['Accept', '*/*']],
      authorization: 'OAuth oauth_consumer_key="ck", oauth_nonce="n"',
      left: 'header',
    });
    const left = (change: Partial<RequestFields>) => keptOf({ ...request, ...change }).left;
    expect(left({ authorization: '' })).toBe('nowhere');
    expect(left({ authorization: 'Bearer abc' })).toBe('rest');
    expect(left({ body: 'text=a&password=b' })).toBe('rest');
    expect(left({ url: 'https://mira:pw@shop.example/a' })).toBe('rest');
    expect(left({ url: `${request.url}&oauth_signature=a` })).toBe('rest');
    expect(left({ contentType: 'text/plain', body: 'a' })).toBe('rest');
    expect(left({ contentType: 'application/json', body: '{"a":[{"b":1}]}' })).toBe('header');
    expect(left({ contentType: 'application/json', body: '{"a":[{"access_token":1}]}' })).toBe('rest');
  });

  it('has no secret in it, wherever the request had one', () => {
    const secret = 'ZZsecretZZ';
    const name = fc.constantFrom(
      'oauth_token',
      'oauth_signature',
      'access_token',
      'client_secret',
      'password',
      'api_key',
      'code',
    );
    const pair = fc
      .tuple(name, fc.constantFrom('', '+', '%20'))
      .map(([each, more]) => `${each}=${secret}${more}`);
    const form = fc
      .array(fc.oneof(pair, fc.constant('a=b')), { maxLength: 4 })
      .map((pairs) => pairs.join('&'));
    const body = fc.oneof(
      form,
      name.map((each) => JSON.stringify({ a: [{ [each]: secret }] })),
    );
    const authorization = fc.oneof(
      name.map((each) => `OAuth a="b", ${each}="${secret}"`),
      fc.constantFrom(`Bearer ${secret}`, `Basic ${secret}`, `OAuth ${secret}`),
    );
    const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', '');
    fc.assert(
      fc.property(
        form,
        body,
        authorization,
        type,
        fc.boolean(),
        (query, text, header, contentType, isUser) => {
          const url = `https://${isUser ? `${secret}@` : ''}shop.example/a?${query}#${secret}`;
          const kept = keptOf({ ...request, url, body: text, authorization: header, contentType });
          expect(writeKept([kept])).not.toContain(secret);
          expect(parseKept(writeKept([kept]))).toEqual([kept]);
        },
      ),
      rounds(200, 5_000),
    );
  });

  it('is bounded, and stored data is read only if it is complete', () => {
    const large = keptOf({ ...request, body: `text=${'x'.repeat(60_000)}` });
    const kept = parseKept(writeKept([keptOf(request), large, large, large, large]));
    expect(kept).toEqual([large, large, large]);
    for (const text of [
      null,
      '',
      '[]',
      '{}',
      'x'.repeat(300_000),
      JSON.stringify({ version: 2, requests: [keptOf(request)] }),
    ])
      expect(parseKept(text)).toEqual([]);
    for (const change of [
      { method: 1 },
      { url: null },
      { others: ['a'] },
      { others: [['a', 1]] },
      { left: 'x' },
      { body: {} },
    ])
      expect(
        parseKept(JSON.stringify({ version: 1, requests: [{ ...keptOf(request), ...change }] })),
      ).toEqual([]);
    const planted = JSON.stringify({
      version: 1,
      requests: [{ ...keptOf(request), authorization: 'Bearer abc' }],
    });
    expect(parseKept(planted)[0]?.authorization).toBe('');
  });
});

describe('lift 5: the desk after a reload', () => {
  let held: WebStorage;
  const curl = `curl 'https://shop.example/a' -H 'Authorization: ${request.authorization}'`;

  beforeEach(() => {
    held = new WebStorage();
    vi.stubGlobal('location', { pathname: '/play/' });
    vi.stubGlobal('sessionStorage', held);
  });

  const reloaded = async (...texts: readonly string[]) => {
    const session = await openSession();
    const desk = new DoctorDesk(session);
    for (const text of texts) desk.take(text);
    keepDesk(desk.kept);
    await desk.doctor.whenLoaded;
    return new DoctorDesk(session);
  };

  it('asks for the header, and is complete with it', async () => {
    const desk = await reloaded(curl);
    const [one] = desk.requests;
    expect([one?.url, one?.consumerKey, one?.lacks, one?.comparable]).toEqual([
      'https://shop.example/a',
      'ck',
      'header',
      null,
    ]);
    keepDesk(desk.kept);
    expect(Object.values(held.texts).join('')).toContain('"left":"header"');
    desk.take('OAuth oauth_consumer_key="ck", oauth_token="tk", oauth_signature="s%3D"');
    expect(desk.requests).toHaveLength(1);
    expect([one?.tokenName, one?.lacks]).toEqual(['tk', 'consumer secret']);
  });

  it('replaces an incomplete request when it is pasted again', async () => {
    const other = `curl 'https://other.example/a' -H 'Authorization: ${request.authorization}'`;
    const desk = await reloaded(`${curl} -d 'password=1'`, other);
    expect(desk.requests.map(({ lacks }) => lacks)).toEqual(['rest', 'header']);
    desk.take(`${curl} -d 'password=1'`);
    expect(desk.requests.map(({ host, lacks }) => `${host} ${lacks}`)).toEqual([
      'other.example header',
      'shop.example consumer secret',
    ]);
  });

  it('forgets what was removed', async () => {
    const desk = await reloaded(curl);
    desk.remove(desk.currentId!);
    keepDesk(desk.kept);
    expect(held.length).toBe(1); // the rules of the host
  });
});
