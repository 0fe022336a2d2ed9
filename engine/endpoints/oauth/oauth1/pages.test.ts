import { describe, expect, test } from 'vitest';
import { proves } from '../../../../tests/support/clause.ts';
import { fieldsOf, openLegs } from '../../../../testing/legs.ts';

const minutes = 60_000;
const page = (way: string, token: { oauth_token: string }, more = '') =>
  `/oauth/${way}?oauth_token=${token.oauth_token}${more}`;

describe('authorize and authenticate (4.1, step 2)', () => {
  test(
    proves(
      [
        '4.1-authorize-get',
        '4.1-authorize-needs-authentication',
        '4.1-authenticate-get',
        '4.1-authenticate-needs-authentication',
      ],
      'real HTML: first a login, then the question',
    ),
    async () => {
      for (const way of ['authorize', 'authenticate']) {
        const { askToken, browser, callback } = await openLegs();
        const token = await askToken();
        const person = browser();
        const login = await person.open(page(way, token));
        expect([login.status, login.asksPassword, login.asksConsent]).toEqual([200, true, false]);
        expect(login.header('content-type')).toMatch(/^text\/html/);
        expect(login.header('cache-control')).toBe('no-store');
        const forced = await person.submit(login, 'allow');
        expect([forced.asksPassword, forced.address.startsWith(callback)]).toEqual([true, false]);
        const wrong = await person.login(login, 'jonas_berg', 'not-it');
        expect([wrong.status, wrong.asksPassword]).toEqual([200, true]);
        expect(wrong.html).toContain('do not belong together');
        const question = await person.login(wrong, 'jonas_berg');
        expect([question.status, question.asksConsent]).toEqual([200, true]);
        expect(question.markup.text).toContain('@jonas_berg');
        const back = await person.submit(question, 'allow');
        expect(back.address).toBe(
          `${callback}?oauth_token=${token.oauth_token}&oauth_verifier=${back.parameter('oauth_verifier') ?? ''}`,
        );
        expect(back.parameter('oauth_verifier')).toMatch(/^[A-Za-z0-9]{32}$/); // choice: o1-formats
      }
    },
  );

  test(
    proves(
      ['4.1-authorize-force-login', '4.1-authenticate-force-login', '4.1-authenticate-current-user'],
      'a signed-in user skips the login, unless force_login is true',
    ),
    async () => {
      for (const way of ['authorize', 'authenticate']) {
        const { askToken, browser, exchange } = await openLegs();
        const person = browser();
        await person.login(await person.open(page(way, await askToken())), 'jonas_berg');
        const token = await askToken();
        expect((await person.open(page(way, token))).markup.text).toContain('@jonas_berg');
        expect((await person.open(page(way, token, '&force_login=false'))).asksPassword).toBe(false);
        const forced = await person.open(page(way, token, '&force_login=true'));
        expect(forced.asksPassword).toBe(true);
        const other = await person.login(forced, 'sam_ode');
        expect(other.markup.text).toContain('@sam_ode');
        const oauth_verifier = (await person.submit(other, 'allow')).parameter('oauth_verifier')!;
        expect(fieldsOf(await exchange(token, { oauth_verifier }))['screen_name']).toBe('sam_ode');
      }
    },
  );

  test(
    proves(
      ['4.1-authorize-screen-name', '4.1-authenticate-screen-name'],
      'screen_name prefills the username box',
    ),
    async () => {
      const { askToken, browser } = await openLegs();
      for (const way of ['authorize', 'authenticate']) {
        const opened = await browser().open(page(way, await askToken(), '&screen_name=aiko_tan'));
        expect(opened.markup.form!.fields['username']).toBe('aiko_tan');
        const hostile = await browser().open(
          page(way, await askToken(), `&screen_name=${encodeURIComponent('"><script>')}`),
        );
        expect(hostile.markup.form!.fields['username']).toBe('"><script>');
      }
    },
  );

  test('the consent page names the App, its website, and what the level allows in the words of 5, rule 3', async () => {
    const words = {
      read: 'Read posts, timelines and profile information',
      write: ['Create posts', 'Follow users', 'Update profile elements', 'Hide replies'],
      messages: 'Read, write and delete Direct Messages',
    };
    const lists = async (appName: string) => {
      const { askToken, browser } = await openLegs(appName);
      const person = browser();
      const { markup } = await person.login(
        await person.open(page('authorize', await askToken())),
        'jonas_berg',
      );
      expect(markup.text).toContain(appName);
      const links = markup.elements.map(({ attributes }) => attributes.get('href'));
      expect(links).toContain(`https://${appName.toLowerCase().replace(' ', '-')}.example`);
      const uls = markup.elements.filter(({ name }) => name === 'ul').map(({ text }) => text);
      return { can: uls[0]!, cannot: uls[1]! };
    };
    const email = 'See your email address';
    const viewer = await lists('Northwind Viewer');
    expect(viewer.can).toBe(words.read);
    expect(viewer.cannot).toBe([...words.write, words.messages, 'See your password', email].join(''));
    const reader = await lists('Northwind Reader');
    expect(reader.can).toBe([words.read, ...words.write, email].join(''));
    expect(reader.cannot).toBe([words.messages, 'See your password'].join(''));
    const courier = await lists('Northwind Courier');
    expect(courier.can).toBe([words.read, ...words.write, words.messages].join(''));
  });

  test('denial comes back only as `denied`, and ends the token', async () => {
    const { askToken, decide, exchange, callback } = await openLegs();
    const token = await askToken();
    expect((await decide(token, 'jonas_berg', 'deny')).address).toBe(
      `${callback}?denied=${token.oauth_token}`,
    );
    expect((await decide(token)).status).toBe(401);
    expect((await exchange(token, { oauth_verifier: 'x' })).code).toBe(89);
    const pin = await askToken({ oauth_callback: 'oob' });
    const denied = await decide(pin, 'jonas_berg', 'deny');
    expect([denied.status, denied.pin]).toEqual([200, '']);
  });

  test('an existing query of the callback is kept', async () => {
    const { askToken, decide, update } = await openLegs();
    const listed = 'https://app.example/back?tenant=7&x=%2F';
    await update({ callback_urls: [listed, 'myapp://signin/done'] });
    const allowed = await decide(await askToken({ oauth_callback: listed }));
    expect(allowed.address.startsWith(`${listed}&oauth_token=`)).toBe(true);
    const denied = await decide(await askToken({ oauth_callback: listed }), 'jonas_berg', 'deny');
    expect(denied.address.startsWith(`${listed}&denied=`)).toBe(true);
    const custom = await decide(await askToken({ oauth_callback: 'myapp://signin/done' }));
    expect(custom.address).toMatch(/^myapp:\/\/signin\/done\?oauth_token=.+&oauth_verifier=/);
  });

  test(
    proves(
      ['4.1-request-token-callback-oob', '4.1-authorize-for-desktop'],
      'oob shows a PIN of 7 digits at authorize; authenticate refuses it',
    ),
    async () => {
      const { askToken, decide, exchange } = await openLegs();
      const token = await askToken({ oauth_callback: 'oob' });
      const refused = await decide(token, 'jonas_berg', 'allow', 'authenticate');
      expect([refused.status, refused.pin]).toEqual([403, '']);
      expect(refused.html).toContain('authorize');
      const shown = await decide(token);
      expect(shown.pin).toMatch(/^\d{7}$/);
      expect(shown.header('location')).toBeUndefined();
      expect((await exchange(token, { oauth_verifier: shown.pin })).status).toBe(200);
    },
  );

  test(
    proves('4.1-authorize-no-callback', 'an oauth_callback at authorize is ignored, whatever it says'),
    async () => {
      const { askToken, browser, callback } = await openLegs();
      const target = page(
        'authorize',
        await askToken(),
        `&oauth_callback=${encodeURIComponent('https://evil.example/')}`,
      );
      const back = await browser().decide(target, 'jonas_berg');
      expect(back.address.startsWith(`${callback}?`)).toBe(true);
    },
  );

  test(
    proves(
      ['4.1-authenticate-skips-reapproval', '4.1-authenticate-needs-sign-in-setting'],
      'authenticate skips the question after approval, with the setting, at the same level; authorize never does',
    ),
    async () => {
      const { askToken, browser, update, callback } = await openLegs();
      const person = browser();
      const isAsked = async (way: string, query = {}) =>
        (await person.open(page(way, await askToken({ oauth_callback: callback, ...query })))).asksConsent;
      await person.login(await person.open(page('authenticate', await askToken())), 'jonas_berg');
      expect(await isAsked('authenticate')).toBe(true);
      await person.submit(await person.open(page('authenticate', await askToken())), 'allow');
      expect(await isAsked('authenticate')).toBe(false);
      expect(await isAsked('authorize')).toBe(true);
      expect(await isAsked('authenticate', { svc_auth_access_type: 'read' })).toBe(true);
      const skipped = await person.open(page('authenticate', await askToken()));
      expect(skipped.address).toMatch(
        /^https:\/\/northwind-reader\.example\/callback\?oauth_token=.+&oauth_verifier=/,
      );
      await update({ sign_in: false });
      expect(await isAsked('authenticate')).toBe(true);
      await update({ sign_in: true });
      const other = await person.open(page('authenticate', await askToken(), '&force_login=true'));
      expect((await person.login(other, 'sam_ode')).asksConsent).toBe(true);
    },
  );

  test(
    proves(
      ['4.1-authorize-oauth-token', '4.1-authenticate-oauth-token'],
      'no token, an unknown, used or expired one: a page with 401, never a redirect',
    ),
    async () => {
      const { platform, askToken, browser, decide, exchange } = await openLegs();
      const used = await askToken();
      const oauth_verifier = (await decide(used)).parameter('oauth_verifier')!;
      expect((await exchange(used, { oauth_verifier })).status).toBe(200);
      const expiring = await askToken();
      const signedIn = browser();
      const question = await signedIn.login(await signedIn.open(page('authorize', expiring)), 'jonas_berg');
      await platform.clock.advance(15 * minutes - 1);
      expect((await signedIn.open(page('authorize', expiring))).status).toBe(200);
      await platform.clock.advance(1);
      expect((await signedIn.submit(question, 'allow')).status).toBe(401);
      for (const way of ['authorize', 'authenticate'])
        for (const query of [
          '',
          '?oauth_token=',
          '?oauth_token=nothing',
          `?oauth_token=${used.oauth_token}`,
          `?oauth_token=${expiring.oauth_token}`,
        ]) {
          const dead = await browser().open(`/oauth/${way}${query}`);
          expect([dead.status, dead.header('location')], query).toEqual([401, undefined]);
          expect(dead.header('content-type')).toMatch(/^text\/html/);
        }
    },
  );

  test(
    proves(
      ['4.1-authorize-rate-limited', '4.1-authenticate-rate-limited'],
      'the pages count for the App of the token: 300 in a quarter of an hour',
    ),
    async () => {
      const { askToken, browser } = await openLegs();
      const token = await askToken();
      for (const way of ['authorize', 'authenticate']) {
        for (let call = 0; call < 300; call++)
          expect((await browser().open(page(way, token))).status).toBe(200);
        expect((await browser().open(page(way, token))).status).toBe(429);
      }
    },
  );

  test('an App that excludes OAuth 1.0a by now, or is suspended, gets no approval', async () => {
    const { platform, askToken, browser, update, app } = await openLegs();
    const token = await askToken();
    const person = browser();
    const question = await person.login(await person.open(page('authorize', token)), 'jonas_berg');
    await update({ oauth1: false });
    expect((await person.submit(question, 'allow')).status).toBe(403);
    await update({ oauth1: true });
    await platform.do('portal.setSuspended', app().id, true);
    expect((await person.submit(question, 'allow')).status).toBe(401);
    await platform.do('portal.setSuspended', app().id, false);
    expect((await person.submit(question, 'allow')).address).toContain('oauth_verifier');
  });

  test('only what was shown is allowed: if the level changed while the page was open, the user is asked again', async () => {
    const { askToken, browser, exchange, update, as, keys } = await openLegs();
    await update({ permission: 'read' });
    const token = await askToken();
    const person = browser();
    const asRead = await person.login(await person.open(page('authorize', token)), 'jonas_berg');
    // The request token was capped at step 1, so raising the App does not raise it.
    await update({ permission: 'read-write' });
    const back = await person.submit(asRead, 'allow');
    const given = fieldsOf(
      await exchange(token, { oauth_verifier: back.parameter('oauth_verifier')! }),
    ) as never as {
      oauth_token: string;
      oauth_token_secret: string;
    };
    expect((await as.signing({ ...keys, ...given }).get('/2/users/me')).header('svc-access-level')).toBe(
      'read',
    );
    // The level is lowered while the page is open. The user consents only to what the page shows.
    const second = await askToken();
    const asWrite = await person.open(page('authorize', second));
    await update({ permission: 'read' });
    const again = await person.submit(asWrite, 'allow');
    expect([again.status, again.asksConsent]).toEqual([200, true]);
    expect(again.markup.elements.find(({ name }) => name === 'ul')!.text).not.toContain('Create posts');
  });
});
