/** What the token endpoints accept, with which authentication, and how they refuse (choices: pkce-token, pkce-errors). */
import { describe, expect, test } from 'vitest';
import { encodeForm, s256, utf8 } from '../../../inside.ts';
import type { HeaderList } from '../../../index.ts';
import { code_verifier, openLegs } from '../../../../testing/legs.ts';
import { basicOf } from '../../../../testing/platform.ts';
import type { Answer, Client } from '../../../../testing/platform.ts';

const token = '/2/oauth2/token';
const revoke = '/2/oauth2/revoke';
const formType: HeaderList = [['Content-Type', 'application/x-www-form-urlencoded']];
const jsonType: HeaderList = [['Content-Type', 'application/json;charset=UTF-8']];
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

describe('challenges', () => {
  test('a 401 names the scheme that the client used, else the accepted one', async () => {
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

describe('parameters', () => {
  test('a repeated parameter is invalid_request at all three token endpoints, and the code is not used up', async () => {
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

describe('how a client authenticates (RFC 6749 2.3)', () => {
  test('in exactly one way: not by two headers, Basic and a secret in the body, or Basic and another client_id', async () => {
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

  test('a confidential client’s secret in the body is accepted, with a remark', async () => {
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

  test('a public client’s Basic with an empty password is accepted, with a remark', async () => {
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

describe('answers (RFC 6749 5)', () => {
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

  test('every failure has `error`, with any status, and no answer may be cached', async () => {
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
        [415, post({ headers: [['Content-Type', 'text/plain']] })],
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

  test('a success may not be cached either, even by HTTP/1.0 caches', async () => {
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

  test('code 416, for a suspended App, has `error` too', async () => {
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

  test('429 and its 403 say when to try again', async () => {
    const { all, send } = await endpoints();
    for (const [path, who] of all) {
      let answer = await send(who, [], path);
      for (let call = 0; call < 300; call++) answer = await send(who, [], path);
      expect(error(answer), path).toEqual([path === '/oauth2/token' ? 403 : 429, 'temporarily_unavailable']);
    }
  });

  test('an empty parameter counts as absent and an unknown one is ignored, also in the query', async () => {
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

  test('error_description has only allowed characters, even if it names a value with others', async () => {
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

describe('code verifiers (RFC 7636 4.1)', () => {
  const because = async (verifier: string) => {
    const { codeOf, redeem } = await world();
    const answer = await redeem(await codeOf(), { code_verifier: verifier });
    expect(error(answer)).toEqual([400, 'invalid_grant']);
    return answer.json['error_description'];
  };

  test.each(['S256', 'plain'] as const)('43 to 256 characters are accepted, with %s', async (method) => {
    for (const [length, isRemarked] of [
      [43, false],
      [128, false],
      [129, true],
      [171, true],
      [256, true],
    ] as const) {
      const { consent, redeem } = await world();
      const verifier = 'v'.repeat(length);
      const code_challenge = method === 'plain' ? verifier : s256(verifier);
      const code = (await consent({ code_challenge, code_challenge_method: method })).parameter('code')!;
      const taken = await redeem(code, { code_verifier: verifier });
      const remark = `\`code_verifier\` has ${length} characters and is accepted; RFC 7636 4.1 allows 43 to 128`;
      expect([taken.status, remarks(taken)], `${length}`).toEqual([200, isRemarked ? [remark] : []]);
    }
  });

  test('another length and other characters are refused with that reason', async () => {
    expect(await because('x'.repeat(257))).toBe(
      'code_verifier has 257 characters; RFC 7636 4.1 asks for 43 to 128',
    );
    expect(await because('x'.repeat(42))).toContain('has 42 characters');
    expect(await because('é'.repeat(43))).toContain('characters beyond letters');
    expect(await because('x'.repeat(43))).toContain('does not lead to the code_challenge');
  });
});

describe('bodies', () => {
  const json = (who: Client, value: unknown, path = token) =>
    who.send({ method: 'POST', path, headers: jsonType, body: utf8(JSON.stringify(value)) });

  test('a JSON object of strings is accepted at token and revoke, with a remark, from either kind of client', async () => {
    for (const appName of ['Northwind Reader', 'Northwind Viewer']) {
      const { as, basic, client, grant } = await world(appName);
      const isPublic = client.client_secret === null;
      const own = isPublic ? { client_id: client.client_id } : {};
      const who = isPublic ? as.anonymous : basic();
      const given = await json(who, { ...Object.fromEntries(await grant()), ...own });
      const remark = 'A JSON body is accepted; a form is the standard (RFC 6749 3.2)';
      expect([given.status, remarks(given)], appName).toEqual([200, [remark]]);
      const refresh_token = given.json['refresh_token'];
      const renewed = await json(who, { grant_type: 'refresh_token', refresh_token, ...own });
      expect([renewed.status, remarks(renewed)]).toEqual([200, [remark]]);
      const { access_token } = renewed.json;
      const ended = await json(who, { token: access_token, ...own }, revoke);
      expect([ended.status, ended.json, remarks(ended)]).toEqual([200, { revoked: true }, [remark]]);
      expect((await as.withBearer(access_token).get('/2/users/me')).status).toBe(401);
    }
  });

  test('a JSON body follows the rules of a form: empty is absent, unknown is ignored, repeated is refused', async () => {
    const { basic, client, grant, codeOf, redeem } = await world();
    const all = Object.fromEntries(await grant());
    expect(error(await json(basic(), { ...all, code: '' }))).toEqual([400, 'invalid_request']);
    expect(error(await json(basic(), { ...all, client_secret: client.client_secret }))).toEqual([
      400,
      'invalid_request',
    ]);
    for (const text of ['{"grant_type":"x","grant_type":"y"}', '{"a":{"b":"c"},"a":"x"}']) {
      const body = utf8(text);
      const twice = await basic().send({ method: 'POST', path: token, headers: jsonType, body });
      expect([...error(twice), twice.because]).toEqual([
        400,
        'invalid_request',
        'the application/json body is not an object of strings with each name once',
      ]);
    }
    expect((await json(basic(), { ...all, audience: 'x' })).status).toBe(200);
    expect((await redeem(await codeOf())).status).toBe(200);
  });

  test.each([null, 1, 'text', [], [['code', 'x']], { code: 1 }, { code: null }, { code: { x: 'y' } }])(
    'other JSON is refused, and the refusal names its content type: %j',
    async (value) => {
      const { as, basic } = await world();
      for (const who of [as.anonymous, basic()])
        for (const path of [token, revoke]) {
          const answer = await json(who, value, path);
          expect(error(answer)).toEqual([400, 'invalid_request']);
          expect(answer.json['error_description']).toContain('application/json');
        }
    },
  );

  test('octets that are not UTF-8 are refused in JSON as they are in a form', async () => {
    const { basic } = await world();
    const body = Uint8Array.from([...utf8('{"grant_type":"'), 0xff, ...utf8('"}')]);
    const answer = await basic().send({ method: 'POST', path: token, headers: jsonType, body });
    expect(error(answer)).toEqual([400, 'invalid_request']);
    expect(answer.because).toContain('octets that are not UTF-8');
  });

  test('a body of another type is refused because of its content type, not as an empty one', async () => {
    const { as, basic, keys } = await world();
    const other = (who: Client, path: string, type: string) =>
      who.send({ method: 'POST', path, headers: [['Content-Type', type]], body: utf8('{"client_id":"x"}') });
    for (const [who, path, type] of [
      [as.anonymous, token, 'text/plain'],
      [basic(), revoke, 'text/plain'],
      [as.raw(basicOf(keys)), '/oauth2/token', 'application/json'],
    ] as const) {
      const answer = await other(who, path, type);
      expect([...error(answer), answer.code]).toEqual([415, 'invalid_request', 25]);
      expect(answer.json.errors[0]!.message).toBe(
        `Unsupported content type ${type}: application/x-www-form-urlencoded is expected`,
      );
      expect(answer.json['error_description']).toContain(type);
    }
  });
});
