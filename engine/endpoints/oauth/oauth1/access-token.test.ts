import { describe, expect, test } from 'vitest';
import { proves } from '../../../../tests/support/clause.ts';
import { fieldsOf, openLegs } from '../../../../testing/legs.ts';
import type { Token } from '../../../../testing/legs.ts';
import { userId } from '../../../../testing/platform.ts';
import type { Answer } from '../../../../testing/platform.ts';

const of = (answer: Answer) => [answer.status, answer.code];
const message = (answer: Answer) => answer.json.errors[0]!.message;
const level = (answer: Answer) => answer.header('svc-access-level');

async function world(appName?: string) {
  const legs = await openLegs(appName);
  const approved = async (username?: string) => {
    const token = await legs.askToken();
    const oauth_verifier = (await legs.decide(token, username)).parameter('oauth_verifier') ?? '';
    return { token, oauth_verifier };
  };
  const me = (given: Token) => legs.as.signing({ ...legs.keys, ...given }).get('/2/users/me');
  return { ...legs, approved, me };
}

describe('access_token (4.1, step 3)', () => {
  test(
    proves(
      [
        '2.2-access-token-fields',
        '3-request-token-exchanged',
        '4.1-access-token-post',
        '4.1-access-token-response',
        '4.1-access-token-query-string',
        '5-three-legged-sequence',
        '5-oauth1-acts-for-user',
      ],
      'an approved request token becomes an access token that acts for the user who approved',
    ),
    async () => {
      const { platform, approved, exchange, me } = await world();
      const { token, oauth_verifier } = await approved('sam_ode');
      const answer = await exchange(token, { oauth_token: token.oauth_token, oauth_verifier });
      expect(answer.status).toBe(200);
      expect(answer.header('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
      expect(answer.header('cache-control')).toBe('no-store');
      const id = userId(platform, 'sam_ode');
      // choice: o1-formats
      const written = `^oauth_token=${id}-[A-Za-z0-9]{40}&oauth_token_secret=[A-Za-z0-9]{45}&user_id=${id}&screen_name=sam_ode$`;
      expect(answer.text).toMatch(new RegExp(written));
      const user = await me(fieldsOf(answer) as never);
      expect([user.status, user.json.data['username']]).toEqual([200, 'sam_ode']);
    },
  );

  test(
    proves('5-three-legged-callback-or-pin', 'the verifier of the callback and the PIN give the same result'),
    async () => {
      const { askToken, decide, exchange, approved } = await world();
      const { token, oauth_verifier } = await approved();
      const byCallback = fieldsOf(await exchange(token, { oauth_verifier }));
      const pinToken = await askToken({ oauth_callback: 'oob' });
      const { pin } = await decide(pinToken);
      expect(fieldsOf(await exchange(pinToken, { oauth_verifier: pin }))).toEqual(byCallback);
    },
  );

  test(
    proves(
      ['4.1-access-token-verifier', '4.1-access-token-verifier-enforced'],
      'no verifier, a wrong one and one of another token are 401 with code 32, and the right one still works',
    ),
    async () => {
      const { approved, exchange } = await world();
      const { token, oauth_verifier } = await approved();
      const other = await approved('sam_ode');
      for (const none of [{}, { oauth_verifier: '' }]) {
        const answer = await exchange(token, none);
        expect(of(answer)).toEqual([401, 32]);
        expect(message(answer)).toBe('Required oauth_verifier parameter not provided');
      }
      for (const wrong of ['x', other.oauth_verifier, oauth_verifier.toLowerCase(), `${oauth_verifier} `]) {
        const answer = await exchange(token, { oauth_verifier: wrong });
        expect(of(answer)).toEqual([401, 32]);
        expect(message(answer)).toBe('Error processing your OAuth request: Invalid oauth_verifier parameter');
      }
      expect((await exchange(token, { oauth_verifier })).status).toBe(200);
    },
  );

  test('a request token that nobody approved has no verifier that could be guessed', async () => {
    const { askToken, exchange } = await world();
    for (const oauth_verifier of ['null', '0000000', 'undefined'])
      expect(of(await exchange(await askToken(), { oauth_verifier }))).toEqual([401, 32]);
  });

  test('five wrong verifiers end the request token, also with a PIN', async () => {
    const { askToken, decide, exchange } = await world();
    const token = await askToken({ oauth_callback: 'oob' });
    const { pin } = await decide(token);
    for (let wrong = 0; wrong < 5; wrong++) {
      const answer = await exchange(token, { oauth_verifier: String((Number(pin) + 1 + wrong) % 1e7) });
      expect(of(answer)).toEqual([401, 32]);
      const { problem, reason } = answer.exchange.trace.find(({ outcome }) => outcome === 'refused') ?? {};
      expect([problem, reason]).toEqual(['verifierWrong', wrong < 4 ? undefined : 'requestTokenEnded']);
    }
    expect(of(await exchange(token, { oauth_verifier: pin }))).toEqual([401, 89]);
  });

  test(
    proves(
      ['4.1-access-token-oauth-token', '4.1-access-token-needs-authentication', '7-invalid-token-401-89'],
      'signed with the request token that step 1 gave, once, within its 15 minutes, by the App that asked',
    ),
    async () => {
      const { platform, as, approved, exchange, askToken, post, keys } = await world();
      const path = '/oauth/access_token';
      const { token, oauth_verifier } = await approved();
      const query = { oauth_token: token.oauth_token, oauth_verifier };
      expect(of(await post(as.anonymous, path, query))).toEqual([400, 215]);
      expect(of(await exchange({ ...token, oauth_token_secret: 'x' }, query))).toEqual([401, 32]);
      const foreign = as.credential('basic', 'Harbour Desk');
      expect(of(await post(as.signing({ ...foreign, ...token }), path, query))).toEqual([401, 89]);
      const another = await askToken();
      expect((await exchange(token, { ...query, oauth_token: another.oauth_token })).status).toBe(400); // RFC 5849 3.1
      const withoutToken = await post(as.signing(keys), path, { oauth_verifier });
      expect(withoutToken.status).toBeGreaterThanOrEqual(400);
      expect((await exchange(token, query)).status).toBe(200);
      expect(of(await exchange(token, query))).toEqual([401, 89]);
      const late = await approved();
      await platform.clock.advance(15 * 60_000);
      expect(of(await exchange(late.token, { oauth_verifier: late.oauth_verifier }))).toEqual([401, 89]);
    },
  );

  test(
    proves(
      [
        '3-access-token-invalidated',
        '3-access-token-recreated',
        '4.1-invalidate-post',
        '4.1-invalidate-response',
      ],
      'approving again gives the same token while it lives, and another after its invalidation',
    ),
    async () => {
      const { platform, as, keys, grant, me } = await world();
      const first = await grant();
      expect(await grant()).toEqual(first);
      const known = platform.initialCredentials.some(
        (each) => each.kind === 'oauth1' && each.oauth_token === first.oauth_token,
      );
      expect(known).toBe(true); // the starter's own token of this user
      const ended = await as.signing({ ...keys, ...first }).post('/1.1/oauth/invalidate_token');
      expect([ended.status, ended.json]).toEqual([200, { access_token: first.oauth_token }]);
      expect(of(await me(first))).toEqual([401, 89]);
      const second = await grant();
      expect(second.oauth_token).not.toBe(first.oauth_token);
      expect(second.oauth_token_secret).not.toBe(first.oauth_token_secret);
      expect([(await me(second)).status, (await me(first)).status]).toEqual([200, 401]);
    },
  );

  test(
    proves(
      ['5-r2-level-read', '5-r2-level-read-write', '5-r2-level-direct-messages'],
      'the level is frozen in the token: a change of the App needs a new authorisation',
    ),
    async () => {
      const { grant, me, update } = await world('Northwind Viewer');
      const reading = await grant();
      expect(level(await me(reading))).toBe('read');
      await update({ permission: 'read-write' });
      expect(level(await me(reading))).toBe('read');
      const writing = await grant();
      expect(writing.oauth_token).not.toBe(reading.oauth_token);
      expect([level(await me(reading)), level(await me(writing))]).toEqual(['read', 'read-write']);
      await update({ permission: 'read-write-directmessages' });
      expect(level(await me(await grant()))).toBe('read-write-directmessages');
    },
  );

  test('an App whose level was lowered between approval and exchange gets its current level', async () => {
    const { approved, exchange, me, update } = await world();
    const { token, oauth_verifier } = await approved('sam_ode');
    await update({ permission: 'read' });
    const given = fieldsOf(await exchange(token, { oauth_verifier })) as never as Token;
    expect(level(await me(given))).toBe('read');
    await update({ permission: 'read-write' });
    expect(level(await me(given))).toBe('read');
  });

  test('an App without OAuth 1.0a is refused at the last step and with its tokens', async () => {
    const { platform, approved, exchange, grant, me, update, app, as } = await world();
    const given = await grant();
    const { token, oauth_verifier } = await approved();
    await update({ oauth1: false });
    expect(of(await exchange(token, { oauth_verifier }))).toEqual([403, 220]);
    expect(of(await me(given))).toEqual([403, 220]);
    expect((await as.bearer().get('/2/users/by/username/sam_ode')).status).toBe(200); // app-only is never affected
    await update({ oauth1: true });
    await platform.do('portal.setSuspended', app().id, true);
    expect(of(await exchange(token, { oauth_verifier }))).toEqual([401, 416]);
    await platform.do('portal.setSuspended', app().id, false);
    expect((await exchange(token, { oauth_verifier })).status).toBe(200);
  });

  test('new API keys end the tokens of users at once (choice: regenerate)', async () => {
    const { platform, as, grant, me, app, keys } = await world();
    const given = await grant();
    expect((await platform.do('portal.regenerate', app().id, 'basic')).ok).toBe(true);
    expect(of(await me(given))).toEqual([401, 32]);
    expect(of(await as.signing(keys).post('/oauth/request_token?oauth_callback=oob'))).toEqual([401, 32]);
    expect((await as.bearer().get('/2/users/by/username/sam_ode')).status).toBe(401);
  });
});
