/** What went wrong between a user, an App and the platform's pages: faults A2, A3, A4, A12, A13, A15, A18 and A20. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { styleHashes } from '../../../engine/auth/page-headers.ts';
import { fieldsOf, openLegs } from '../../../testing/legs.ts';
import { must } from '../../../testing/portal.ts';

const settings = '/settings/connected_apps';
const minute = 60_000;
const page = (way: string, token: { oauth_token: string }, more = '') =>
  `/oauth/${way}?oauth_token=${token.oauth_token}${more}`;

async function world(...given: Parameters<typeof openLegs>) {
  const legs = await openLegs(...given);
  const { askToken, browser, exchange, keys, as, post } = legs;
  const person = browser();
  await person.login(await person.open(page('authenticate', await askToken())), 'jonas_berg');
  /** Whether the person is asked again at authenticate. */
  const isAsked = async () => (await person.open(page('authenticate', await askToken()))).asksConsent;
  /** The person allows the App; its access token. */
  const allow = async () => {
    const token = await askToken();
    const back = await person.submit(await person.open(page('authorize', token)), 'allow');
    return fieldsOf(
      await exchange(token, { oauth_verifier: back.parameter('oauth_verifier')! }),
    ) as unknown as {
      oauth_token: string;
      oauth_token_secret: string;
    };
  };
  const invalidate = (token: { oauth_token: string; oauth_token_secret: string }) =>
    post(as.signing({ ...keys, ...token }), '/1.1/oauth/invalidate_token');
  const approvals = () => legs.platform.snapshot().tables['approvals']!.map(({ id }) => id);
  return { ...legs, person, isAsked, allow, invalidate, approvals };
}

describe('A2: what a user allowed outlived its tokens, and nothing let the user take it back', () => {
  test('after invalidate_token authenticate asks again', async () => {
    const { isAsked, allow, invalidate, approvals } = await world();
    const token = await allow();
    expect([await isAsked(), approvals().length]).toEqual([false, 1]);
    expect((await invalidate(token)).status).toBe(200);
    expect(await isAsked()).toBe(true);
  });

  test('after regeneration and revocation by the portal too', async () => {
    for (const end of ['regenerate', 'revoke'] as const) {
      const { platform, allow, app, approvals } = await world();
      await allow();
      expect(approvals()).toHaveLength(1);
      must(await platform.do(`portal.${end}`, app().id, 'basic'));
      expect(approvals()).toEqual([]);
    }
  });

  test('an approval that was never exchanged ends with its request token', async () => {
    const { platform, decide, askToken, approvals } = await world('Northwind Courier');
    await decide(await askToken());
    expect(approvals()).toHaveLength(1);
    await platform.clock.advance(3 * 60 * minute);
    expect(approvals()).toEqual([]);
  });

  test('connected apps: for a signed-in user, with level and since when, and a button that takes it all back', async () => {
    const { platform, as, keys, app, person, browser, approvals, ...legs } = await world('Northwind Courier');
    const { allow, pkce, refresh, consent, redeem, askToken, decide, exchange } = legs;
    const token = await allow();
    await platform.clock.advance(5000);
    const granted = await pkce('users.read post.read offline.access');
    const open = (await consent({ scope: 'users.read' })).parameter('code')!;
    const approved = await askToken();
    const oauth_verifier = (await decide(approved)).parameter('oauth_verifier')!;
    expect(approvals()).toHaveLength(2);
    const anonymous = await browser().open(settings);
    expect([anonymous.status, anonymous.asksPassword]).toEqual([200, true]);
    expect(anonymous.html).not.toContain('Northwind');
    const shown = await person.open(settings);
    expect(shown.markup.text).toContain('Northwind Courier');
    expect(shown.markup.text).toContain('OAuth 1.0a, read-write-directmessages, since 2026-03-02T09:41:12Z');
    expect(shown.markup.text).toContain(
      'OAuth 2.0, users.read post.read offline.access, since 2026-03-02T09:41:17Z',
    );
    const isAlive = async () => [
      (await as.signing({ ...keys, ...token }).get('/2/users/me')).status,
      (await as.withBearer(granted.access_token).get('/2/users/me')).status,
    ];
    expect(await isAlive()).toEqual([200, 200]);

    const { action } = shown.markup.form!;
    const chosen = { app_id: app().id };
    const fields = { ...shown.markup.form!.fields, ...chosen };
    const forged = await browser().post(action, { ...fields, action: 'withdraw' });
    expect([forged.status, await isAlive()]).toEqual([403, [200, 200]]);
    const stranger = browser();
    const theirs = await stranger.login(await stranger.open(settings), 'sam_ode');
    expect(theirs.markup.text).not.toContain('Northwind Courier');
    const other = await stranger.post(settings, {
      ...fields,
      csrf: /name="csrf" value="([^"]+)"/.exec(
        (await stranger.open(`${settings}?force_login=true`)).html,
      )![1]!,
      action: 'withdraw',
    });
    expect([other.status, await isAlive()]).toEqual([404, [200, 200]]);

    const after = await person.submit(shown, 'withdraw', chosen);
    expect([after.status, after.markup.text.includes('Northwind Courier')]).toEqual([200, false]);
    expect(await isAlive()).toEqual([401, 401]);
    expect((await refresh(granted.refresh_token)).json['error']).toBe('invalid_grant');
    expect(approvals()).toEqual([]);
    expect((await redeem(open)).json['error']).toBe('invalid_grant'); // a code that was out
    expect((await exchange(approved, { oauth_verifier })).status).toBe(401); // a request token that was approved
    expect((await person.submit(shown, 'withdraw', chosen)).status).toBe(404);
  });

  test('the page is limited, and is HTML then too', async () => {
    const { person } = await world();
    for (let call = 0; call < 300; call++) expect((await person.open(settings)).status).toBe(200);
    const refused = await person.open(settings);
    expect([refused.status, refused.header('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  });
});

describe('A3: an allowed request token could be opened again, by anybody', () => {
  test('its pages are those of a dead token; the verifier stays the first user’s', async () => {
    const { askToken, browser, person, exchange } = await world();
    const token = await askToken();
    const other = browser();
    const open = await other.login(await other.open(page('authorize', token)), 'sam_ode');
    expect(open.asksConsent).toBe(true);
    const back = await person.submit(await person.open(page('authorize', token)), 'allow');
    const oauth_verifier = back.parameter('oauth_verifier')!;
    for (const decision of ['allow', 'deny']) {
      const late = await other.submit(open, decision);
      expect([late.status, late.header('location')]).toEqual([401, undefined]);
    }
    for (const way of ['authorize', 'authenticate'])
      for (const who of [person, other, browser()])
        expect((await who.open(page(way, token))).status).toBe(401);
    expect(fieldsOf(await exchange(token, { oauth_verifier }))['screen_name']).toBe('jonas_berg');
  });

  test('deny needs somebody who is signed in, in both flows', async () => {
    const { askToken, browser, person, authorizeQuery } = await world();
    for (const address of [page('authorize', await askToken()), authorizeQuery()]) {
      const visitor = browser();
      const login = await visitor.open(address);
      const denied = await visitor.submit(login, 'deny');
      expect([denied.status, denied.asksPassword]).toEqual([200, true]);
      expect((await person.open(address)).asksConsent).toBe(true);
    }
  });
});

describe('A4: a callback that was taken off the list still got the verifier', () => {
  test('allow and deny answer with an error page, and nothing is approved', async () => {
    const { askToken, person, update, callback, approvals } = await world();
    const token = await askToken();
    const question = await person.open(page('authorize', token));
    await update({ callback_urls: ['https://elsewhere.example/back'] });
    for (const decision of ['allow', 'deny']) {
      const turned = await person.submit(question, decision);
      expect([turned.status, turned.header('location')], decision).toEqual([403, undefined]);
      expect(turned.html).toContain('taken off its callback URLs');
    }
    expect(approvals()).toEqual([]);
    await update({ callback_urls: [callback] });
    expect((await person.submit(question, 'allow')).address.startsWith(callback)).toBe(true);
  });

  test('the same for a redirect_uri', async () => {
    const { person, authorizeQuery, update } = await world();
    const question = await person.open(authorizeQuery());
    await update({ callback_urls: ['https://elsewhere.example/back'] });
    expect((await person.submit(question, 'allow')).status).toBe(400);
  });
});

describe('A12: a base with a path, and one of plain http', () => {
  test.each(['http://127.0.0.1:8080/base', 'https://host.example/a/b'])(
    '%s: both flows go through its pages',
    async (baseUrl) => {
      const { platform, askToken, decide, exchange, pkce, browser, authorizeQuery } = await openLegs(
        'Northwind Reader',
        { baseUrl },
      );
      const token = await askToken();
      const oauth_verifier = (await decide(token)).parameter('oauth_verifier')!;
      expect((await exchange(token, { oauth_verifier })).status).toBe(200);
      expect((await pkce()).token_type).toBe('bearer');
      const person = browser();
      const login = await person.open(authorizeQuery());
      expect(login.markup.form!.action).toBe(`${baseUrl}/oauth2/authorize`);
      expect(person.lastSetCookie.includes('; Secure')).toBe(baseUrl.startsWith('https:'));
      const question = await person.login(login, 'jonas_berg');
      const links = question.markup.elements
        .map(({ attributes }) => attributes.get('href'))
        .filter((href) => href?.startsWith(baseUrl));
      expect(links.length).toBe(2); // another user, and where access is taken back
      for (const link of links) expect((await person.open(link!)).status).toBe(200);
      expect(platform.baseUrl).toBe(baseUrl);
    },
  );
});

describe('A13: pages could be framed and told their address', () => {
  test('every HTML answer forbids frames, scripts and referrers, and is not stored', async () => {
    const { platform, askToken, browser, authorizeQuery, person } = await world();
    const pages = [
      await browser().open(page('authorize', await askToken())),
      await person.open(page('authorize', await askToken())),
      await person.open(authorizeQuery()),
      await person.open(settings),
      await browser().open('/oauth/authorize'),
      await browser().open('/oauth2/authorize'),
      await browser().open('/oauth/authorize?oauth_token=a&oauth_token=b'),
      await person.submit(
        await person.open(page('authorize', await askToken({ oauth_callback: 'oob' }))),
        'allow',
      ),
    ];
    for (const { response, html } of pages) {
      const sheets = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, sheet]) => sheet!);
      const policy = new Map(response!.headers).get('content-security-policy') ?? '';
      expect(Object.fromEntries(response!.headers)).toMatchObject({
        'x-frame-options': 'DENY',
        'content-security-policy': `default-src 'none'; style-src '${styleHashes.join("' '")}'; base-uri 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      expect(sheets.length).toBeGreaterThan(0);
      for (const sheet of sheets)
        expect(policy).toContain(`'sha256-${createHash('sha256').update(sheet).digest('base64')}'`);
      expect(response!.headers.filter(([name]) => name === 'cache-control')).toHaveLength(1);
    }
    expect(platform.exchanges.list().at(-1)).toBeDefined();
  });
});

describe('A15: keys that were regenerated left what hung on them', () => {
  test('request tokens that are out end with the API key, approved or not', async () => {
    const { platform, askToken, decide, post, as, app, browser } = await world();
    const [open, approved] = [await askToken(), await askToken()];
    const oauth_verifier = (await decide(approved)).parameter('oauth_verifier')!;
    const made = must(await platform.do('portal.regenerate', app().id, 'basic')).made;
    if (made.kind !== 'basic') throw new Error('not the keys');
    const { consumer_key, consumer_secret } = made;
    const late = await post(
      as.signing({ consumer_key, consumer_secret, ...approved }),
      '/oauth/access_token',
      { oauth_verifier },
    );
    expect([late.status, late.code]).toEqual([401, 89]);
    expect((await browser().open(page('authorize', open))).status).toBe(401);
    expect(platform.snapshot().tables['request_tokens']).toEqual([]);
  });

  test('OAuth 2.0 user tokens end with the client secret', async () => {
    for (const end of ['regenerate', 'revoke'] as const) {
      const { platform, pkce, as, app, approvals } = await world();
      const { access_token } = await pkce();
      expect(approvals()).toHaveLength(1);
      must(await platform.do(`portal.${end}`, app().id, 'client'));
      expect((await as.withBearer(access_token).get('/2/users/me')).status).toBe(401);
      expect([platform.snapshot().tables['refresh_tokens'], approvals()]).toEqual([[], []]);
    }
  });
});

describe('A18: pages answered JSON when they refused', () => {
  test('a repeated parameter, 405, 413, 414, 415 and 429: HTML', async () => {
    const { platform, person, askToken, authorizeQuery, as } = await world();
    const address = page('authorize', await askToken());
    const html = 'text/html; charset=utf-8';
    const form = [['content-type', 'application/x-www-form-urlencoded']] as const;
    const refused = async (
      status: number,
      path: string,
      more: { method?: string; body?: Uint8Array; headers?: readonly (readonly [string, string])[] } = {},
    ) => {
      const answer = await as.anonymous.send({ path, ...more });
      expect([answer.status, answer.header('content-type')], path.slice(0, 100)).toEqual([status, html]);
      return answer.text;
    };
    expect(await refused(400, `${address}&oauth_token=x`)).toContain(
      'The parameter oauth_token is given more than once.',
    );
    expect(await refused(400, `${authorizeQuery()}&state=again`)).toContain(
      'The parameter state is given more than once.',
    );
    expect(await refused(400, `${address}&x=%FF`)).toContain('octets that are not UTF-8');
    await refused(400, address, {
      method: 'POST',
      headers: form,
      body: new TextEncoder().encode('oauth_token=x'),
    });
    await refused(405, address, { method: 'PUT' });
    await refused(414, `${address}&x=${'x'.repeat(9000)}`);
    await refused(413, '/oauth2/authorize', {
      method: 'POST',
      headers: form,
      body: new Uint8Array(8 * 1024 * 1024 + 1),
    });
    await refused(415, '/oauth/authorize', {
      method: 'POST',
      headers: [...form, ['content-encoding', 'gzip']],
      body: new Uint8Array(1),
    });
    for (let call = 0; call < 300; call++) await person.open(address);
    expect(await refused(429, address)).toContain('Rate limit exceeded');
    expect((await as.anonymous.get('/2/nothing')).header('content-type')).toMatch(/json/);
    expect(platform.portal.apps().length).toBeGreaterThan(0);
  });
});

describe('A20: the allowlist took addresses that no browser opens', () => {
  const save = async (url: string) => {
    const { platform, app } = await openLegs();
    return (await platform.do('portal.updateApp', app().id, { callback_urls: [url] })).ok;
  };
  test.each([
    'http://[zz]/',
    'http://[::1::]/',
    'http://[1:2:3:4:5:6:7]/',
    'http://[1:2:3:4:5:6:7:8:9]/',
    'http://[::12345]/',
    'http://[::1.2.3.256]/',
    'http://[]/',
    'https://a.example:99999/',
    'https://a.example:65536/',
    'https://a..b/',
    'https://.a.example/',
    'https://./',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://1.2.3/',
    'http://a%20b/',
    'http://a,b/',
    `http://${'a'.repeat(64)}.example/`,
    'myapp://[zz]/path',
    'myapp://host:99999/path',
    'myapp://a..b/path',
  ])('%s is refused', async (url) => {
    expect(await save(url)).toBe(false);
  });
  test.each([
    'http://[::1]:65535/',
    'http://[2001:db8::1.2.3.4]/back?x=1',
    'https://[1:2:3:4:5:6:7:8]/',
    'http://127.0.0.1:8080/',
    'https://a.example.:443/back',
    'https://xn--bcher-kva.example/',
    'https://my_app.example',
    'myapp://host:1234/path',
    'com.example.app://callback/done',
  ])('%s is taken', async (url) => {
    expect(await save(url)).toBe(true);
    if (url.startsWith('http')) expect(() => new URL(url)).not.toThrow();
  });
});
