import { describe, expect, test } from 'vitest';
import { openLegs } from '../../testing/legs.ts';

/** Why the last call was turned away, by its trace; null if it was not. */
async function open() {
  const legs = await openLegs();
  const reason = () =>
    legs.platform.exchanges
      .list()
      .at(-1)!
      .trace.find(({ outcome, verb }) => outcome === 'refused' && verb === 'Refused')?.text ?? null;
  return { ...legs, reason, browser: legs.browser() };
}

describe('when a page or a redirect refuses a user, the trace says exactly why', () => {
  test('OAuth 1.0a: a request token that is missing, unknown or too old', async () => {
    const { platform, askToken, browser, reason } = await open();
    const { oauth_token } = await askToken();
    expect([(await browser.open('/oauth/authorize')).status, reason()]).toEqual([
      401,
      'the parameter `oauth_token` is missing',
    ]);
    await browser.open('/oauth/authorize?oauth_token=never');
    expect(reason()).toBe('there is no such request token: it was used or denied, or never existed');
    await browser.open(`/oauth/authorize?oauth_token=${oauth_token}`);
    expect(reason()).toBeNull();
    const end = new Date(platform.clock.now() + 900_000).toISOString().slice(0, 17);
    await platform.clock.advance(900_000);
    await browser.open(`/oauth/authorize?oauth_token=${oauth_token}`);
    expect(reason()).toContain(`the request token ended at ${end}`);
  });

  test('OAuth 1.0a: the flow switched off, a PIN at authenticate, a wrong password, a forged form', async () => {
    const { update, askToken, browser, reason } = await open();
    const { oauth_token } = await askToken({ oauth_callback: 'oob' });
    await browser.open(`/oauth/authenticate?oauth_token=${oauth_token}`);
    expect(reason()).toMatch(/^the request token is for a PIN/);
    const page = await browser.open(`/oauth/authorize?oauth_token=${oauth_token}`);
    await browser.login(page, 'jonas_berg', 'wrong');
    expect(reason()).toBe('this is not the password of `@jonas_berg`');
    await browser.login(page, 'nobody', 'wrong');
    expect(reason()).toBe('nobody has this username');
    expect((await browser.post('/oauth/authorize', { oauth_token, action: 'allow' })).status).toBe(403);
    expect(reason()).toContain('does not carry the CSRF token');
    await update({ oauth1: false });
    await browser.open(`/oauth/authorize?oauth_token=${oauth_token}`);
    expect(reason()).toBe('the user authentication settings of Northwind Reader do not include OAuth 1.0a');
  });

  test('OAuth 2.0: the client, its address, and each error that goes back to it', async () => {
    const { authorizeQuery, callback, browser, reason } = await open();
    const visit = async (chosen: Readonly<Record<string, string | null>>) =>
      (await browser.open(authorizeQuery(chosen))).status;
    expect([await visit({ client_id: null }), reason()]).toEqual([400, '`client_id` is missing']);
    await visit({ client_id: 'nobody' });
    expect(reason()).toBe('no App has the `client_id` `nobody`');
    await visit({ redirect_uri: null });
    expect(reason()).toBe('`redirect_uri` is missing');
    await visit({ redirect_uri: `${callback}/` });
    expect(reason()).toMatch(/^`redirect_uri` is none of the \d+ callback URLs of Northwind Reader/);
    await visit({ response_type: 'token' });
    expect(reason()).toBe('`unsupported_response_type`: response_type must be code');
  });

  test('a user who denies access is not a refusal', async () => {
    const { authorizeQuery, askToken, browser, decide, reason } = await open();
    expect((await browser.decide(authorizeQuery(), 'jonas_berg', 'deny')).parameter('error')).toBe(
      'access_denied',
    );
    expect(reason()).toBeNull();
    await decide(await askToken(), 'jonas_berg', 'deny');
    expect(reason()).toBeNull();
  });
});
