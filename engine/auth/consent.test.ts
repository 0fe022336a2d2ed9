/** Allowing and denying on the platform's pages. */
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../testing/legs.ts';
import { openConsent, page } from '../../tests/support/consent.ts';

describe('a request token is decided once, by a user who is signed in', () => {
  test('afterwards its pages say that it is used, and the verifier remains the first user’s', async () => {
    const { askToken, browser, person, exchange } = await openConsent();
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

  test('deny needs a signed-in user, in both flows', async () => {
    const { askToken, browser, person, authorizeQuery } = await openConsent();
    for (const address of [page('authorize', await askToken()), authorizeQuery()]) {
      const visitor = browser();
      const login = await visitor.open(address);
      const denied = await visitor.submit(login, 'deny');
      expect([denied.status, denied.asksPassword]).toEqual([200, true]);
      expect((await person.open(address)).asksConsent).toBe(true);
    }
  });
});

describe('a callback that was removed from the list', () => {
  test('allow and deny answer with an error page, and nothing is approved', async () => {
    const { askToken, person, update, callback, approvals } = await openConsent();
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
    const { person, authorizeQuery, update } = await openConsent();
    const question = await person.open(authorizeQuery());
    await update({ callback_urls: ['https://elsewhere.example/back'] });
    expect((await person.submit(question, 'allow')).status).toBe(400);
  });
});
