/** What a user allowed, how long an approval lasts, and how the user takes it back (choice: approvals). */
import { describe, expect, test } from 'vitest';
import { must } from '../../testing/portal.ts';
import { openConsent, page, settings } from '../../tests/support/consent.ts';

const minute = 60_000;

describe('an approval ends with its tokens', () => {
  test('after invalidate_token authenticate asks again', async () => {
    const { isAsked, allow, invalidate, approvals } = await openConsent();
    const token = await allow();
    expect([await isAsked(), approvals().length]).toEqual([false, 1]);
    expect((await invalidate(token)).status).toBe(200);
    expect(await isAsked()).toBe(true);
  });

  test('after regeneration and revocation by the portal too', async () => {
    for (const end of ['regenerate', 'revoke'] as const) {
      const { platform, allow, app, approvals } = await openConsent();
      await allow();
      expect(approvals()).toHaveLength(1);
      must(await platform.do(`portal.${end}`, app().id, 'basic'));
      expect(approvals()).toEqual([]);
    }
  });

  test('an approval that was never exchanged ends with its request token', async () => {
    const { platform, decide, askToken, approvals } = await openConsent('Northwind Courier');
    await decide(await askToken());
    expect(approvals()).toHaveLength(1);
    await platform.clock.advance(3 * 60 * minute);
    expect(approvals()).toEqual([]);
  });

  test('connected apps: shows a signed-in user each App with its level and date, and a button that takes the access back', async () => {
    const { platform, as, keys, app, person, browser, approvals, ...legs } =
      await openConsent('Northwind Courier');
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
    expect((await redeem(open)).json['error']).toBe('invalid_grant'); // an unused code
    expect((await exchange(approved, { oauth_verifier })).status).toBe(401); // an approved request token
    expect((await person.submit(shown, 'withdraw', chosen)).status).toBe(404);
  });

  test('the page has a rate limit, and its 429 is HTML too', async () => {
    const { person } = await openConsent();
    for (let call = 0; call < 300; call++) expect((await person.open(settings)).status).toBe(200);
    const refused = await person.open(settings);
    expect([refused.status, refused.header('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  });
});

describe('keys that are regenerated or revoked', () => {
  test('pending request tokens end with the API key, approved or not', async () => {
    const { platform, askToken, decide, post, as, app, browser } = await openConsent();
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
      const { platform, pkce, as, app, approvals } = await openConsent();
      const { access_token } = await pkce();
      expect(approvals()).toHaveLength(1);
      must(await platform.do(`portal.${end}`, app().id, 'client'));
      expect((await as.withBearer(access_token).get('/2/users/me')).status).toBe(401);
      expect([platform.snapshot().tables['refresh_tokens'], approvals()]).toEqual([[], []]);
    }
  });
});
