import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isResponse, signRequest, utf8 } from '../../engine/index.ts';
import type { HttpRequest } from '../../engine/index.ts';
import { rounds } from '../support/rounds.ts';
import { start } from '../../testing/platform.ts';

/** Pieces of a query or a form body as people write them, valid or not. */
const piece = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."ab=&+%;:/?!*'()~é☃𝄞 20F"), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }).map(encodeURIComponent),
  fc.constantFrom('%', '%zz', '%c3', '%C3%A9', 'a=b=c', '=', '=x', 'oauth_x=n', '__proto__=1', '\ud800'),
);
const joined = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('&'));
/** Pairs, some of them twice: repeated names and repeated values. */
const written = fc
  .tuple(joined, fc.boolean())
  .map(([text, twice]) => (twice && text !== '' ? `${text}&${text}` : text).replaceAll('#', ''));

/** The base that a platform has, and ways to write it. */
const addresses = fc.constantFrom(
  [
    'https://api.svc.example',
    'https://api.svc.example',
    'HTTPS://API.SVC.EXAMPLE',
    'https://Api.svc.example:443',
  ],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://localhost', 'http://LOCALHOST:80', 'http://localhost'],
  [
    'https://api.svc.example:8443/base',
    'https://api.svc.example:8443/base',
    'https://API.svc.example:8443/base',
  ],
  ['https://[::1]:9000', 'https://[::1]:9000'],
);

const calls = fc.record({
  base: addresses.chain(([base, ...ways]) =>
    fc.record({ base: fc.constant(base), way: fc.constantFrom(...ways) }),
  ),
  target: fc.constantFrom(
    ['GET', '/2/users/me'],
    ['HEAD', '/2/users/me/'],
    ['GET', '/2/users/by/username/mira%5Fholm'],
    ['DELETE', '/2/posts/1'],
    ['POST', '/2/posts'],
    ['POST', '/oauth2/invalidate_token'],
  ),
  query: written,
  body: fc.option(written),
  type: fc.constantFrom(
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-Urlencoded ; a=b',
    'text/plain',
  ),
});

/** A request with a protocol parameter twice in one place cannot be signed (RFC 5849 3.1). */
const repeats = (text: string): boolean => text.split('&').filter((each) => each === 'oauth_x=n').length > 1;

test('the platform accepts whatever signRequest signs', async () => {
  const platforms = new Map<string, ReturnType<typeof start>>();
  let nonce = 0;
  await fc.assert(
    fc.asyncProperty(calls, async ({ base: { base, way }, target: [method, path], query, body, type }) => {
      const starting = platforms.get(base) ?? start({ baseUrl: base, logSize: 1 });
      platforms.set(base, starting);
      const { platform, as } = await starting;
      const request: HttpRequest = {
        method: method,
        url: `${way}${path}${query && '?'}${query}`,
        headers: [['Content-Type', type]],
        ...(body !== null && { body: utf8(body) }),
      };
      const { authorization } = signRequest(request, as.credential('oauth1', 'Northwind Reader'), {
        nonce: `n${nonce++}`,
        timestamp: Math.floor(platform.clock.now() / 1000),
      });
      const outcome = await platform.handle({
        ...request,
        headers: [...request.headers, ['Authorization', authorization]],
      });
      const [exchange] = platform.exchanges.list();
      expect(!isResponse(outcome) ? 0 : outcome.status, JSON.stringify(exchange?.trace)).not.toBe(401);
      const form = type.startsWith('text') ? '' : (body ?? '');
      const isClash = repeats(query) || repeats(form);
      if (isClash) expect(isResponse(outcome) && outcome.status).toBe(400);
      expect(exchange?.userId).toBe(isClash ? null : '2244994945');
    }),
    rounds(500, 20_000),
  );
});
