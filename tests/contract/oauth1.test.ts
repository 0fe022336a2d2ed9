import { describe, expect, test } from 'vitest';
import { signatureSteps } from '../../engine/auth/signature.ts';
import { createPlatform, encodeRfc3986, header, splitUrl } from '../../engine/inside.ts';
import type { Platform } from '../../engine/index.ts';
import { proves } from '../support/clause.ts';
import { caller, durable, sign, start, toRequest } from '../../testing/platform.ts';
import type { Answer, CredentialOf } from '../../testing/platform.ts';

const me = '/2/users/me';

async function world() {
  const { platform, as } = await start();
  const signer = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
  const seconds = Math.floor(platform.clock.now() / 1000);
  /** Sends a signed GET of the acting user after `change` modified the header's value. */
  const sent = (change: (authorization: string) => string, path = me): Promise<Answer> =>
    as.raw(change(sign(platform, toRequest(platform, { path }), signer))).get(path);
  return { platform, as, signer, seconds, sent };
}

const served = [200, undefined];
const malformed = [400, 215];
const rejected = [401, 32];
const of = (answer: Answer) => [answer.status, answer.code];
const without = (name: string) => (value: string) => value.replace(new RegExp(`(, )?${name}="[^"]*"`), '');

/** A header with these protocol parameters in place of the usual ones (null: none), and a correct HMAC-SHA1. */
function headerOf(
  platform: Platform,
  signer: CredentialOf<'oauth1'>,
  chosen: Record<string, string | null>,
): string {
  const usual = {
    oauth_consumer_key: signer.consumer_key,
    oauth_token: signer.oauth_token,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(platform.clock.now() / 1000)),
    oauth_nonce: `own${++nonces}`,
    oauth_version: '1.0',
  };
  const pairs = Object.entries<string | null>({ ...usual, ...chosen }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  );
  const parameters = pairs.map(([name, value]) => ({ name, value, from: 'header' as const }));
  const url = splitUrl(platform.baseUrl + me)!;
  const { signature } = signatureSteps(
    'GET',
    url,
    parameters,
    signer.consumer_secret,
    signer.oauth_token_secret,
  );
  const written = [...pairs, ['oauth_signature', signature] as const];
  return `OAuth ${written.map(([name, value]) => `${name}="${encodeRfc3986(value)}"`).join(', ')}`;
}

let nonces = 0;

describe('the OAuth header (4.1)', () => {
  test(proves('4.1-header-scheme', 'only the scheme OAuth is taken, in any letter case'), async () => {
    const { sent } = await world();
    expect(of(await sent((value) => value))).toEqual(served);
    expect(of(await sent((value) => value.replace(/^OAuth/, 'oauth')))).toEqual(served);
    for (const scheme of ['OAuth2', 'Signature', 'MAC', 'Digest'])
      expect(of(await sent((value) => value.replace(/^OAuth/, scheme)))).toEqual(malformed);
    expect((await sent((value) => value.replace(/^OAuth/, 'Bearer'))).status).toBe(400);
    expect((await sent((value) => value.replace(/^OAuth/, 'Basic'))).status).toBe(400);
  });

  test(proves('4.1-header-consumer-key', 'oauth_consumer_key missing or unknown is refused'), async () => {
    const { as, signer, sent } = await world();
    expect(of(await sent(without('oauth_consumer_key')))).toEqual(malformed);
    const unknown = await as.signing({ ...signer, consumer_key: 'nobody' }).get(me);
    expect(of(unknown)).toEqual(rejected);
    expect(unknown.because).toContain('`nobody`');
    expect(of(await as.signing(signer).get(me))).toEqual(served);
  });

  test(proves('4.1-header-nonce', 'oauth_nonce is there, ASCII, and used once'), async () => {
    const { platform, as, signer, sent } = await world();
    expect(of(await sent(without('oauth_nonce')))).toEqual(malformed);
    const request = toRequest(platform, { path: me });
    const with_ = (nonce: string) => as.raw(sign(platform, request, signer, { nonce })).get(me);
    for (const [nonce, fault] of [
      ['ünïcode', 'beyond ASCII'],
      ['名', 'beyond ASCII'],
      ['a\u0007b', 'control character'],
    ] as const) {
      const answer = await with_(nonce);
      expect(of(answer), nonce).toEqual(rejected);
      expect(answer.because).toContain(fault);
    }
    expect(of(await with_('plain ASCII ~!@#'))).toEqual(served);
    const again = await with_('plain ASCII ~!@#');
    expect(of(again)).toEqual(rejected);
    expect(again.because).toContain('used before');
    // choice: o1-clock — per timestamp, client and token.
    expect(
      of(
        await as
          .raw(
            sign(platform, request, as.credential('oauth1', 'Northwind Reader', 'jonas_berg'), {
              nonce: 'plain ASCII ~!@#',
            }),
          )
          .get(me),
      ),
    ).toEqual(served);
    await platform.clock.advance(1000);
    expect(of(await with_('plain ASCII ~!@#'))).toEqual(served);
  });

  test('a nonce is remembered as long as its timestamp is accepted, even when old ones are deleted', async () => {
    const { platform, as, signer } = await world();
    const { due } = platform.snapshot().tables['jobs']!.find(({ name }) => name === 'sweep') as {
      due: number;
    };
    await platform.clock.advance(due - platform.clock.now() - 10_000);
    const oldest = headerOf(platform, signer, { oauth_timestamp: String(Math.ceil(due / 1000) - 300) });
    expect(of(await as.raw(oldest).get(me))).toEqual(served);
    await platform.clock.advance(10_000);
    const again = await as.raw(oldest).get(me);
    expect([of(again), again.because]).toEqual([rejected, expect.stringContaining('used before')]);
  });

  test(
    proves(
      '4.1-header-signature',
      'oauth_signature missing, or one character changed of it, the URL or a parameter',
    ),
    async () => {
      const { platform, as, signer, sent } = await world();
      expect(of(await sent(without('oauth_signature')))).toEqual(malformed);
      const wrong = await sent((value) =>
        value.replace(/oauth_signature="(.)/, (_, c) => `oauth_signature="${c === 'A' ? 'B' : 'A'}`),
      );
      expect(of(wrong)).toEqual(rejected);
      const evidence = wrong.exchange.trace.find(({ signature }) => signature)!.signature!;
      expect(evidence.expected).not.toBe(evidence.received);
      expect(evidence.baseString).toMatch(/^GET&https%3A%2F%2Fapi\.svc\.example%2F2%2Fusers%2Fme&/);
      const path = '/2/users/2244994945?user.fields=location';
      const signed = sign(platform, toRequest(platform, { path }), signer);
      for (const other of [
        '/2/users/2244994946?user.fields=location',
        '/2/users/2244994945?user.fields=locatiom',
        '/2/users/2244994945',
      ])
        expect(of(await as.raw(signed).get(other)), other).toEqual(rejected);
      expect(of(await as.raw(signed).send({ method: 'DELETE', path: '/2/posts/1' }))).toEqual(rejected);
      expect(of(await as.raw(signed).get(path))).toEqual(served);
    },
  );

  test(proves('4.1-header-signature-method', 'HMAC-SHA1 alone is taken'), async () => {
    const { platform, as, signer, sent } = await world();
    expect(of(await sent(without('oauth_signature_method')))).toEqual(malformed);
    for (const oauth_signature_method of ['PLAINTEXT', 'RSA-SHA1', 'HMAC-SHA256', 'hmac-sha1'])
      expect(of(await as.raw(headerOf(platform, signer, { oauth_signature_method })).get(me))).toEqual(
        rejected,
      );
    expect(of(await as.raw(headerOf(platform, signer, {})).get(me))).toEqual(served);
  });

  test(
    proves('4.1-header-timestamp', 'oauth_timestamp is epoch seconds within 300 s of the clock'),
    async () => {
      const { platform, as, signer, seconds, sent } = await world();
      expect(of(await sent(without('oauth_timestamp')))).toEqual(malformed);
      const request = toRequest(platform, { path: me });
      const at = (timestamp: number) => as.raw(sign(platform, request, signer, { timestamp })).get(me);
      for (const off of [0, -300, 300]) expect(of(await at(seconds + off)), String(off)).toEqual(served);
      for (const off of [-301, 301]) expect(of(await at(seconds + off)), String(off)).toEqual([401, 135]);
      expect((await at(seconds * 1000)).because).toContain('milliseconds');
      for (const bad of ['now', '-1', '1.5', '1e9', '0x10', ' 1', '9'.repeat(16)])
        expect(of(await as.raw(headerOf(platform, signer, { oauth_timestamp: bad })).get(me)), bad).toEqual([
          401, 135,
        ]);
    },
  );

  test(
    proves(['4.1-header-version', '9-oauth-version-1-0'], 'oauth_version is 1.0; absent is taken too'),
    async () => {
      const { platform, as, signer } = await world();
      for (const version of ['1.1', '2.0', '1', '1.0a', '']) {
        const answer = await as.raw(headerOf(platform, signer, { oauth_version: version })).get(me);
        expect(of(answer), version).toEqual(rejected);
        expect(answer.because).toContain('oauth_version');
      }
      for (const version of ['1.0', null])
        expect(of(await as.raw(headerOf(platform, signer, { oauth_version: version })).get(me))).toEqual(
          served,
        );
    },
  );

  test(proves('4.1-header-token', 'a user endpoint needs oauth_token in what is signed'), async () => {
    const { as, sent } = await world();
    const consumer = await as.consumer().get(me);
    expect(of(consumer)).toEqual([403, 220]);
    expect(of(await sent(without('oauth_token')))).toEqual(rejected);
    expect(of(await as.user().get(me))).toEqual(served);
  });

  test(
    proves('4.1-header-percent-encoding', 'values are percent-encoded on the wire and decoded'),
    async () => {
      const { platform, as, signer } = await world();
      const request = toRequest(platform, { path: me });
      const nonce = 'a+b/c=&"%,;';
      const value = sign(platform, request, signer, {
        nonce,
        protocol: { oauth_callback: 'https://my.example/?a=1&b=%20' },
      });
      expect(value).toContain('oauth_nonce="a%2Bb%2Fc%3D%26%22%25%2C%3B"');
      expect(value).toMatch(/oauth_signature="[^"]*%3D"/);
      const answer = await as.raw(value).get(me);
      expect(of(answer)).toEqual(served);
      expect(platform.snapshot().tables.nonces!.map(({ id }) => String(id).endsWith(` ${nonce}`))).toEqual([
        true,
      ]);
      expect(of(await as.raw(value.replace('%26%22', '%26%23')).get(me))).toEqual(rejected);
    },
  );
});

describe('user context (5)', () => {
  test(proves('5-oauth1-acts-for-user', "a post made with a user's token is that user's"), async () => {
    const { as } = await world();
    const { id } = (await as.user('aiko_tan').post('/2/posts', { text: 'Mine' })).json.data;
    const shown = await as.bearer().get(`/2/posts/${id}?expansions=author_id`);
    expect(shown.json.includes.users).toMatchObject([{ username: 'aiko_tan' }]);
    expect(shown.exchange.userId).toBeNull();
  });

  test(
    proves(
      ['5-oauth1-v1-1-and-v2', '9-oauth1-v1-1-and-v2', '9-path-v1-1'],
      'one user token is served under /2/ and under /1.1/',
    ),
    async () => {
      const { as } = await world();
      expect((await as.user().get(me)).status).toBe(200);
      expect((await as.user().post('/1.1/oauth/invalidate_token')).status).toBe(200);
    },
  );

  test(
    proves(
      '5-oauth1-signed-header',
      'all four of key, secret, token and token secret are needed as they are',
    ),
    async () => {
      const { as, signer } = await world();
      expect(of(await as.signing(signer).get(me))).toEqual(served);
      const other = as.credential('oauth1', 'Northwind Courier', 'mira_holm');
      const expected = {
        consumer_key: [401, 89],
        consumer_secret: rejected,
        oauth_token: [401, 89],
        oauth_token_secret: rejected,
      };
      for (const [name, refusal] of Object.entries(expected)) {
        const changed = { ...signer, [name]: other[name as keyof typeof expected] };
        expect(of(await as.signing(changed).get(me)), name).toEqual(refusal);
      }
    },
  );

  test(
    proves(
      '1-app-or-user-context',
      'one endpoint, called by the App and by a user, in whose name it is answered',
    ),
    async () => {
      const { as } = await world();
      const path = '/2/users/2244994946?user.fields=confirmed_email';
      const byApp = await as.bearer().get(path);
      const byUser = await as.user('jonas_berg').get(path);
      expect([byApp.status, byUser.status]).toEqual([200, 200]);
      expect([byApp.exchange.userId, byUser.exchange.userId]).toEqual([null, '2244994946']);
      // 2.5: the e-mail toggle shows a user his own address, so the second answer is in his name.
      expect(byApp.json.data.confirmed_email).toBeUndefined();
      expect(byUser.json.data.confirmed_email).toBe('jonas_berg@mail.example');
    },
  );
});

describe('1.1/oauth/invalidate_token (4.1)', () => {
  const path = '/1.1/oauth/invalidate_token';

  test(
    proves(
      [
        '4.1-invalidate-post',
        '4.1-invalidate-no-parameters',
        '4.1-invalidate-response',
        '3-access-token-invalidated',
      ],
      "the token that signs is ended, another user's goes on",
    ),
    async () => {
      const { as, signer } = await world();
      expect((await as.user().get(me)).status).toBe(200);
      const answer = await as.user().post(path);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ access_token: signer.oauth_token });
      const after = await as.user().get(me);
      expect(of(after)).toEqual([401, 89]);
      expect(after.json.errors[0]).toEqual({ code: 89, message: 'Invalid or expired token.' });
      expect(after.header('www-authenticate')).toBe('OAuth realm="https://api.svc.example"');
      expect((await as.user('jonas_berg').get(me)).status).toBe(200);
      expect((await as.user('mira_holm', 'Northwind Courier').get(me)).status).toBe(200);
    },
  );

  test(proves('4.1-invalidate-json-suffix', 'the .json suffix has the same answer and effect'), async () => {
    const { as, signer } = await world();
    const answer = await as.user().post(`${path}.json`);
    expect([answer.status, answer.json]).toEqual([200, { access_token: signer.oauth_token }]);
    expect(of(await as.user().get(me))).toEqual([401, 89]);
  });

  test(proves('4.1-invalidate-auth', 'by bearer or consumer key alone it is refused'), async () => {
    const { platform, as } = await world();
    const before = durable(platform);
    for (const client of [as.bearer(), as.consumer(), as.basic()])
      expect(of(await client.post(path))).toEqual([403, 220]);
    expect(of(await as.anonymous.post(path))).toEqual(malformed);
    expect(durable(platform)).toBe(before);
    expect((await as.user('mira_holm', 'Northwind Viewer').post(path)).status).toBe(200); // a read token may end itself
  });

  test(proves('4.1-invalidate-rate-limited', 'the 26th call in 15 minutes is 429 with code 88'), async () => {
    // An invalidated token cannot call again, so each call goes to a platform on which it is still valid.
    const { platform, as } = await world();
    const { user_tokens } = platform.snapshot().tables;
    let snapshot = platform.snapshot();
    const call = async (later = 0) => {
      const next = createPlatform({
        snapshot: { ...snapshot, tables: { ...snapshot.tables, user_tokens: user_tokens! } },
      });
      await next.clock.advance(later);
      const answer = await caller(next, platform.initialCredentials).user().post(path);
      snapshot = next.snapshot();
      return answer;
    };
    for (let turn = 0; turn < 25; turn++) expect((await call()).status).toBe(200);
    expect(of(await call())).toEqual([429, 88]);
    expect((await as.user('jonas_berg').post(path)).status).toBe(200);
    expect(of(await call(15 * 60_000 - 1))).toEqual([429, 88]);
    expect((await call(1)).status).toBe(200);
  });

  test(proves('2.3-invalidate-body', 'both invalidate endpoints answer access_token alone'), async () => {
    const { as } = await world();
    const { bearer_token } = as.credential('app', 'Northwind Reader');
    const bearer = await as
      .user()
      .post(`/oauth2/invalidate_token?access_token=${encodeURIComponent(bearer_token)}`);
    expect(bearer.json).toEqual({ access_token: bearer_token });
    expect(header(bearer.response.headers, 'content-type')).toMatch(/^application\/json/);
    const { oauth_token } = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
    expect((await as.user().post(path)).json).toEqual({ access_token: oauth_token });
  });
});
