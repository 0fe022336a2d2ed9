/** What went wrong where clients get and end tokens: faults A5, A6, A7, A9, A10, A14, A16 and A17. */
import { describe, expect, test } from 'vitest';
import { encodeForm, utf8 } from '../../../engine/inside.ts';
import type { HeaderList } from '../../../engine/index.ts';
import { code_verifier, openLegs } from '../../../testing/legs.ts';
import { basicOf } from '../../../testing/platform.ts';
import type { Answer } from '../../../testing/platform.ts';

const token = '/2/oauth2/token';
const revoke = '/2/oauth2/revoke';
const formType: HeaderList = [['Content-Type', 'application/x-www-form-urlencoded']];
const error = (answer: Answer) => [answer.status, answer.json['error']];
const remarks = (answer: Answer) =>
  answer.exchange.trace.filter(({ verb }) => verb === 'Remarked').map(({ text }) => text);

async function world(appName = 'Northwind Reader') {
  const legs = await openLegs(appName);
  const { as, client, callback } = legs;
  const basic = (secret = client.client_secret ?? '') =>
    as.raw(basicOf({ consumer_key: client.client_id, consumer_secret: secret }));
  const codeOf = async () => (await legs.consent()).parameter('code')!;
  const grant = async (): Promise<[string, string][]> => [
    ['grant_type', 'authorization_code'],
    ['code', await codeOf()],
    ['redirect_uri', callback],
    ['code_verifier', code_verifier],
  ];
  const send = (who: typeof as.anonymous, pairs: readonly (readonly [string, string])[], path = token) =>
    who.send({ method: 'POST', path, headers: formType, body: utf8(encodeForm(pairs)) });
  return { ...legs, basic, codeOf, grant, send };
}

describe('A5: a code redeemed again after hours was unknown, and what it gave lived on', () => {
  test('its second use ends what it gave, for as long as that lives', async () => {
    const { platform, consent, redeem, refresh } = await world();
    const code = (await consent()).parameter('code')!;
    let last = (await redeem(code)).json['refresh_token'] as string;
    for (let days = 0; days < 170; days += 34) {
      await platform.clock.advance(34 * 86_400_000);
      last = (await refresh(last)).json['refresh_token'] as string;
    }
    const again = await redeem(code);
    expect([...error(again), again.because]).toEqual([
      400,
      'invalid_grant',
      'the code was used before; what it gave is revoked now',
    ]);
    expect(error(await refresh(last))).toEqual([400, 'invalid_grant']);
    await platform.clock.advance(2 * 3_600_000);
    expect(platform.snapshot().tables['authorization_codes']).toEqual([]);
  });

  test('without a refresh token it is forgotten when the access token is', async () => {
    const { platform, consent, redeem } = await world();
    await redeem((await consent({ scope: 'users.read' })).parameter('code')!);
    await platform.clock.advance(2 * 3_600_000);
    expect(platform.snapshot().tables['authorization_codes']).toHaveLength(1);
    await platform.clock.advance(2 * 3_600_000);
    expect(platform.snapshot().tables['authorization_codes']).toEqual([]);
  });
});

describe('A6: a wrong Basic was challenged with Bearer', () => {
  test('a 401 names the scheme that was used; without one, that which is taken', async () => {
    const { as, basic, client } = await world();
    const realm = 'realm="https://api.svc.example"';
    const challengeOf = async (who: typeof as.anonymous, form: Record<string, string> = {}) => {
      const answer = await who.send({ method: 'POST', path: token, form });
      expect(error(answer)).toEqual([401, 'invalid_client']);
      return answer.header('www-authenticate');
    };
    expect(await challengeOf(basic('wrong'))).toBe(`Basic ${realm}`);
    expect(await challengeOf(as.anonymous)).toBe(`Basic ${realm}`);
    expect(await challengeOf(as.anonymous, { client_id: client.client_id })).toBe(`Basic ${realm}`);
    expect(await challengeOf(as.user())).toBe(`OAuth ${realm}`);
    expect(await challengeOf(as.bearer())).toBe(`Bearer ${realm}`);
    expect((await as.raw(`Basic ${btoa('a:b')}`).get('/2/users/me')).header('www-authenticate')).toBe(
      `Basic ${realm}`,
    );
    expect((await as.withBearer('x').get('/2/users/me')).header('www-authenticate')).toBe(
      `Bearer ${realm}, error="invalid_token"`,
    );
  });
});

describe('A7: of a repeated form parameter the last one won', () => {
  test('it is invalid_request at all three token endpoints, and the code is not used up', async () => {
    const { as, basic, send, grant, keys, pkce } = await world();
    const pairs = await grant();
    for (const name of ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'nobody']) {
      const twice = await send(basic(), [...pairs, [name, 'x'], [name, 'x']]);
      expect([...error(twice), twice.because.includes(name)], name).toEqual([400, 'invalid_request', true]);
    }
    const given = await pkce();
    expect(
      error(
        await send(
          basic(),
          [
            ['token', given.access_token],
            ['token', 'x'],
          ],
          revoke,
        ),
      ),
    ).toEqual([400, 'invalid_request']);
    expect((await as.withBearer(given.access_token).get('/2/users/me')).status).toBe(200);
    const app = await send(
      as.raw(basicOf(keys)),
      [
        ['grant_type', 'client_credentials'],
        ['grant_type', 'client_credentials'],
      ],
      '/oauth2/token',
    );
    expect(error(app)).toEqual([400, 'invalid_request']);
    expect((await send(basic(), pairs)).status).toBe(200);
  });
});

describe('A9: more than one way to authenticate was accepted (RFC 6749 2.3)', () => {
  test('two headers, Basic with a secret in the body, Basic with another client_id', async () => {
    const { as, basic, send, grant, client, redeem, codeOf } = await world();
    const pairs = await grant();
    const secret = ['client_secret', client.client_secret!] as const;
    const other = as.credential('client', 'Harbour Desk').client_id;
    expect(error(await send(basic(), [...pairs, secret]))).toEqual([400, 'invalid_request']);
    expect(error(await send(basic(), [...pairs, ['client_id', other]]))).toEqual([400, 'invalid_request']);
    const two = await basic().send({
      method: 'POST',
      path: token,
      headers: [...formType, ['authorization', 'Bearer x']],
      body: utf8(encodeForm(pairs)),
    });
    expect(error(two)).toEqual([400, 'invalid_request']);
    expect(
      (await send(basic(), [...pairs, ['client_id', client.client_id], ['client_secret', '']])).status,
    ).toBe(200);
    expect((await redeem(await codeOf())).status).toBe(200);
  });
});

describe('A10: what six client libraries send was refused', () => {
  test('a confidential client’s secret in the body is taken, with a remark', async () => {
    const { as, send, grant, client } = await world();
    const by = (secret: string): [string, string][] => [
      ['client_id', client.client_id],
      ['client_secret', secret],
    ];
    expect(error(await send(as.anonymous, [...(await grant()), ...by('wrong')]))).toEqual([
      401,
      'invalid_client',
    ]);
    const taken = await send(as.anonymous, [...(await grant()), ...by(client.client_secret!)]);
    expect(taken.status).toBe(200);
    expect(remarks(taken)).toEqual([expect.stringContaining('Basic is better')]);
  });

  test('a public client’s Basic with an empty password is taken, with a remark', async () => {
    const { basic, send, grant, as, client } = await world('Northwind Viewer');
    expect(client.client_secret).toBeNull();
    const taken = await send(basic(''), await grant());
    expect(taken.status).toBe(200);
    expect(remarks(taken)).toEqual([expect.stringContaining('`client_id` in the body is better')]);
    const usual = await send(as.anonymous, [...(await grant()), ['client_id', client.client_id]]);
    expect([usual.status, remarks(usual)]).toEqual([200, []]);
    expect(error(await send(basic('x'), await grant()))).toEqual([401, 'invalid_client']);
    expect(
      error(
        await send(as.anonymous, [
          ...(await grant()),
          ['client_id', client.client_id],
          ['client_secret', 'x'],
        ]),
      ),
    ).toEqual([401, 'invalid_client']);
  });
});

test('A14: revoking another client’s token answered that it was revoked', async () => {
  const { as, pkce, refresh, byClient } = await world();
  const mine = await pkce();
  const viewer = as.credential('client', 'Northwind Viewer');
  for (const each of [mine.access_token, mine.refresh_token]) {
    const form = { token: each, client_id: viewer.client_id };
    expect(error(await as.anonymous.send({ method: 'POST', path: revoke, form }))).toEqual([
      400,
      'unauthorized_client',
    ]);
  }
  expect((await as.withBearer(mine.access_token).get('/2/users/me')).status).toBe(200);
  expect((await byClient(revoke, { token: 'unknown' })).json).toEqual({ revoked: true });
  expect((await refresh(mine.refresh_token)).status).toBe(200);
});

describe('A16: small things of RFC 6749 5', () => {
  const endpoints = async () => {
    const legs = await world();
    const app = legs.as.raw(basicOf(legs.keys));
    return {
      ...legs,
      all: [
        [token, legs.basic()],
        [revoke, legs.basic()],
        ['/oauth2/token', app],
      ] as const,
    };
  };

  test('every failure has `error`, whatever its status, and every answer is kept from caches', async () => {
    const { all, platform } = await endpoints();
    const plain = platform.baseUrl.replace('https:', 'http:');
    const body = utf8('grant_type=x');
    for (const [path, who] of all) {
      const post = (more: Partial<Parameters<typeof who.send>[0]>) =>
        who.send({ method: 'POST', path, headers: formType, body, ...more });
      const answers: [number, Promise<Answer>][] = [
        [path === '/oauth2/token' ? 403 : 400, post({})],
        [400, post({ body: utf8('a=%FF') })],
        [405, who.get(path)],
        [413, post({ body: new Uint8Array(8 * 1024 * 1024 + 1) })],
        [414, post({ path: `${path}?x=${'x'.repeat(9000)}` })],
        [415, post({ headers: [['Content-Type', 'application/json']] })],
        [415, post({ headers: [...formType, ['Content-Encoding', 'gzip']] })],
        [403, post({ path: `${plain}${path}` })],
      ];
      for (const [status, each] of answers) {
        const answer = await each;
        expect(
          [answer.status, typeof answer.json['error'], answer.json.errors.length > 0],
          `${path} ${status}`,
        ).toEqual([status, 'string', true]);
        expect(answer.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
        expect([answer.header('cache-control'), answer.header('pragma')]).toEqual(['no-store', 'no-cache']);
      }
    }
  });

  test('a success is kept from caches too, those of HTTP/1.0 among them', async () => {
    const { basic, send, grant, as, keys, refresh } = await world();
    const given = await send(basic(), await grant());
    const refreshed = await refresh(given.json['refresh_token'] as string);
    const revoked = await send(basic(), [['token', refreshed.json.access_token]], revoke);
    const app = await send(as.raw(basicOf(keys)), [['grant_type', 'client_credentials']], '/oauth2/token');
    for (const answer of [given, refreshed, revoked, app])
      expect([answer.status, answer.header('cache-control'), answer.header('pragma')], answer.text).toEqual([
        200,
        'no-store',
        'no-cache',
      ]);
  });

  test('code 416, of a suspended App, has `error` as well', async () => {
    const { platform, app, all } = await endpoints();
    await platform.do('portal.setSuspended', app().id, true);
    for (const [path, who] of all) {
      const answer = await who.send({
        method: 'POST',
        path,
        form: { grant_type: 'client_credentials', token: 'x' },
      });
      expect([answer.status, answer.code], path).toEqual([401, 416]);
      expect(answer.json['error'], path).toBe('invalid_client');
      expect([answer.header('cache-control'), answer.header('pragma')], path).toEqual([
        'no-store',
        'no-cache',
      ]);
    }
  });

  test('429 and its 403 say that it may be tried again', async () => {
    const { all, send } = await endpoints();
    for (const [path, who] of all) {
      let answer = await send(who, [], path);
      for (let call = 0; call < 300; call++) answer = await send(who, [], path);
      expect(error(answer), path).toEqual([path === '/oauth2/token' ? 403 : 429, 'temporarily_unavailable']);
    }
  });

  test('an empty parameter counts as absent, an unknown one is ignored, in the query too', async () => {
    const { basic, send, grant, codeOf, redeem, refresh, as, keys } = await world();
    const given = (await redeem(await codeOf())).json['refresh_token'] as string;
    expect((await refresh(given, { scope: '', nobody: 'x' })).status).toBe(200);
    expect(error(await send(basic(), [['grant_type', '']]))).toEqual(error(await send(basic(), [])));
    expect(error(await send(basic(), [['grant_type', 'password']]))).toEqual([400, 'unsupported_grant_type']);
    expect((await send(basic(), [...(await grant()), ['audience', 'x']], `${token}?utm=1`)).status).toBe(200);
    const app = as.raw(basicOf(keys));
    expect(
      (
        await send(
          app,
          [
            ['grant_type', 'client_credentials'],
            ['scope', ''],
          ],
          '/oauth2/token?x=1',
        )
      ).status,
    ).toBe(200);
    const [empty, absent] = [
      await send(app, [['grant_type', '']], '/oauth2/token'),
      await send(app, [], '/oauth2/token'),
    ];
    expect([empty.status, empty.text]).toEqual([403, absent.text]);
    expect([error(absent)[1], error(await send(app, [['grant_type', 'x']], '/oauth2/token'))[1]]).toEqual([
      'invalid_request',
      'unsupported_grant_type',
    ]);
  });

  test('error_description keeps to its characters, whatever is named in it', async () => {
    const { as, send } = await world();
    const answer = await send(as.anonymous, [
      ['é"\\\n', '1'],
      ['é"\\\n', '2'],
    ]);
    expect(error(answer)).toEqual([400, 'invalid_request']);
    expect(answer.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test('a missing response_type is invalid_request, another one unsupported_response_type', async () => {
    const { browser, authorizeQuery } = await world();
    const person = browser();
    const errorOf = async (response_type: string | null) =>
      (await person.open(authorizeQuery({ response_type }))).parameter('error');
    expect([await errorOf(null), await errorOf(''), await errorOf('token')]).toEqual([
      'invalid_request',
      'invalid_request',
      'unsupported_response_type',
    ]);
  });
});

describe('A17: words that named another fault than the one there was', () => {
  test('a verifier of 171 characters, or of others, is refused as that', async () => {
    const { codeOf, redeem } = await world();
    const code = await codeOf();
    const because = async (verifier: string) => {
      const answer = await redeem(code, { code_verifier: verifier });
      expect(error(answer)).toEqual([400, 'invalid_grant']);
      return answer.json['error_description'];
    };
    expect(await because('x'.repeat(171))).toBe(
      'code_verifier has 171 characters; RFC 7636 4.1 asks for 43 to 128',
    );
    expect(await because('x'.repeat(42))).toContain('has 42 characters');
    expect(await because('é'.repeat(43))).toContain('characters beyond letters');
    expect(await because('x'.repeat(43))).toContain('does not lead to the code_challenge');
    expect((await redeem(code)).status).toBe(200);
  });

  test('a JSON body is refused by its content type, not as if nothing were in it', async () => {
    const { as, client, basic } = await world();
    for (const who of [as.anonymous, basic()]) {
      const json = await who.send({ method: 'POST', path: token, json: { client_id: client.client_id } });
      expect([...error(json), json.code]).toEqual([415, 'invalid_request', 25]);
      expect(json.json.errors[0]!.message).toBe(
        'Unsupported content type application/json: application/x-www-form-urlencoded is expected',
      );
      expect(json.json['error_description']).toContain('application/json');
    }
  });
});
