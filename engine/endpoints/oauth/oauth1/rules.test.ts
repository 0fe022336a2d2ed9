import { describe, expect, test } from 'vitest';
import { proves } from '../../../../tests/support/clause.ts';
import { openLegs } from '../../../../testing/legs.ts';
import type { Answer } from '../../../../testing/platform.ts';
import { endpoints } from '../../../../testing/endpoints.ts';

const of = (answer: Answer) => [answer.status, answer.code];

describe('what holds for all OAuth endpoints (4, 9)', () => {
  test(proves('4-oauth-https', 'over http each is refused with code 92'), async () => {
    const { platform, as } = await openLegs();
    const paths = endpoints.filter(({ path }) => path.includes('/oauth'));
    expect(paths.length).toBeGreaterThanOrEqual(11);
    for (const { method, path, auth } of paths) {
      const plain = `${platform.baseUrl.replace('https:', 'http:')}${path}`;
      const refused = await as.consumer().send({ method, path: plain });
      // A page answers in HTML (choice: html-pages).
      if (auth.includes('session'))
        expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('code 92')]);
      else expect(of(refused), path).toEqual([403, 92]);
      expect((await as.consumer().send({ method, path })).text, path).not.toContain('"code":92');
    }
  });

  test(
    proves(
      ['9-oauth-unversioned', '9-path-v1-1'],
      'their paths have no version, except for invalidate_token of OAuth 1.0a under /1.1/',
    ),
    async () => {
      const { as } = await openLegs();
      const status = async (path: string) => (await as.anonymous.post(path)).status;
      for (const path of [
        '/oauth/request_token',
        '/oauth/access_token',
        '/oauth2/token',
        '/oauth2/invalidate_token',
      ]) {
        expect(await status(path), path).not.toBe(404);
        expect(await status(`/1.1${path}`), path).toBe(404);
      }
      expect(await status('/1.1/oauth/invalidate_token')).not.toBe(404);
      expect([await status('/oauth/invalidate_token'), await status('/2/oauth/invalidate_token')]).toEqual([
        404, 404,
      ]);
    },
  );

  test(proves('4.1-request-token-no-body', 'request_token declares no body and needs none'), async () => {
    const { ask, as, keys } = await openLegs();
    expect(endpoints.find(({ id }) => id === 'requestToken')?.body ?? null).toBeNull();
    expect((await ask({ oauth_callback: 'oob' })).request.body).toBeUndefined();
    expect((await ask({ oauth_callback: 'oob' })).status).toBe(200);
    const json = { oauth_callback: 'oob' };
    const inJson = await as.signing(keys).send({ method: 'POST', path: '/oauth/request_token', json });
    expect(of(inJson)).toEqual([403, 415]);
  });

  test(
    proves(
      ['4.1-invalidate-rate-limited', '8.1-oauth-endpoints-limited'],
      'invalidate_token: 25 per user token',
    ),
    async () => {
      const { as, keys, grant } = await openLegs();
      const given = await grant();
      const answer = await as.signing({ ...keys, ...given }).post('/1.1/oauth/invalidate_token');
      expect([answer.number('svc-rate-limit-limit'), answer.number('svc-rate-limit-remaining')]).toEqual([
        25, 24,
      ]);
    },
  );

  test(
    proves(
      '5-oauth1-coarse-scopes',
      'a level opens every endpoint at or below it: there are no finer scopes',
    ),
    async () => {
      const { as, keys, grant } = await openLegs();
      const given = await grant();
      const signer = as.signing({ ...keys, ...given });
      const taking = endpoints.filter(({ auth, path }) => auth.includes('oauth1') && path.startsWith('/2/'));
      const open = taking.filter(({ permission }) => permission !== 'read-write-directmessages');
      expect(new Set(open.flatMap(({ scopes }) => scopes)).size).toBeGreaterThan(2);
      for (const { method, path, id } of open) {
        const answer = await signer.send({ method, path: path.replaceAll(/:\w+/g, given.user_id) });
        expect([401, 403], `${id}: ${answer.text}`).not.toContain(answer.status);
      }
    },
  );

  test(
    proves(
      '1-tokens-issued-and-revoked',
      'access and bearer tokens are obtained, work, are revoked and refused',
    ),
    async () => {
      const { as, keys, grant, post } = await openLegs();
      const user = as.signing({ ...keys, ...(await grant()) });
      const obtain = () => post(as.basic(), '/oauth2/token', {}, { grant_type: 'client_credentials' });
      const { access_token } = (await obtain()).json;
      const app = as.withBearer(access_token);
      const path = '/2/users/2244994945';
      expect([(await user.get(path)).status, (await app.get(path)).status]).toEqual([200, 200]);

      expect((await user.post('/1.1/oauth/invalidate_token')).status).toBe(200);
      expect((await post(as.user(), '/oauth2/invalidate_token', { access_token })).status).toBe(200);
      expect([of(await user.get(path)), of(await app.get(path))]).toEqual([
        [401, 89],
        [401, 89],
      ]);
    },
  );
});
