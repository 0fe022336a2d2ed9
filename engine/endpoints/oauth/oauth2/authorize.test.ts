import { describe, expect, test } from 'vitest';
import { proves } from '../../../../tests/support/clause.ts';
import { openLegs } from '../../../../testing/legs.ts';

describe('oauth2/authorize (5, PKCE)', () => {
  test(
    proves(
      ['5-pkce-redirect-uri', '5-pkce-state', '5-r4-state-carries-data'],
      'allow redirects with state and code',
    ),
    async () => {
      const { consent, callback, browser, authorizeQuery } = await openLegs();
      const state = 'a b/ü?&=#%';
      const back = await consent({ state });
      expect(back.address.startsWith(`${callback}?state=`)).toBe(true);
      expect([back.parameter('state'), back.parameter('code')?.length]).toEqual([state, 64]);
      const denied = await browser().decide(authorizeQuery({ state }), 'jonas_berg', 'deny');
      expect([denied.parameter('error'), denied.parameter('state'), denied.parameter('code')]).toEqual([
        'access_denied',
        state,
        null,
      ]);
    },
  );

  test('the page names the App and, scope by scope, what it asks for; it always asks', async () => {
    const { authorizeQuery, browser } = await openLegs();
    const person = browser();
    const asking = authorizeQuery({ scope: 'post.read dm.write' });
    const question = await person.login(await person.open(asking), 'jonas_berg');
    expect(question.markup.text).toContain('Northwind Reader');
    const [can, cannot] = question.markup.elements
      .filter(({ name }) => name === 'ul')
      .map(({ text }) => text);
    expect(can).toBe('See posts and timelinesSend and delete Direct Messages for you');
    expect(cannot).toContain('See your email address');
    await person.submit(question, 'allow');
    expect((await person.open(asking)).asksConsent).toBe(true);
    const email = await person.open(authorizeQuery({ scope: 'users.email' }));
    expect(email.html.match(/See your email address/g)).toHaveLength(1);
  });

  test('`users.email` without the toggle of the App is listed under what it will not be able to do', async () => {
    const { authorizeQuery, browser } = await openLegs('Northwind Viewer');
    const person = browser();
    const question = await person.login(
      await person.open(authorizeQuery({ scope: 'users.read users.email' })),
      'jonas_berg',
    );
    const [can, cannot] = question.markup.elements
      .filter(({ name }) => name === 'ul')
      .map(({ text }) => text);
    expect([can, cannot?.includes('See your email address')]).toEqual(['See profile information', true]);
    const alone = await person.open(authorizeQuery({ scope: 'users.email' }));
    expect(alone.parameter('error')).toBe('invalid_scope');
  });

  test(
    proves(
      ['5-r4-exact-redirect-uri', '5-r5-unlisted-callback-rejected', '7-callback-400'],
      'an unlisted redirect_uri, and an unknown client, is a page with 400 and never a redirect',
    ),
    async () => {
      const { browser, authorizeQuery, callback } = await openLegs();
      const person = browser();
      await person.login(await person.open(authorizeQuery()), 'jonas_berg');
      const wrong = [
        `${callback}/`,
        `${callback}?a=b`,
        callback.toUpperCase(),
        'https://evil.example/',
        '',
        null,
      ];
      const asked = [
        ...wrong.map((redirect_uri) => ({ redirect_uri })),
        { client_id: 'nobody' },
        { client_id: null },
      ];
      for (const chosen of asked) {
        for (const other of [{}, { response_type: 'token' }, { scope: null }, { state: null }]) {
          const page = await person.open(authorizeQuery({ ...other, ...chosen }));
          expect([page.status, page.header('location')], JSON.stringify(chosen)).toEqual([400, undefined]);
          expect(page.header('content-type')).toMatch(/^text\/html/);
        }
      }
    },
  );

  test('a missing required parameter goes back to the App as an error', async () => {
    const { browser, authorizeQuery, callback } = await openLegs();
    const person = browser();
    await person.login(await person.open(authorizeQuery()), 'jonas_berg');
    const errorOf = async (chosen: Record<string, string | null>) => {
      const page = await person.open(authorizeQuery(chosen));
      if (page.response) return `page ${page.status}`;
      expect(page.address.startsWith(`${callback}?error=`)).toBe(true);
      expect(page.parameter('code')).toBeNull();
      expect(page.parameter('state')).toBe(chosen['state'] === undefined ? 'st' : chosen['state'] || null);
      return page.parameter('error');
    };
    expect(await errorOf({ response_type: null })).toBe('invalid_request');
    expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type');
    for (const state of [null, '', 'x'.repeat(501)]) expect(await errorOf({ state })).toBe('invalid_request');
    expect(await errorOf({ state: 'x'.repeat(500) })).toBe('page 200');
    for (const code_challenge of [null, '', 'short', 'x'.repeat(42), 'x'.repeat(257), `${'x'.repeat(43)}=`])
      expect(await errorOf({ code_challenge })).toBe('invalid_request');
    for (const code_challenge_method of [null, '', 'S512', 'none', 'constructor'])
      expect(await errorOf({ code_challenge_method })).toBe('invalid_request');
    for (const code_challenge_method of ['S256', 's256', 'plain', 'PLAIN'])
      expect(await errorOf({ code_challenge_method })).toBe('page 200');
    for (const scope of [null, '', ' ', 'post.read admin', 'POST.READ', 'post.read,users.read'])
      expect(await errorOf({ scope })).toBe('invalid_scope');
  });

  test('both paths work (choice: pkce-paths)', async () => {
    const { browser, authorizeQuery, platform } = await openLegs();
    const back = await browser().decide(`/2${authorizeQuery()}`, 'jonas_berg');
    expect(back.parameter('code')).not.toBeNull();
    expect((await browser().open(authorizeQuery().replace('/oauth2', '/1.1/oauth2'))).status).toBe(404);
    expect(platform.baseUrl).toBe('https://api.svc.example');
  });

  test('an App without OAuth 2.0 is unauthorized_client; a suspended App gets nothing', async () => {
    const { platform, browser, authorizeQuery, update, app } = await openLegs();
    const person = browser();
    const question = await person.login(await person.open(authorizeQuery()), 'jonas_berg');
    await update({ oauth2: false });
    expect((await person.open(authorizeQuery())).parameter('error')).toBe('unauthorized_client');
    expect((await person.submit(question, 'allow')).parameter('error')).toBe('unauthorized_client');
    await update({ oauth2: true });
    await platform.do('portal.setSuspended', app().id, true);
    expect((await person.submit(question, 'allow')).status).toBe(401);
    expect((await person.open(authorizeQuery())).status).toBe(401);
  });

  test('pages count for the App: 300 in a quarter of an hour', async () => {
    const { browser, authorizeQuery } = await openLegs();
    const person = browser();
    for (let call = 0; call < 300; call++) expect((await person.open(authorizeQuery())).status).toBe(200);
    expect((await person.open(authorizeQuery())).status).toBe(429);
  });
});
