/** choice: email-consent — in both flows the consent page decides whether an App sees the e-mail address. */
import { describe, expect, test } from 'vitest';
import { proves } from '../../../../tests/support/clause.ts';
import { openLegs } from '../../../../testing/legs.ts';
import type { Client } from '../../../../testing/platform.ts';

const username = 'jonas_berg';
const scope = 'users.read post.read users.email';

async function world() {
  const legs = await openLegs();
  const { as, keys, grant, pkce, update } = legs;
  return {
    ...legs,
    toggle: (email_toggle: boolean) => update({ email_toggle }),
    byOAuth1: async () => as.signing({ ...keys, ...(await grant(username)) }),
    byOAuth2: async () => as.withBearer((await pkce(scope, username)).access_token),
  };
}

const emailBy = async (client: Client): Promise<string | undefined> =>
  (await client.get('/2/users/me?user.fields=confirmed_email')).json.data['confirmed_email'] as never;

describe.each(['byOAuth1', 'byOAuth2'] as const)('the e-mail address, %s', (authorised) => {
  test(
    proves('2.5-setting-email-toggle', 'an App sees it with the toggle on, and not from when it goes off'),
    async () => {
      const { [authorised]: authorise, toggle } = await world();
      const client = await authorise();
      expect(await emailBy(client)).toBe(`${username}@mail.example`);
      await toggle(false);
      expect(await emailBy(client)).toBeUndefined();
      await toggle(true);
      expect(await emailBy(client)).toBe(`${username}@mail.example`);
    },
  );

  test('an App that the consent page excluded does not see the address when its toggle goes on later', async () => {
    const { [authorised]: authorise, toggle } = await world();
    await toggle(false);
    const client = await authorise();
    await toggle(true);
    expect(await emailBy(client)).toBeUndefined();
    expect(await emailBy(await authorise())).toBe(`${username}@mail.example`);
  });
});

describe('OAuth 1.0a, with one token for the same level', () => {
  test('shows or hides it according to the latest consent', async () => {
    const { byOAuth1, toggle } = await world();
    const before = await byOAuth1();
    await toggle(false);
    const after = await byOAuth1();
    await toggle(true);
    expect([await emailBy(before), await emailBy(after)]).toEqual([undefined, undefined]);
    await byOAuth1();
    expect(await emailBy(before)).toBe(`${username}@mail.example`);
  });

  test('authenticate asks again before it shows more, and before it shows less', async () => {
    const { askToken, browser, toggle } = await world();
    const person = browser();
    const open = async () => person.open(`/oauth/authenticate?oauth_token=${(await askToken()).oauth_token}`);
    await person.submit(await person.login(await open(), username), 'allow');
    for (const on of [false, true]) {
      expect((await open()).asksConsent).toBe(false);
      await toggle(on);
      const question = await open();
      expect(question.asksConsent).toBe(true);
      await person.submit(question, 'allow');
    }
  });
});

describe('OAuth 2.0', () => {
  test('grants users.email only with the toggle, and names the granted scopes', async () => {
    const { pkce, refresh, toggle } = await world();
    expect((await pkce(scope)).scope).toBe(scope);
    await toggle(false);
    const granted = await pkce(`${scope} offline.access`);
    expect(granted.scope).toBe('users.read post.read offline.access');
    await toggle(true);
    expect((await refresh(granted.refresh_token, { scope })).json['error']).toBe('invalid_scope');
    expect((await refresh(granted.refresh_token)).json['scope']).toBe(granted.scope);
  });
});
