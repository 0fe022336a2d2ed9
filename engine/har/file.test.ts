import { describe, expect, test } from 'vitest';
import { openLegs } from '../../testing/legs.ts';
import { start } from '../../testing/platform.ts';
import { openWebhooks } from '../../tests/support/webhooks.ts';
import { harFlaws } from '../../tests/support/har/schema.ts';
import type { Platform } from '../index.ts';
import { Secrets } from './secrets.ts';
import { maskText } from './mask.ts';

interface Entry {
  readonly request: { readonly url: string; readonly headers: readonly Pair[]; readonly postData?: Body };
  readonly response: { readonly status: number; readonly content: Body; readonly headers: readonly Pair[] };
  readonly comment?: string;
  readonly _svc: Readonly<Record<string, unknown>>;
}
type Pair = { readonly name: string; readonly value: string };
type Body = { readonly text?: string };

async function written(platform: Platform, filter = '', withSecrets = false) {
  const made = await platform.ask('exchanges.har', { filter, pinned: [], withSecrets });
  if ('kind' in made) throw new Error(made.message);
  const file = JSON.parse(made.text) as { readonly log: { readonly entries: readonly Entry[] } };
  expect(harFlaws(file)).toEqual([]);
  return { ...made, of: file.log.entries };
}

describe('issue 21: exchanges as a file of HAR 1.2', () => {
  test('no credential of both flows is in it, in whichever form it was sent; with secrets all of them are', async () => {
    const legs = await openLegs();
    const granted = await legs.grant();
    const pinned = await legs.askToken({ oauth_callback: 'oob' });
    const { pin } = await legs.decide(pinned);
    const { access_token, refresh_token } = await legs.pkce();
    const refreshed = (await legs.refresh(refresh_token)).json as unknown as Record<string, string>;
    const bearer = legs.as.credential('app', 'Northwind Reader').bearer_token;
    await legs.as.withBearer(access_token).get('/2/users/me');
    await legs.as.bearer().get('/2/users/by/username/mira_holm');
    await legs.as.signing({ ...legs.keys, ...granted }).get('/2/users/me');
    // Refused for its type: the form is read as JSON, and its code all the same.
    await legs.as.anonymous.post('/2/oauth2/token', {
      client_secret: legs.client.client_secret,
      code: 'abc',
    });
    const secret = [
      granted.oauth_token,
      granted.oauth_token_secret,
      pinned.oauth_token,
      pinned.oauth_token_secret,
      pin,
      access_token,
      refresh_token,
      refreshed['access_token']!,
      refreshed['refresh_token']!,
      bearer,
      legs.keys.consumer_secret,
      legs.client.client_secret!,
      btoa(`${legs.client.client_id}:${legs.client.client_secret}`),
      'svc_session',
    ];
    const masked = await written(legs.platform);
    const found = (text: string) => secret.filter((each) => text.includes(each));
    expect(found(masked.text)).toEqual([]);
    expect(masked.text).not.toMatch(/oauth_signature=\\"(?!«signature \d+»)/);
    expect(masked.cookies).toBeGreaterThan(0);
    const kinds = masked.masked.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining([
        'access token',
        'token secret',
        'request token',
        'verifier',
        'authorization code',
      ]),
    );
    expect(kinds).toEqual(expect.arrayContaining(['bearer token', 'refresh token', 'signature', 'password']));
    const open = await written(legs.platform, '', true);
    expect(open.masked).toEqual([]);
    expect(found(open.text)).toEqual(secret.filter((each) => open.text.includes(each)));
    expect(found(open.text)).toEqual(expect.arrayContaining([access_token, bearer, granted.oauth_token]));
  });

  test('a token keeps one name wherever it is used, and another token has another', async () => {
    const { platform, as } = await start();
    const mira = as.user('mira_holm');
    await mira.get('/2/users/me');
    await mira.get('/2/users/me?user.fields=created_at');
    await as.user('jonas_berg').get('/2/users/me');
    const { of, masked } = await written(platform);
    const names = of.map(
      ({ request }) => /oauth_token="([^"]*)"/.exec(request.headers.map(({ value }) => value).join())?.[1],
    );
    expect(names).toEqual(['«access token 1»', '«access token 1»', '«access token 2»']);
    expect(masked.find(({ kind }) => kind === 'access token')).toMatchObject({ secrets: 2, places: 3 });
  });

  test('the secret of a file’s address is masked in the path; what is no secret stays', async () => {
    const { platform, as } = await start();
    const job = await as.bearer().post('/2/compliance/jobs', { type: 'users', name: 'a job' });
    const url = String(job.json.data['upload_url']);
    await as.anonymous.send({ method: 'PUT', path: new URL(url).pathname });
    const { of, text } = await written(platform);
    expect(text).not.toContain(url.split('/').at(-1));
    expect(decodeURIComponent(of.at(-1)!.request.url)).toMatch(/\/upload\/«secret address \d»$/);
    expect(text).toContain('a job');
  });

  test('deliveries and challenges are entries that say what they are; a filter says which are written', async () => {
    const { platform, registered } = await openWebhooks();
    const { id } = await registered();
    const { of, masked } = await written(platform, 'dir:out');
    expect(of).toHaveLength(1);
    expect(of[0]).toMatchObject({
      comment: `The platform challenged the webhook ${id}.`,
      _svc: { direction: 'out', app: 'Atlas Insight', challengeOf: id, clock: 'platform' },
    });
    expect(of[0]!.response.content.text).toBe('{"response_token":"«signature 1»"}');
    expect(masked).toEqual([{ kind: 'signature', secrets: 1, places: 1 }]);
    expect((await written(platform, 'dir:in')).of.every(({ _svc }) => _svc['direction'] === 'in')).toBe(true);
    expect(
      await platform.ask('exchanges.har', { filter: 'a:b', pinned: [], withSecrets: false }),
    ).toMatchObject({
      kind: 'problem',
    });
  });

  test('no response, bytes that are no text, and a replay', async () => {
    const { platform, as } = await start();
    await as.bearer().get('/2/users/by/username/mira_holm');
    const { request, sequence } = platform.exchanges.list()[0]!;
    await platform.handle({ ...request, again: { of: sequence, how: 'sameBytes' } });
    await platform.handle({ ...request, method: 'POST', body: Uint8Array.of(255, 0) });
    const { of } = await written(platform);
    expect(of[1]!._svc).toMatchObject({
      replayOf: sequence,
      replay: 'sameBytes',
      operationId: 'getUserByUsername',
    });
    expect(of[2]!.request.postData).toMatchObject({ text: '/wA=', encoding: 'base64' });
  });
});

test('a secret is found as it is and percent-encoded, but not inside a longer word', () => {
  const secrets = new Secrets();
  secrets.know('signature', 'q3Hm/Ztb+Vqr8sN1e5U=');
  secrets.know('access token', '12-abcdefghijklmnop');
  secrets.know('password', 'tidewater');
  const masked = (text: string) => maskText(text, {}, secrets, 'text');
  expect(masked('a 12-abcdefghijklmnop, b')).toBe('a «access token 1», b');
  expect(masked('x%3D12-abcdefghijklmnop')).toBe('x%3D«access token 1»');
  expect(masked('12-abcdefghijklmnopq')).toBe('12-abcdefghijklmnopq');
  expect(masked('q3Hm%2FZtb%2BVqr8sN1e5U%3D q3Hm/Ztb+Vqr8sN1e5U=')).toBe('«signature 1» «signature 1»');
  expect(masked('the tidewater rises')).toBe('the tidewater rises');
});
