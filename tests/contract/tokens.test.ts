import { expect, test } from 'vitest';
import { proves } from '../support/clause.ts';
import { openLegs } from '../../testing/legs.ts';
import { basicOf } from '../../testing/platform.ts';

const readable = '/2/users/2244994945';

test(
  proves(
    '1-tokens-issued-and-revoked',
    'all three kinds of token are given out; those that grant access work until they are revoked, and not after',
  ),
  async () => {
    const { as, keys, grant, post } = await openLegs();
    const { oauth_token, oauth_token_secret } = await grant('mira_holm'); // the request token is its first step
    const asUser = as.signing({ ...keys, oauth_token, oauth_token_secret });
    const issued = await post(
      as.raw(basicOf(keys)),
      '/oauth2/token',
      {},
      { grant_type: 'client_credentials' },
    );
    const asApp = as.raw(`Bearer ${issued.json.access_token}`);
    expect([(await asUser.get(readable)).status, (await asApp.get(readable)).status]).toEqual([200, 200]);

    const access_token = issued.json.access_token;
    expect((await post(as.user(), '/oauth2/invalidate_token', { access_token })).status).toBe(200);
    const refused = await asApp.get(readable);
    expect([refused.status, refused.code]).toEqual([401, 89]);
    expect((await asUser.get(readable)).status, 'the other token lives on').toBe(200);

    expect((await post(asUser, '/1.1/oauth/invalidate_token')).status).toBe(200);
    const late = await asUser.get(readable);
    expect([late.status, late.code]).toEqual([401, 89]);
  },
);
