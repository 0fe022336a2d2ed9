/** npm `oauth-1.0a` as published signs each step; the calls go through the platform's own fetch. */
import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import { expect, test } from 'vitest';
import { decodeForm } from '../../../engine/inside.ts';
import { proves } from '../../support/clause.ts';
import { openLegs } from '../../../testing/legs.ts';

type Token = { key: string; secret: string };

test(
  proves(
    ['5-three-legged-sequence', '5-oauth1-signed-header'],
    'npm oauth-1.0a signs all three steps and a call',
  ),
  async () => {
    const { platform, keys, browser, callback } = await openLegs('Northwind Reader', { now: Date.now });
    const oauth = new OAuth({
      consumer: { key: keys.consumer_key, secret: keys.consumer_secret },
      signature_method: 'HMAC-SHA1',
      hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
    });
    const call = async (method: string, url: string, token?: Token, data: Record<string, string> = {}) => {
      const headers = { ...oauth.toHeader(oauth.authorize({ url, method, data }, token)) };
      return (await platform.fetch(new Request(url, { method, headers }))).text();
    };
    const tokenOf = (body: string) => {
      const fields = new Map(decodeForm(body));
      return { key: fields.get('oauth_token')!, secret: fields.get('oauth_token_secret')! };
    };
    const { baseUrl } = platform;
    // It moves data whose name starts with oauth_ into the header.
    const asked = tokenOf(
      await call('POST', `${baseUrl}/oauth/request_token`, undefined, { oauth_callback: callback }),
    );
    const back = await browser().decide(`/oauth/authorize?oauth_token=${asked.key}`, 'sam_ode');
    const oauth_verifier = back.parameter('oauth_verifier')!;
    const given = tokenOf(
      await call('POST', `${baseUrl}/oauth/access_token?oauth_verifier=${oauth_verifier}`, asked),
    );
    expect(await call('GET', `${baseUrl}/2/users/me`, given)).toContain('"username":"sam_ode"');
  },
);
