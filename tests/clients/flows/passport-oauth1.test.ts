/** npm `passport-oauth1` as published: its strategy redirects the person and handles the return. */
import { Strategy } from 'passport-oauth1';
import { expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { callback, openSite } from './person.ts';

type Outcome =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'success'; readonly user: object }
  | { readonly kind: 'fail'; readonly status: unknown }
  | { readonly kind: 'error'; readonly message: string };

/** How passport itself uses a strategy: a copy with the four ways to end. */
const run = (strategy: Strategy, session: object, query: Record<string, string>): Promise<Outcome> =>
  new Promise((resolve) => {
    const copy = Object.assign(Object.create(strategy) as Strategy, {
      redirect: (to: string) => resolve({ kind: 'redirect', to }),
      success: (user: object) => resolve({ kind: 'success', user }),
      fail: (_challenge: unknown, status: unknown) => resolve({ kind: 'fail', status }),
      error: ({ message }: Error) => resolve({ kind: 'error', message }),
    });
    copy.authenticate({ session, query });
  });

async function world() {
  const site = await openSite();
  const { keys, urls } = site;
  const strategy = new Strategy(
    {
      requestTokenURL: urls.request,
      accessTokenURL: urls.access,
      userAuthorizationURL: urls.authorize.replace('authorize', 'authenticate'),
      consumerKey: keys.consumer_key,
      consumerSecret: keys.consumer_secret,
      callbackURL: callback,
    },
    (token, secret, more, _profile, done) => done(null, { token, secret, ...more }),
  );
  return { ...site, strategy };
}

const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test(
  proves(
    ['4.1-authenticate-get', '5-three-legged-sequence'],
    'passport-oauth1 signs a person in by authenticate',
  ),
  async () => {
    await using site = await world();
    const session = {};
    const away = await run(site.strategy, session, {});
    if (away.kind !== 'redirect') throw new Error(JSON.stringify(away));
    const back = await site.browser.decide(away.to, 'aiko_tan');
    const home = await run(site.strategy, session, queryOf(back.address));
    expect(home).toMatchObject({ kind: 'success', user: { screen_name: 'aiko_tan' } });
    // A second visit: already signed in and approved, so nothing is asked.
    const again = await run(site.strategy, session, {});
    const skipped = await site.browser.open(again.kind === 'redirect' ? again.to : '');
    expect(await run(site.strategy, session, queryOf(skipped.address))).toEqual(home);
  },
);

test('passport-oauth1 fails for a person who denied, and reports an error for a forged verifier', async () => {
  await using site = await world();
  const session = {};
  const away = await run(site.strategy, session, {});
  if (away.kind !== 'redirect') throw new Error(JSON.stringify(away));
  const oauth_token = new URL(away.to).searchParams.get('oauth_token')!;
  const forged = await run(site.strategy, session, { oauth_token, oauth_verifier: 'forged' });
  expect(forged).toMatchObject({ kind: 'error' });
  const denied = await site.browser.decide(away.to, 'aiko_tan', 'deny');
  expect(queryOf(denied.address)).toEqual({ denied: oauth_token });
});
