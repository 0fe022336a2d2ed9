import { OAuth } from 'oauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../support/clause.ts';
import { userCredentials } from './calls.ts';
import type { UserCredential } from './calls.ts';
import { openLoopback } from './loopback.ts';
import type { Loopback } from './loopback.ts';

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

describe('npm oauth, unchanged, over a socket', () => {
  let loopback: Loopback;
  let user: UserCredential;
  let client: OAuth;

  beforeAll(async () => {
    loopback = await openLoopback();
    user = userCredentials(loopback.platform).find(({ appName }) => appName === 'Northwind Reader')!;
    client = new OAuth('', '', user.consumer_key, user.consumer_secret, '1.0', null, 'HMAC-SHA1');
  });
  afterAll(() => loopback[Symbol.asyncDispose]());

  /** Its callback as a promise: refusals resolve too. */
  const call = (
    method: 'get' | 'delete' | 'post',
    path: string,
    body?: string,
    type?: string,
  ): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const url = `${loopback.platform.baseUrl}${path}`;
      const done: Parameters<OAuth['get']>[3] = (error, data, response) => {
        if (!response) return reject(new Error(JSON.stringify(error)));
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: JSON.parse(String(data)) as Reply['body'] });
      };
      const { oauth_token, oauth_token_secret } = user;
      if (method === 'post') client.post(url, oauth_token, oauth_token_secret, body, type, done);
      else client[method](url, oauth_token, oauth_token_secret, done);
    });

  test(proves(['5-oauth1-acts-for-user', '4.6-access-level'], 'shows the acting user'), async () => {
    const { status, body, headers } = await call('get', '/2/users/me?user.fields=created_at,location');
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { id: user.userId, username: user.username, location: 'Bergen' } });
    expect(headers).toMatchObject({ 'svc-access-level': user.permission, 'svc-rate-limit-limit': '75' });
  });

  test('creates a post whose JSON is not signed, reads it and deletes it', async () => {
    const text = 'Räksmörgås & 100 % + = ☃';
    const made = await call('post', '/2/posts', JSON.stringify({ text }), 'application/json');
    expect(made).toMatchObject({ status: 201, body: { data: { text } } });
    const { id } = made.body['data'] as { id: string };
    expect(await call('get', `/2/posts/${id}`)).toMatchObject({ status: 200, body: { data: { id, text } } });
    expect(await call('delete', `/2/posts/${id}`)).toMatchObject({ body: { data: { deleted: true } } });
    expect(await call('get', `/2/posts/${id}`)).toMatchObject({ status: 404 });
  });

  test('signs the parameters of a form body', async () => {
    const reply = await call('post', '/oauth2/invalidate_token?access_token=none', 'a=b+c&d=%C3%A9');
    expect(reply.status, 'a form that its signature does not cover').toBe(401);
    const params = await new Promise<Reply>((resolve) => {
      const url = `${loopback.platform.baseUrl}/oauth2/invalidate_token?access_token=none`;
      const form = { a: 'b c', d: 'é', e: ['2', '1'] };
      client.post(url, user.oauth_token, user.oauth_token_secret, form, undefined, (_error, data, response) =>
        resolve({
          status: response?.statusCode ?? 0,
          headers: {},
          body: JSON.parse(String(data)) as Reply['body'],
        }),
      );
    });
    expect(params).toMatchObject({ status: 403, body: { errors: [{ code: 348 }] } });
  });

  test(
    proves(
      ['7-invalid-token-401-89', '3-access-token-invalidated', '4.1-invalidate-json-suffix'],
      'ends the token that it signs with',
    ),
    async () => {
      const ended = await call('post', '/1.1/oauth/invalidate_token.json', '', 'application/json');
      expect(ended).toMatchObject({ status: 200, body: { access_token: user.oauth_token } });
      expect(await call('get', '/2/users/me')).toMatchObject({
        status: 401,
        body: { errors: [{ code: 89, message: 'Invalid or expired token.' }] },
      });
    },
  );
});
