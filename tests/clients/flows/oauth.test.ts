/** npm `oauth` as published, over the network: the callback flow, the PIN flow, and the end of a token. */
import { OAuth } from 'oauth';
import { expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { callback, openSite } from './person.ts';

type Site = Awaited<ReturnType<typeof openSite>>;

interface Pair {
  readonly token: string;
  readonly secret: string;
  readonly more: Record<string, string>;
}

const clientOf = ({ keys, urls }: Site, oauthCallback: string) =>
  new OAuth(
    urls.request,
    urls.access,
    keys.consumer_key,
    keys.consumer_secret,
    '1.0',
    oauthCallback,
    'HMAC-SHA1',
  );

type Done = (error: unknown, token: string, secret: string, more: unknown) => void;

const pairOf = (start: (done: Done) => void): Promise<Pair> =>
  new Promise((resolve, reject) => {
    start((error, token, secret, more) => {
      if (error) reject(new Error(JSON.stringify(error)));
      else resolve({ token, secret, more: more as Record<string, string> });
    });
  });

const requestToken = (client: OAuth): Promise<Pair> => pairOf((done) => client.getOAuthRequestToken(done));

const accessToken = (client: OAuth, { token, secret }: Pair, verifier: string): Promise<Pair> =>
  pairOf((done) => client.getOAuthAccessToken(token, secret, verifier, done));

const whoami = (client: OAuth, url: string, { token, secret }: Pair): Promise<string> =>
  new Promise((resolve, reject) => {
    client.get(url, token, secret, (error: unknown, body) => {
      if (error) reject(new Error(JSON.stringify(error)));
      else resolve((JSON.parse(String(body)) as { data: { username: string } }).data.username);
    });
  });

test(
  proves(['5-three-legged-sequence', '3-request-token-exchanged'], 'npm oauth completes the callback flow'),
  async () => {
    await using site = await openSite();
    const client = clientOf(site, callback);
    const asked = await requestToken(client);
    expect(asked.more).toEqual({ oauth_callback_confirmed: 'true' });
    const back = await site.browser.decide(`${site.urls.authorize}?oauth_token=${asked.token}`, 'sam_ode');
    expect(back.address.startsWith(`${callback}?`)).toBe(true);
    expect(back.parameter('oauth_token')).toBe(asked.token);
    const verifier = back.parameter('oauth_verifier')!;
    await expect(accessToken(client, asked, `${verifier}x`)).rejects.toThrow('Invalid oauth_verifier');
    const given = await accessToken(client, asked, verifier);
    expect(given.more['screen_name']).toBe('sam_ode');
    expect(await whoami(client, site.urls.me, given)).toBe('sam_ode');
    await expect(accessToken(client, asked, verifier)).rejects.toThrow('Invalid or expired token');
    await new Promise((resolve) => {
      client.post(`${site.base}/1.1/oauth/invalidate_token.json`, given.token, given.secret, '', '', resolve);
    });
    await expect(whoami(client, site.urls.me, given)).rejects.toThrow('Invalid or expired token');
  },
);

test(proves('5-three-legged-callback-or-pin', 'npm oauth completes the PIN flow'), async () => {
  await using site = await openSite();
  const client = clientOf(site, 'oob');
  const asked = await requestToken(client);
  const page = await site.browser.decide(`${site.urls.authorize}?oauth_token=${asked.token}`, 'jonas_berg');
  expect(page.pin).toMatch(/^\d{7}$/);
  expect(await whoami(client, site.urls.me, await accessToken(client, asked, page.pin))).toBe('jonas_berg');
});

test('npm oauth receives 403 for a callback that is not listed', async () => {
  await using site = await openSite();
  await expect(requestToken(clientOf(site, 'http://127.0.0.1:9/other'))).rejects.toThrow('"statusCode":403');
});
