import { describe, expect, test } from 'vitest';
import { proves } from '../../../../tests/support/clause.ts';
import { openLegs } from '../../../../testing/legs.ts';
import type { Fields, OAuth2Answer } from '../../../../testing/legs.ts';
import { basicOf } from '../../../../testing/platform.ts';
import type { Answer } from '../../../../testing/platform.ts';
import { endpoints } from '../../../../testing/endpoints.ts';

const error = (answer: Answer) => [answer.status, answer.json['error']];
const tokens = (answer: Answer) => answer.json as unknown as OAuth2Answer;
const me = '/2/users/me';
const day = 86_400_000;

async function world(appName?: string) {
  const legs = await openLegs(appName);
  const codeOf = async (chosen: Record<string, string | null> = {}) =>
    (await legs.consent(chosen)).parameter('code') ?? '';
  const statusOf = async ({ access_token }: { access_token: string }, path = me) =>
    (await legs.as.withBearer(access_token).get(path)).status;
  return { ...legs, codeOf, statusOf };
}

describe('the token endpoint (5, PKCE)', () => {
  test(
    proves('5-pkce-user-fine-scopes', 'a code becomes a token that acts for the user within its scopes'),
    async () => {
      const { codeOf, redeem, as } = await world();
      const answer = await redeem(await codeOf());
      expect(answer.status).toBe(200);
      expect(answer.header('cache-control')).toBe('no-store');
      const { access_token, refresh_token, ...rest } = tokens(answer);
      expect(rest).toEqual({
        token_type: 'bearer',
        expires_in: 7200,
        scope: 'users.read post.read offline.access',
      });
      expect(typeof refresh_token).toBe('string');
      const user = as.withBearer(access_token);
      expect((await user.get(me)).json.data['username']).toBe('jonas_berg');
      const refused = await user.post('/2/posts', { text: 'hi' });
      expect([refused.status, refused.json['title']]).toEqual([403, 'Forbidden']);
      const writing = tokens(await redeem(await codeOf({ scope: 'users.read post.read post.write' })));
      expect(Object.keys(writing)).not.toContain('refresh_token');
      expect((await as.withBearer(writing.access_token).post('/2/posts', { text: 'hi' })).status).toBe(201);
    },
  );

  test('a code is valid for 30 seconds', async () => {
    const { platform, codeOf, redeem } = await world();
    const [early, late] = [await codeOf(), await codeOf()];
    await platform.clock.advance(29_999);
    expect((await redeem(early)).status).toBe(200);
    await platform.clock.advance(1);
    expect(error(await redeem(late))).toEqual([400, 'invalid_grant']);
  });

  test('a code used twice revokes its tokens, including refreshed ones, even an hour later', async () => {
    const { platform, codeOf, redeem, refresh, statusOf } = await world();
    const code = await codeOf();
    const first = tokens(await redeem(code));
    const second = tokens(await refresh(first.refresh_token));
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await platform.clock.advance(3_000_000);
    expect(error(await redeem(code))).toEqual([400, 'invalid_grant']);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
    expect(error(await refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('a code used again months later still revokes its tokens, as long as they are valid', async () => {
    const { platform, codeOf, redeem, refresh } = await world();
    const code = await codeOf();
    let last = tokens(await redeem(code)).refresh_token;
    for (let days = 0; days < 170; days += 34) {
      await platform.clock.advance(34 * day);
      last = tokens(await refresh(last)).refresh_token;
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

  test('a code without a refresh token is removed with its access token', async () => {
    const { platform, codeOf, redeem } = await world();
    await redeem(await codeOf({ scope: 'users.read' }));
    await platform.clock.advance(2 * 3_600_000);
    expect(platform.snapshot().tables['authorization_codes']).toHaveLength(1);
    await platform.clock.advance(2 * 3_600_000);
    expect(platform.snapshot().tables['authorization_codes']).toEqual([]);
  });

  test('the verifier proves the challenge, S256 and plain; a wrong one leaves the code alone', async () => {
    const { codeOf, redeem } = await world();
    const code = await codeOf();
    for (const code_verifier of ['x'.repeat(43), 'short', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'])
      expect(error(await redeem(code, { code_verifier }))).toEqual([400, 'invalid_grant']);
    expect((await redeem(code)).status).toBe(200);
    const plain = 'plain-plain-plain-plain-plain-plain-plain-plain';
    const byPlain = await codeOf({ code_challenge: plain, code_challenge_method: 'plain' });
    expect(error(await redeem(byPlain))).toEqual([400, 'invalid_grant']);
    expect((await redeem(byPlain, { code_verifier: plain })).status).toBe(200);
    expect((await redeem(await codeOf({ code_challenge_method: 's256' }))).status).toBe(200);
  });

  test('missing and foreign values are refused with the errors of RFC 6749 5.2, beside `errors`', async () => {
    const { codeOf, redeem, byClient, as, callback, client } = await world();
    const path = '/2/oauth2/token';
    const missing = async (form: Fields) => error(await byClient(path, form));
    const code = await codeOf();
    const full = { grant_type: 'authorization_code', code, redirect_uri: callback };
    expect(await missing({})).toEqual([400, 'invalid_request']);
    expect(await missing({ ...full, code_verifier: '' })).toEqual([400, 'invalid_request']);
    expect(await missing(full)).toEqual([400, 'invalid_request']);
    expect(await missing({ grant_type: 'refresh_token' })).toEqual([400, 'invalid_request']);
    for (const grant_type of ['client_credentials', 'password'])
      expect(await missing({ ...full, grant_type })).toEqual([400, 'unsupported_grant_type']);
    expect(error(await redeem(code, { redirect_uri: 'http://127.0.0.1:8080/callback' }))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(error(await redeem('nothing'))).toEqual([400, 'invalid_grant']);
    const other = as.credential('client', 'Harbour Desk');
    const foreign = await as
      .raw(basicOf({ consumer_key: other.client_id, consumer_secret: other.client_secret! }))
      .send({ method: 'POST', path, form: { ...full, code_verifier: 'x'.repeat(43) } });
    expect(error(foreign)).toEqual([400, 'invalid_grant']);
    expect(Number.isInteger(foreign.code)).toBe(true);
    expect(typeof foreign.json['error_description']).toBe('string');
    expect(client.client_secret).not.toBeNull();
    expect((await redeem(code)).status).toBe(200);
  });

  test(
    proves(
      [
        '5-pkce-client-id-and-secret',
        '2.5-app-types-public',
        '2.5-app-types-confidential',
        '2.5-credential-client-id-and-secret',
      ],
      'a confidential client proves itself with its secret, a public one has none',
    ),
    async () => {
      for (const appName of ['Northwind Reader', 'Lantern Bot']) {
        const { codeOf, redeem, post, as, client, callback } = await world(appName);
        const form = { grant_type: 'authorization_code', code: await codeOf(), redirect_uri: callback };
        const by = (secret: string) =>
          as.raw(basicOf({ consumer_key: client.client_id, consumer_secret: secret }));
        const bare = await post(
          as.anonymous,
          '/2/oauth2/token',
          {},
          { ...form, client_id: client.client_id },
        );
        expect(error(bare)).toEqual([401, 'invalid_client']);
        expect(error(await post(by('wrong'), '/2/oauth2/token', {}, form))).toEqual([401, 'invalid_client']);
        expect(error(await post(by(''), '/2/oauth2/token', {}, form))).toEqual([401, 'invalid_client']);
        expect((await redeem(form.code)).status).toBe(200);
      }
      for (const appName of ['Northwind Viewer', 'Northwind Courier']) {
        const { codeOf, redeem, post, as, client } = await world(appName);
        expect(client.client_secret).toBeNull();
        const asBasic = as.raw(basicOf({ consumer_key: client.client_id, consumer_secret: '' }));
        const taken = await post(asBasic, '/2/oauth2/token', {}, { grant_type: 'authorization_code' });
        expect(error(taken)).toEqual([400, 'invalid_request']); // the client is authenticated, but the code is missing
        const wrong = as.raw(basicOf({ consumer_key: client.client_id, consumer_secret: 'x' }));
        const refused = await post(wrong, '/2/oauth2/token', {}, { grant_type: 'authorization_code' });
        expect(error(refused)).toEqual([401, 'invalid_client']);
        expect((await redeem(await codeOf())).status).toBe(200);
      }
    },
  );

  test('a refresh token works once and rotates; its reuse ends the family, including the newest tokens', async () => {
    const { pkce, refresh, statusOf } = await world();
    const bystander = await pkce();
    const first = await pkce();
    const second = tokens(await refresh(first.refresh_token));
    const third = tokens(await refresh(second.refresh_token));
    expect(new Set([first, second, third].map(({ refresh_token }) => refresh_token)).size).toBe(3);
    expect(await statusOf(third)).toBe(200);
    expect(error(await refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 401, 401]);
    expect(error(await refresh(third.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await statusOf(bystander)).toBe(200);
  });

  test('a refreshed token continues the windows of the previous one (choice: o2-user-window)', async () => {
    const { pkce, refresh, as } = await world();
    const left = async ({ access_token }: OAuth2Answer) =>
      (await as.withBearer(access_token).get(me)).number('svc-rate-limit-remaining');
    const first = await pkce();
    const before = await left(first);
    expect(await left(tokens(await refresh(first.refresh_token)))).toBe(before - 1);
    expect(await left(await pkce()), 'another grant').toBe(before);
  });

  test('a refresh may ask for fewer scopes, never for more', async () => {
    const { pkce, refresh, as } = await world();
    const { refresh_token } = await pkce('users.read post.read post.write offline.access');
    expect(error(await refresh(refresh_token, { scope: 'users.read dm.read' }))).toEqual([
      400,
      'invalid_scope',
    ]);
    expect(error(await refresh(refresh_token, { scope: 'nonsense' }))).toEqual([400, 'invalid_scope']);
    const narrow = tokens(await refresh(refresh_token, { scope: 'users.read post.read' }));
    expect(narrow.scope).toBe('users.read post.read');
    expect((await as.withBearer(narrow.access_token).post('/2/posts', { text: 'no' })).status).toBe(403);
    const wide = tokens(await refresh(narrow.refresh_token));
    expect(wide.scope).toBe('users.read post.read post.write offline.access');
  });

  test('an access token is valid for 2 hours, a refresh token for 6 months', async () => {
    const { platform, pkce, refresh, statusOf } = await world();
    const [first, other] = [await pkce(), await pkce()];
    await platform.clock.advance(7_199_999);
    expect(await statusOf(first)).toBe(200);
    await platform.clock.advance(1);
    expect(await statusOf(first)).toBe(401);
    await platform.clock.advance(180 * day);
    expect((await refresh(first.refresh_token)).status).toBe(200);
    await platform.clock.advance(5 * day);
    expect(error(await refresh(other.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('revoke ends an access token, or the family of a refresh token; an unknown token gets the same answer, a foreign one is refused', async () => {
    const { pkce, refresh, revoke, statusOf, as } = await world();
    const first = await pkce();
    const ended = await revoke(first.access_token, { token_type_hint: 'access_token' });
    expect([ended.status, ended.json]).toEqual([200, { revoked: true }]);
    expect(await statusOf(first)).toBe(401);
    const second = tokens(await refresh(first.refresh_token));
    expect(await statusOf(second)).toBe(200);
    expect((await revoke(second.refresh_token)).status).toBe(200);
    expect(await statusOf(second)).toBe(401);
    expect(error(await refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await revoke('unknown')).json).toEqual({ revoked: true });
    expect(error(await revoke(''))).toEqual([400, 'invalid_request']);
    const mine = await pkce();
    const viewer = as.credential('client', 'Northwind Viewer');
    for (const token of [mine.access_token, mine.refresh_token]) {
      const form = { token, client_id: viewer.client_id };
      const foreign = await as.anonymous.send({ method: 'POST', path: '/2/oauth2/revoke', form });
      expect(error(foreign)).toEqual([400, 'unauthorized_client']); // RFC 7009 2.1
    }
    expect(await statusOf(mine)).toBe(200);
    expect((await refresh(mine.refresh_token)).status).toBe(200);
  });

  test('revoke refuses tokens of other kinds, which stay valid (RFC 7009 2.2.1)', async () => {
    const { revoke, as } = await world();
    const { bearer_token } = as.credential('app', 'Northwind Reader');
    const { oauth_token } = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
    for (const token of [bearer_token, decodeURIComponent(bearer_token), oauth_token])
      expect(error(await revoke(token))).toEqual([400, 'unsupported_token_type']);
    expect((await as.bearer().get('/2/users/2244994945')).status).toBe(200);
    expect((await as.user().get(me)).status).toBe(200);
  });

  test(
    proves(['5-pkce-v2-only', '9-oauth2-user-v2-only'], 'v1.1 refuses OAuth 2.0 user tokens, v2 takes them'),
    async () => {
      const { pkce, as, statusOf } = await world();
      const given = await pkce();
      expect(await statusOf(given)).toBe(200);
      for (const path of ['/1.1/oauth/invalidate_token', '/1.1/oauth/invalidate_token.json'])
        expect((await as.withBearer(given.access_token).post(path)).status).toBe(403);
      expect(await statusOf(given)).toBe(200);
    },
  );

  test(
    proves(
      '4.6-access-level',
      'svc-access-level of a user token follows from its scopes (choice: access-level)',
    ),
    async () => {
      const { pkce, as } = await world();
      const level = async (more: string) =>
        (await as.withBearer((await pkce(`users.read post.read ${more}`)).access_token).get(me)).header(
          'svc-access-level',
        );
      expect(await level('dm.read')).toBe('read');
      for (const scope of ['post.write', 'like.write', 'mute.write', 'post.moderate.write'])
        expect(await level(scope)).toBe('read-write');
      expect(await level('dm.write post.write')).toBe('read-write-directmessages');
    },
  );

  test('every endpoint that accepts user tokens refuses one that lacks any of its scopes', async () => {
    const { pkce, as, platform } = await world();
    const taking = endpoints.filter(({ auth }) => auth.includes('oauth2'));
    expect(taking.length).toBeGreaterThan(5);
    for (const { id, method, path, scopes } of taking) {
      expect(scopes.length, id).toBeGreaterThan(0);
      // The pages and the token endpoint have their own limits.
      await platform.clock.advance(900_000);
      for (const missing of scopes) {
        const rest = scopes.filter((scope) => scope !== missing);
        // A token needs at least one scope.
        const other = (['space.read', 'mute.read'] as const).find((scope) => !scopes.includes(scope));
        const { access_token } = await pkce([...rest, other].join(' '));
        const answer = await as
          .withBearer(access_token)
          .send({ method, path: path.replaceAll(/:\w+/g, '1') });
        expect([answer.status, answer.code], `${id} without ${missing}`).toEqual([403, 220]);
      }
    }
  });

  test('the e-mail address needs the scope and the toggle of the App', async () => {
    const { pkce, as, update } = await world();
    const path = `${me}?user.fields=confirmed_email`;
    const email = async (scope: string) => {
      const { access_token } = await pkce(scope);
      return (await as.withBearer(access_token).get(path)).json.data['confirmed_email'];
    };
    expect(await email('users.read post.read')).toBeUndefined();
    expect(await email('users.read post.read users.email')).toBe('jonas_berg@mail.example');
    await update({ email_toggle: false });
    expect(await email('users.read post.read users.email')).toBeUndefined();
  });

  test(
    proves(
      '5-r1-user-auth-selection',
      'an App that excludes OAuth 2.0 is refused at every step, and its user tokens',
    ),
    async () => {
      const { pkce, codeOf, redeem, refresh, as, update } = await world();
      const given = await pkce();
      const code = await codeOf();
      await update({ oauth2: false });
      expect(error(await redeem(code))).toEqual([400, 'unauthorized_client']);
      expect(error(await refresh(given.refresh_token))).toEqual([400, 'unauthorized_client']);
      expect((await as.withBearer(given.access_token).get(me)).status).toBe(403);
      expect((await as.user().get(me)).status).toBe(200);
      await update({ oauth2: true });
      expect((await as.withBearer(given.access_token).get(me)).status).toBe(200);
      await update({ oauth1: false });
      expect((await as.user().get(me)).status).toBe(403);
      expect((await as.withBearer(given.access_token).get(me)).status).toBe(200);
      expect((await as.bearer().get('/2/users/by/username/sam_ode')).status).toBe(200);
    },
  );

  test('a suspended App gets no token and cannot revoke one', async () => {
    const { platform, pkce, codeOf, redeem, refresh, revoke, app, statusOf } = await world();
    const given = await pkce();
    const code = await codeOf();
    await platform.do('portal.setSuspended', app().id, true);
    for (const answer of [
      await redeem(code),
      await refresh(given.refresh_token),
      await revoke(given.access_token),
    ])
      expect([answer.status, answer.code]).toEqual([401, 416]);
    expect(await statusOf(given)).toBe(401);
    await platform.do('portal.setSuspended', app().id, false);
    expect((await redeem(code)).status).toBe(200);
    expect((await refresh(given.refresh_token)).status).toBe(200);
  });
});
