import { describe, expect, test } from 'vitest';
import { openLegs } from '../../testing/legs.ts';

async function world() {
  const legs = await openLegs();
  const address = async () => `/oauth/authorize?oauth_token=${(await legs.askToken()).oauth_token}`;
  return { ...legs, address };
}

const day = 86_400_000;

describe('sessions of the pages', () => {
  test('the cookie is HttpOnly, Secure, SameSite=Lax, host-only and opaque', async () => {
    const { browser, address } = await world();
    const person = browser();
    await person.open(await address());
    const [pair, ...flags] = person.lastSetCookie.split('; ');
    expect(pair).toMatch(/^svc_session=[A-Za-z0-9]{40}$/);
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  test('signing in gives a new cookie, and the old one is worthless (session fixation)', async () => {
    const { browser, address, platform } = await world();
    const victim = browser();
    const target = await address();
    const login = await victim.open(target);
    const planted = new Map(victim.cookies);
    expect((await victim.login(login, 'jonas_berg')).asksConsent).toBe(true);
    expect(victim.cookies).not.toEqual(planted);
    const attacker = browser();
    for (const [name, value] of planted) attacker.cookies.set(name, value);
    expect((await attacker.open(target)).asksPassword).toBe(true);
    const kept = platform.snapshot().tables['sessions']!.map(({ id }) => id);
    expect(kept).not.toContain(planted.get('svc_session'));
  });

  test('signing in as another user ends the previous session', async () => {
    const { browser, address } = await world();
    const person = browser();
    await person.login(await person.open(await address()), 'jonas_berg');
    const kept = new Map(person.cookies);
    await person.login(await person.open(`${await address()}&force_login=true`), 'sam_ode');
    const other = browser();
    for (const [name, value] of kept) other.cookies.set(name, value);
    expect((await other.open(await address())).asksPassword).toBe(true);
  });

  test('a cookie that the platform did not set is ignored, and is not adopted', async () => {
    const { browser, address } = await world();
    const person = browser();
    person.cookies.set('svc_session', 'a'.repeat(40));
    expect((await person.open(await address())).asksPassword).toBe(true);
    expect(person.cookies.get('svc_session')).not.toBe('a'.repeat(40));
  });

  test('a form without the token of its session does nothing: 403', async () => {
    const { browser, address } = await world();
    const person = browser();
    const target = await address();
    const question = await person.login(await person.open(target), 'jonas_berg');
    const { action, fields } = question.markup.form!;
    const foreign = browser();
    const other = await foreign.login(await foreign.open(target), 'sam_ode');
    for (const csrf of ['', 'x', other.markup.form!.fields['csrf']!])
      for (const decision of ['allow', 'deny', 'login']) {
        const refused = await person.post(action, { ...fields, csrf, action: decision });
        expect([refused.status, refused.header('location')]).toEqual([403, undefined]);
      }
    expect((await person.post(action, { ...fields, action: 'other' })).status).toBe(403);
    const bare = browser();
    expect((await bare.post(action, { ...fields, action: 'allow' })).status).toBe(403);
    expect((await person.submit(question, 'allow')).parameter('oauth_verifier')).not.toBeNull();
  });

  test('a session lasts 30 days on the virtual clock', async () => {
    const { browser, address, platform } = await world();
    const person = browser();
    await person.login(await person.open(await address()), 'jonas_berg');
    await platform.clock.advance(30 * day - 1);
    expect((await person.open(await address())).asksPassword).toBe(false);
    await platform.clock.advance(1);
    expect((await person.open(await address())).asksPassword).toBe(true);
  });
});

test('expired sessions, request tokens, codes and tokens are swept, so that they do not pile up', async () => {
  const { platform, browser, address, pkce } = await world();
  await browser().open(await address());
  await pkce('users.read offline.access');
  const left = () => {
    const { sessions, request_tokens, authorization_codes, oauth2_tokens } = platform.snapshot().tables;
    return [sessions, request_tokens, authorization_codes, oauth2_tokens].map((rows) => rows!.length);
  };
  expect(left().every((count) => count > 0)).toBe(true);
  await platform.clock.advance(31 * day);
  expect(left()).toEqual([0, 0, 1, 0]); // a used code is kept as long as its tokens (choice: pkce-token)
  await platform.clock.advance(152 * day);
  expect(left()).toEqual([0, 0, 0, 0]);
});
