import { describe, expect, test } from 'vitest';
import { proves } from '../../../../tests/support/clause.ts';
import { fieldsOf, openLegs } from '../../../../testing/legs.ts';
import { sign, toRequest } from '../../../../testing/platform.ts';
import type { Answer } from '../../../../testing/platform.ts';

const of = (answer: Answer) => [answer.status, answer.code];
const path = '/oauth/request_token';

describe('request_token (4.1, step 1)', () => {
  test(
    proves(
      [
        '2.2-form-encoded-body',
        '2.2-request-token-fields',
        '4.1-request-token-post',
        '4.1-request-token-response',
        '4-json-except-oauth1-tokens',
      ],
      'a form-encoded request token of the three fields, by POST alone',
    ),
    async () => {
      const { ask, as } = await openLegs();
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.header('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
      expect(answer.header('cache-control')).toBe('no-store');
      // choice: o1-formats
      expect(answer.text).toMatch(
        /^oauth_token=[A-Za-z0-9]{27}&oauth_token_secret=[A-Za-z0-9]{45}&oauth_callback_confirmed=true$/,
      );
      const again = await ask();
      expect(fieldsOf(again)['oauth_token']).not.toBe(fieldsOf(answer)['oauth_token']);
      expect(of(await as.consumer().get(`${path}?oauth_callback=oob`))).toEqual([405, 86]);
    },
  );

  test(proves('4.1-request-token-consumer-signature', 'signed only by the consumer'), async () => {
    const { ask, as, post, keys } = await openLegs();
    const query = { oauth_callback: 'oob' };
    expect((await ask(query)).status).toBe(200);
    expect(of(await post(as.anonymous, path, query))).toEqual([400, 215]);
    expect(of(await ask(query, { ...keys, consumer_secret: `${keys.consumer_secret}x` }))).toEqual([401, 32]);
    expect(of(await ask(query, { ...keys, consumer_key: 'nobody' }))).toEqual([401, 32]);
    expect((await post(as.bearer(), path, query)).status).toBe(403);
    expect((await post(as.user(), path, query)).status).toBe(403);
  });

  test(proves('4.1-request-token-callback-required', 'oauth_callback is required'), async () => {
    const { ask } = await openLegs();
    const none = await ask({});
    expect(of(none)).toEqual([403, 415]);
    expect(none.because).toContain('`oauth_callback`');
    expect(of(await ask({ oauth_callback: '' }))).toEqual([403, 415]);
  });

  test(
    proves(
      [
        '4.1-request-token-callback-url',
        '5-r4-exact-oauth-callback',
        '5-r5-unlisted-callback-rejected',
        '7-callback-403',
      ],
      'a callback must be exactly one of the App, else 403',
    ),
    async () => {
      const { ask, callback } = await openLegs();
      expect((await ask({ oauth_callback: callback })).status).toBe(200);
      for (const oauth_callback of [
        `${callback}/`,
        `${callback}?x=1`,
        callback.toUpperCase(),
        callback.replace('https:', 'http:'),
        callback.slice(0, -1),
        'https://elsewhere.example/callback',
        'OOB',
      ])
        expect(of(await ask({ oauth_callback })), oauth_callback).toEqual([403, 415]);
    },
  );

  test(
    proves('4.1-header-callback', 'oauth_callback counts in the header, the query and the form body'),
    async () => {
      const { platform, as, keys, callback, post } = await openLegs();
      const request = toRequest(platform, { method: 'POST', path });
      const inHeader = (value: string) =>
        as
          .raw(sign(platform, request, keys, { protocol: { oauth_callback: value } }))
          .send({ method: 'POST', path });
      expect((await inHeader(callback)).status).toBe(200);
      expect(of(await inHeader('https://elsewhere.example/'))).toEqual([403, 415]);
      expect((await post(as.signing(keys), path, {}, { oauth_callback: callback })).status).toBe(200);
    },
  );

  test(
    proves(
      '5-r4-percent-encoded-in-query',
      'a callback with a query of its own arrives when it is percent-encoded',
    ),
    async () => {
      const { ask, as, keys, post, update } = await openLegs();
      const listed = 'https://app.example/back?a=1&b=%2F';
      await update({ callback_urls: [listed] });
      expect((await ask({ oauth_callback: listed })).status).toBe(200);
      expect(
        (await post(as.signing(keys), `${path}?oauth_callback=${listed}`)).status,
      ).toBeGreaterThanOrEqual(400);
    },
  );

  test(
    proves(
      '4.1-request-token-access-type',
      'svc_auth_access_type lowers the level; the level of the App caps it',
    ),
    async () => {
      const levelOf = async (appName: string, svc_auth_access_type?: string) => {
        const { as, keys, askToken, callback, decide, exchange } = await openLegs(appName);
        const asked = { oauth_callback: callback, ...(svc_auth_access_type && { svc_auth_access_type }) };
        const token = await askToken(asked);
        const oauth_verifier = (await decide(token, 'sam_ode')).parameter('oauth_verifier')!;
        const given = fieldsOf(await exchange(token, { oauth_verifier }));
        const signer = {
          ...keys,
          oauth_token: given['oauth_token']!,
          oauth_token_secret: given['oauth_token_secret']!,
        };
        return (await as.signing(signer).get('/2/users/me')).header('svc-access-level');
      };
      expect(await levelOf('Northwind Courier')).toBe('read-write-directmessages');
      expect(await levelOf('Northwind Courier', 'write')).toBe('read-write');
      expect(await levelOf('Northwind Courier', 'read')).toBe('read');
      expect(await levelOf('Northwind Reader', 'read')).toBe('read');
      expect(await levelOf('Northwind Viewer', 'write')).toBe('read');
      const { ask } = await openLegs();
      for (const svc_auth_access_type of ['directmessages', 'READ', ''])
        expect(of(await ask({ oauth_callback: 'oob', svc_auth_access_type })), svc_auth_access_type).toEqual([
          400, 214,
        ]);
    },
  );

  test(
    proves(
      ['4.1-request-token-rate-limited', '4.1-access-token-rate-limited', '8.1-oauth-endpoints-limited'],
      '300 calls per App and quarter of an hour, of step 1 and of step 3 each',
    ),
    async () => {
      const { platform, ask, askToken, decide, exchange } = await openLegs();
      for (let left = 299; left >= 0; left--) {
        const answer = await ask({ oauth_callback: 'oob' });
        expect([answer.status, answer.number('svc-rate-limit-remaining')]).toEqual([200, left]);
      }
      expect(of(await ask({ oauth_callback: 'oob' }))).toEqual([429, 88]);
      await platform.clock.advance(15 * 60_000);
      const token = await askToken();
      const oauth_verifier = (await decide(token)).parameter('oauth_verifier')!;
      const granted = await exchange(token, { oauth_verifier });
      expect(granted.number('svc-rate-limit-limit')).toBe(300);
      expect(granted.number('svc-rate-limit-remaining')).toBe(299);
    },
  );

  test('an App without OAuth 1.0a is refused, and so is a suspended one', async () => {
    const { platform, ask, update, app } = await openLegs();
    await update({ oauth1: false });
    const excluded = await ask();
    expect(of(excluded)).toEqual([403, 220]);
    expect(excluded.json.errors[0]!.message).toContain('OAuth 1.0a is not enabled for this App');
    await update({ oauth1: true });
    await platform.do('portal.setSuspended', app().id, true);
    expect(of(await ask())).toEqual([401, 416]);
  });
});
