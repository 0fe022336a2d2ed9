/** How the platform's pages answer, on every base and for every error (choice: html-pages). */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openLegs } from '../../testing/legs.ts';
import { openConsent, page, settings } from '../../tests/support/consent.ts';
import { styleHashes } from './page-headers.ts';

describe('a base with a path, and one of plain http', () => {
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
      expect(links.length).toBe(2); // to another user, and to connected apps
      for (const link of links) expect((await person.open(link!)).status).toBe(200);
      expect(platform.baseUrl).toBe(baseUrl);
    },
  );
});

describe('headers', () => {
  test('every HTML answer forbids frames, scripts and referrers, and is not stored', async () => {
    const { platform, askToken, browser, authorizeQuery, person } = await openConsent();
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

describe('refusals (choice: html-pages)', () => {
  test('a repeated parameter, 405, 413, 414, 415 and 429: HTML', async () => {
    const { platform, person, askToken, authorizeQuery, as } = await openConsent();
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
