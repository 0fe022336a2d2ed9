/**
 * Which signatures are accepted, and how others are refused (RFC 5849 3; choices: o1-collect, octets, o1-transport).
 */
import { describe, expect, test } from 'vitest';
import type { HeaderList, HttpRequest } from '../../engine/index.ts';
import { fieldsOf, openLegs } from '../../testing/legs.ts';
import { basicOf, start, toRequest } from '../../testing/platform.ts';
import type { Answer, CredentialOf } from '../../testing/platform.ts';
import { signByHand } from '../support/sign-by-hand.ts';
import type { Chosen } from '../support/sign-by-hand.ts';

const me = '/2/users/me';
const form = 'application/x-www-form-urlencoded';
const of = (answer: Answer) => [answer.status, answer.code];
const lines = (answer: Answer) => answer.exchange.trace.map(({ verb, text }) => `${verb} ${text}`);

async function world() {
  const { platform, as } = await start();
  const user: CredentialOf<'oauth1'> = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
  const tokens = { oauth_consumer_key: user.consumer_key, oauth_token: user.oauth_token };
  const secrets = [user.consumer_secret, user.oauth_token_secret] as const;
  const call = (
    path: string,
    chosen: Partial<Chosen> = {},
    method = 'GET',
    more: Partial<HttpRequest> = {},
  ) => {
    const given = { header: tokens, secrets, ...chosen };
    return as.raw(signByHand(platform.clock.now(), method, platform.baseUrl + path, given)).send({
      method,
      path,
      ...(more.headers && { headers: more.headers }),
      ...(more.body && { body: more.body }),
    });
  };
  return { platform, as, user, tokens, secrets, call };
}

describe('a token in both header and query (RFC 5849 3.4.1.3.1)', () => {
  test('both signings are accepted, and the X-ray says which was used', async () => {
    const { call, tokens } = await world();
    const path = `${me}?oauth_token=${tokens.oauth_token}`;
    const once = await call(path);
    expect([once.status, lines(once).find((line) => line.startsWith('Collected'))]).toEqual([
      200,
      'Collected `oauth_token` is in the query too; this signature counts it once',
    ]);
    const twice = await call(path, { signed: [`oauth_token=${tokens.oauth_token}`] });
    expect([twice.status, lines(twice).find((line) => line.startsWith('Collected'))]).toEqual([
      200,
      'Collected `oauth_token` is in the query too; this signature counts it wherever it appears',
    ]);
    const thrice = await call(path, {
      signed: Array(2).fill(`oauth_token=${tokens.oauth_token}`) as string[],
    });
    expect(of(thrice)).toEqual([401, 32]);
    const plain = await call(me);
    expect([plain.status, lines(plain).some((line) => line.startsWith('Collected'))]).toEqual([200, false]);
  });

  test('the last step of the flow, with the token in the query as 4.1 shows it, signed either way', async () => {
    for (const isTwice of [false, true]) {
      const { platform, as, keys, askToken, decide } = await openLegs();
      const token = await askToken();
      const oauth_verifier = (await decide(token)).parameter('oauth_verifier')!;
      const path = `/oauth/access_token?oauth_token=${token.oauth_token}&oauth_verifier=${oauth_verifier}`;
      const authorization = signByHand(platform.clock.now(), 'POST', platform.baseUrl + path, {
        header: { oauth_consumer_key: keys.consumer_key, oauth_token: token.oauth_token },
        signed: [
          ...(isTwice ? [`oauth_token=${token.oauth_token}`] : []),
          `oauth_verifier=${oauth_verifier}`,
        ],
        secrets: [keys.consumer_secret, token.oauth_token_secret],
      });
      const answer = await as.raw(authorization).post(path);
      expect([answer.status, fieldsOf(answer)['screen_name']]).toEqual([200, 'jonas_berg']);
    }
  });
});

test('a parameter called realm is signed, unless it is in the header (RFC 5849 3.4.1.3.1)', async () => {
  const { call } = await world();
  // After the signature check, the parameter is unknown to the endpoint.
  expect((await call(`${me}?realm=Photos`, { signed: ['realm=Photos'] })).status).toBe(400);
  expect(of(await call(`${me}?realm=Photos`))).toEqual([401, 32]);
});

describe('repeated parameters (RFC 5849 3.1)', () => {
  test('a protocol parameter with different values in header and query, or in query and body, is 400 with code 215', async () => {
    const { call } = await world();
    for (const query of [
      'oauth_token=another',
      'oauth_nonce=x',
      'oauth_callback=a&oauth_callback=a',
      'oauth_x=1&oauth_x=2',
    ]) {
      const answer = await call(`${me}?${query}`, { signed: query.split('&') });
      expect(of(answer), query).toEqual([400, 215]);
      expect(answer.because).toMatch(/RFC 5849 3\.1/);
    }
    const body = new TextEncoder().encode('oauth_callback=b');
    const headers: HeaderList = [['Content-Type', form]];
    const answer = await call(
      '/2/posts?oauth_callback=a',
      { signed: ['oauth_callback=a', 'oauth_callback=b'] },
      'POST',
      {
        headers,
        body,
      },
    );
    expect(of(answer)).toEqual([400, 215]);
    expect(answer.because).toBe(
      '`oauth_callback` has one value in the query and another in the body (RFC 5849 3.1)',
    );
  });

  test('other parameters may repeat', async () => {
    const { call } = await world();
    const query = 'ids=2244994945&ids=2244994946';
    expect((await call(`/2/users?${query}`, { signed: query.split('&') })).status).toBe(200);
  });
});

describe('octets that are not UTF-8 (choice: octets)', () => {
  test('?a=%FF signed as octets verifies, and then the parameter is refused', async () => {
    const { call } = await world();
    for (const octets of ['%FF', '%C3', '%ED%A0%80', 'x%F5y', '%C3%28']) {
      const signed = octets.replace('%28', '%28');
      const answer = await call(`${me}?a=${octets}`, { signed: [`a=${signed}`] });
      expect(
        lines(answer).some((line) => line.startsWith('Authenticated')),
        octets,
      ).toBe(true);
      expect(of(answer), octets).toEqual([400, 214]);
      expect(answer.json.errors[0]!.message).toContain(`value [${octets}] has octets that are not UTF-8`);
    }
  });

  test('a signature for one value is valid for no other', async () => {
    const { call } = await world();
    for (const [sent, signed] of [
      ['%FE', '%EF%BF%BD'],
      ['%FE', '%FF'],
      ['%EF%BF%BD', '%FF'],
      ['%C3', '%EF%BF%BD'],
    ] as const)
      expect(of(await call(`${me}?a=${sent}`, { signed: [`a=${signed}`] })), sent).toEqual([401, 32]);
  });

  test('U+FFFD itself, a byte order mark and escapes in any letter case work as before', async () => {
    const { call } = await world();
    for (const [sent, signed] of [
      ['%EF%BF%BD', '%EF%BF%BD'],
      ['%ef%bb%bfx', '%EF%BB%BFx'],
    ] as const)
      expect(
        (
          await call(
            `/oauth/request_token?oauth_callback=oob&a=${sent}`,
            { signed: ['oauth_callback=oob', `a=${signed}`] },
            'POST',
          )
        ).because,
        sent,
      ).toContain('the call uses OAuth 1.0a user context');
  });

  test('bodies, paths and the header likewise', async () => {
    const { call, as, tokens } = await world();
    const body = Uint8Array.from([...new TextEncoder().encode('a='), 0xff]);
    const headers: HeaderList = [['Content-Type', form]];
    const signedBody = await call('/1.1/oauth/invalidate_token', { signed: ['a=%FE'] }, 'POST', {
      headers,
      body,
    });
    expect(of(signedBody)).toEqual([401, 32]);
    expect(of(await as.bearer().get('/2/users/by/username/%FF'))).toEqual([400, 214]);
    expect(of(await as.bearer().get('/2/users?ids=1&%FF=2'))).toEqual([400, 214]);
    const raw = await as.basic().send({
      method: 'POST',
      path: '/oauth2/token',
      headers,
      body: Uint8Array.from([...new TextEncoder().encode('grant_type=client_credentials&a='), 0xff]),
    });
    expect(of(raw)).toEqual([400, 214]);
    const inHeader = await call(me, { header: { ...tokens, extra: '\udcff' } });
    expect(of(inHeader)).toEqual([400, 215]);
    expect(inHeader.because).toContain('octets that are not UTF-8');
  });
});

describe('refusals name the fault', () => {
  test('a control character in a nonce is named as one, not as a character beyond ASCII', async () => {
    const { call, tokens } = await world();
    const nonce = async (oauth_nonce: string) =>
      (await call(me, { header: { ...tokens, oauth_nonce } })).because;
    expect(await nonce('a\u0007b')).toContain('has a control character');
    expect(await nonce('nön')).toContain('has characters beyond ASCII');
  });

  test('a signature in query or body is refused with the hint that it belongs in the header (choice: o1-transport)', async () => {
    const { as } = await world();
    const query = await as.anonymous.get(`${me}?oauth_consumer_key=x&oauth_signature=abc`);
    expect(of(query)).toEqual([400, 215]);
    expect(query.json.errors[0]!.message).toContain('taken from the Authorization header alone');
    expect(query.because).toContain('`oauth_signature` is in the query');
    const encoded = await as.bearer().get(`/2/users/2244994945?oauth%5Fsignature=abc`);
    expect(of(encoded)).toEqual([400, 215]);
    const body = await as.anonymous.send({
      method: 'POST',
      path: '/oauth/request_token',
      form: { oauth_signature: 'abc' },
    });
    expect([...of(body), body.because]).toEqual([400, 215, expect.stringContaining('is in the form body')]);
  });
});

describe('the scheme (choice: transport)', () => {
  test('bearer, signed and Basic calls are 403 with code 92 everywhere; without credentials the answer says what is missing', async () => {
    const { platform, as } = await world();
    const plain = platform.baseUrl.replace('https:', 'http:');
    const path = `${plain}/2/users/2244994945`;
    for (const client of [as.bearer(), as.user(), as.basic(), as.raw('nonsense')])
      expect(of(await client.get(path))).toEqual([403, 92]);
    expect((await as.bearer().get(path)).because).toContain('with credentials in it');
    expect(of(await as.anonymous.get(path))).toEqual([400, 215]);
    expect((await as.bearer().get('/2/users/2244994945')).status).toBe(200);
  });

  test('the other way round: an http base accepts no https call', async () => {
    const { platform, as } = await start({ baseUrl: 'http://127.0.0.1:8080/base' });
    expect((await as.bearer().get('/2/users/2244994945')).status).toBe(200);
    expect(
      of(await as.bearer().get(`${platform.baseUrl.replace('http:', 'https:')}/2/users/2244994945`)),
    ).toEqual([403, 92]);
  });
});

describe('the Authorization header', () => {
  test('two of them are refused at every endpoint, including the token endpoints', async () => {
    const { platform, as, keys } = await openLegs();
    const second: HeaderList = [['authorization', basicOf(keys)]];
    for (const path of [me, '/oauth2/token', '/2/oauth2/token', '/2/oauth2/revoke']) {
      const method = path === me ? 'GET' : 'POST';
      const answer = await as.raw(basicOf(keys)).send({ method, path, headers: second });
      expect(answer.status, path).toBe(path === '/oauth2/token' ? 403 : 400);
      expect(answer.because, path).toContain('two Authorization headers');
    }
    expect(toRequest(platform, { path: me }).headers).toEqual([]);
  });
});
