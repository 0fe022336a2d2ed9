import { describe, expect, test } from 'vitest';
import { decodeForm, encodeRfc3986 } from '../../engine/inside.ts';
import { proves } from '../support/clause.ts';
import { basicOf, durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';

const user = '/2/users/2244994945';
const form = { grant_type: 'client_credentials' };
const ask = (client: Client, more: Record<string, string> = form) =>
  client.send({ method: 'POST', path: '/oauth2/token', form: more });
const of = (answer: Answer) => [answer.status, answer.code];
const invalidate = (client: Client, token: string) =>
  client.post(`/oauth2/invalidate_token?access_token=${encodeURIComponent(token)}`);

/** A platform on which Northwind Reader has no current bearer token. */
async function withoutBearer() {
  const { platform, as } = await start();
  const { bearer_token } = as.credential('app', 'Northwind Reader');
  expect((await invalidate(as.user(), bearer_token)).status).toBe(200);
  return { platform, as, old: bearer_token };
}

describe('oauth2/token (4.2)', () => {
  test(
    proves(
      ['4.2-token-post', '4.2-token-response', '3-bearer-issued', '2.3-token-type', '5-bearer-header'],
      'valid credentials get a token that works in the Authorization header and nowhere else',
    ),
    async () => {
      const { as } = await withoutBearer();
      expect(
        of(
          await ask(as.raw(basicOf({ ...as.credential('basic', 'Northwind Reader'), consumer_secret: 'x' }))),
        ),
      ).toEqual([403, 99]);
      const answer = await ask(as.basic());
      expect(answer.status).toBe(200);
      expect(answer.header('content-type')).toMatch(/^application\/json/);
      expect(answer.header('cache-control')).toBe('no-store');
      expect(Object.keys(answer.json)).toEqual(['token_type', 'access_token']);
      expect(answer.json.token_type).toBe('bearer');
      const token = answer.json.access_token;
      expect((await as.withBearer(token).get(user)).status).toBe(200);
      expect(of(await as.anonymous.get(`${user}?access_token=${encodeURIComponent(token)}`))).toEqual([
        400, 215,
      ]);
      expect(of(await as.raw(`Token ${token}`).get(user))).toEqual([400, 215]);
      expect(of(await as.raw(`OAuth ${token}`).get(user))).toEqual([400, 215]);
      expect(of(await as.anonymous.send({ path: user, headers: [['x-access-token', token]] }))).toEqual([
        400, 215,
      ]);
    },
  );

  test(proves('2.3-access-token', 'access_token is the percent-encoding of its own decoding'), async () => {
    const { as } = await withoutBearer();
    const { access_token } = (await ask(as.basic())).json;
    const decoded = decodeURIComponent(access_token);
    expect(decoded).not.toBe(access_token);
    expect(encodeRfc3986(decoded)).toBe(access_token);
    expect((await as.raw(`Bearer ${access_token}`).get(user)).status).toBe(200);
    expect((await as.raw(`Bearer ${decoded}`).get(user)).status).toBe(400);
  });

  test(
    proves('3-bearer-one-per-app', 'asking twice gives the same token, another App another one'),
    async () => {
      const { platform, as } = await withoutBearer();
      const first = (await ask(as.basic())).json.access_token;
      await platform.clock.advance(86_400_000);
      expect((await ask(as.basic())).json.access_token).toBe(first);
      expect((await ask(as.basic('Harbour Desk'))).json.access_token).not.toBe(first);
    },
  );

  test(proves('4.2-token-basic-auth', 'API key and secret by HTTP Basic, in this order'), async () => {
    const { as } = await start();
    const pair = as.credential('basic', 'Northwind Reader');
    expect((await ask(as.basic())).status).toBe(200);
    const encoded = `Basic ${btoa(`${pair.consumer_key.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`)}:${pair.consumer_secret}`)}`;
    expect((await ask(as.raw(encoded))).status).toBe(200); // choice: o2-app-only
    const swapped = basicOf({ consumer_key: pair.consumer_secret, consumer_secret: pair.consumer_key });
    const wrong = basicOf({ ...pair, consumer_secret: `${pair.consumer_secret.slice(0, -1)}_` });
    for (const authorization of [
      swapped,
      wrong,
      'Basic',
      'Basic !!!',
      `Basic ${btoa('no colon')}`,
      'Digest x',
    ]) {
      const answer = await ask(as.raw(authorization));
      expect(of(answer), authorization).toEqual([403, 99]);
      expect(answer.json.label).toBe('authenticity_token_error');
    }
    for (const client of [as.anonymous, as.bearer(), as.user(), as.consumer()])
      expect(of(await ask(client))).toEqual([403, 99]);
    expect(of(await ask(as.basic('Gale Feed')))).toEqual([401, 416]);
    expect((await ask(as.basic('Pocket Sketch'))).status).toBe(200); // a Standalone App has its keys too
  });

  test(proves('4.2-token-content-type', 'the form type is taken, JSON is not'), async () => {
    const { as } = await start();
    const send = (type: string, text: string) =>
      as.basic().send({
        method: 'POST',
        path: '/oauth2/token',
        headers: [['Content-Type', type]],
        body: new TextEncoder().encode(text),
      });
    for (const type of [
      'application/x-www-form-urlencoded;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-8',
    ])
      expect((await send(type, 'grant_type=client_credentials')).status, type).toBe(200);
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencodedx', ''])
      expect(of(await send(type, JSON.stringify(form))), type).toEqual([415, 25]);
  });

  test(proves('4.2-token-grant-type', 'grant_type is required and is client_credentials'), async () => {
    const { platform, as } = await start();
    const before = durable(platform);
    for (const body of [
      {},
      { grant_type: '' },
      { grant_type: 'password' },
      { grant_type: 'CLIENT_CREDENTIALS' },
    ]) {
      const answer = await ask(as.basic(), { ...body });
      expect(of(answer)).toEqual([403, 170]);
      expect(answer.json.errors[0]!.message).toBe('Missing required parameter: grant_type');
    }
    expect(durable(platform)).toBe(before);
    expect((await ask(as.basic(), { ...form, scope: 'ignored' })).status).toBe(200);
  });

  test('a form field named kind is a field like any other', async () => {
    const { as } = await start();
    for (const problem of ['notFound', 'nothing'])
      expect((await ask(as.basic(), { ...form, kind: 'refusal', problem })).status).toBe(200);
  });

  test(proves('4.2-token-cacheable', 'one token serves many calls over days'), async () => {
    const { platform, as } = await withoutBearer();
    const { access_token } = (await ask(as.basic())).json;
    for (let day = 0; day < 30; day++) {
      for (let call = 0; call < 5; call++)
        expect((await as.withBearer(access_token).get(user)).status).toBe(200);
      await platform.clock.advance(86_400_000);
    }
  });

  test(
    proves(
      ['4.2-token-rate-limited', '4.2-token-too-frequent', '7-bearer-too-frequent-403-99'],
      'the 26th call in 15 minutes is 403 with code 99, until the window ends',
    ),
    async () => {
      const { platform, as } = await start({ abuse: true });
      for (let call = 0; call < 25; call++) expect((await ask(as.basic())).status).toBe(200);
      const refused = await ask(as.basic());
      expect(of(refused)).toEqual([403, 99]);
      expect(refused.json.errors[0]!.message).toBe('Unable to verify your credentials');
      expect(refused.number('svc-rate-limit-remaining')).toBe(0);
      expect((await ask(as.basic('Harbour Desk'))).status).toBe(200);
      for (let call = 0; call < 600; call++) expect((await ask(as.basic())).status).toBe(403); // no abuse of a 429
      await platform.clock.advance(15 * 60_000 - 1);
      expect(of(await ask(as.basic()))).toEqual([403, 99]);
      await platform.clock.advance(1);
      expect((await ask(as.basic())).status).toBe(200);
    },
  );
});

describe('oauth2/invalidate_token (4.2)', () => {
  test(
    proves(
      ['4.2-invalidate-post', '4.2-invalidate-response', '4.2-invalidate-auth', '3-bearer-invalidated'],
      "the owner's credentials end it, nobody else's do",
    ),
    async () => {
      const { platform, as } = await start();
      const { bearer_token } = as.credential('app', 'Northwind Reader');
      const before = durable(platform);
      expect(of(await invalidate(as.user('jonas_berg'), bearer_token))).toEqual([403, 220]);
      expect(of(await invalidate(as.bearer(), bearer_token))).toEqual([403, 220]);
      expect(of(await invalidate(as.basic(), bearer_token))).toEqual([403, 220]);
      expect(of(await invalidate(as.consumer(), bearer_token))).toEqual([403, 220]);
      expect(of(await invalidate(as.anonymous, bearer_token))).toEqual([400, 215]);
      expect(durable(platform)).toBe(before);
      expect((await as.bearer().get(user)).status).toBe(200);
      const answer = await invalidate(as.user(), bearer_token);
      expect([answer.status, answer.json]).toEqual([200, { access_token: bearer_token }]);
      const after = await as.bearer().get(user);
      expect(of(after)).toEqual([401, 89]);
      expect(after.header('www-authenticate')).toBe(
        'Bearer realm="https://api.svc.example", error="invalid_token"',
      );
    },
  );

  test(
    proves('3-bearer-recreated', 'what is made after an invalidation is another token, which works'),
    async () => {
      const { as, old } = await withoutBearer();
      const { access_token } = (await ask(as.basic())).json;
      expect(access_token).not.toBe(old);
      expect((await as.withBearer(access_token).get(user)).status).toBe(200);
      expect(of(await as.withBearer(old).get(user))).toEqual([401, 89]);
    },
  );

  test(
    proves('4.2-invalidate-access-token-required', 'without access_token nothing is invalidated'),
    async () => {
      const { as } = await start();
      const { bearer_token } = as.credential('app', 'Northwind Reader');
      for (const query of ['', '?access_token=', '?token=x'])
        expect(of(await as.user().post(`/oauth2/invalidate_token${query}`))).toEqual([400, 214]);
      expect((await as.bearer().get(user)).status).toBe(200);
      expect((await invalidate(as.user(), bearer_token)).status).toBe(200);
      expect((await as.bearer().get(user)).status).toBe(401);
    },
  );

  test('the token is taken decoded once too; another App’s and an unknown one are not told apart', async () => {
    const { as } = await start();
    const { bearer_token } = as.credential('app', 'Northwind Reader');
    const foreign = await invalidate(as.user(), as.credential('app', 'Harbour Desk').bearer_token);
    const unknown = await invalidate(as.user(), 'nobody');
    expect(of(foreign)).toEqual([403, 348]);
    expect(foreign.text).toBe(unknown.text);
    const [[, decoded]] = decodeForm(`t=${bearer_token}`) as [[string, string]];
    expect((await invalidate(as.user(), decoded)).json.access_token).toBe(bearer_token);
  });

  test(proves('4.2-invalidate-rate-limited', 'the 26th call in 15 minutes is 429 with code 88'), async () => {
    const { platform, as } = await start();
    for (let call = 0; call < 25; call++)
      expect(of(await invalidate(as.user(), 'nobody'))).toEqual([403, 348]);
    expect(of(await invalidate(as.user(), 'nobody'))).toEqual([429, 88]);
    const { bearer_token } = as.credential('app', 'Northwind Reader');
    expect(of(await invalidate(as.user(), bearer_token))).toEqual([429, 88]);
    await platform.clock.advance(15 * 60_000);
    expect((await invalidate(as.user(), bearer_token)).status).toBe(200);
  });
});
