import { describe, expect, it } from 'vitest';
import { createPlatform } from '../../../../engine/index.ts';
import { header, text } from '../../../../worker/api.ts';
import type { Credential, EndpointDescription, HttpRequest } from '../../../../worker/api.ts';
import { firstBody, fieldsOfForm } from './example-body.ts';
import type { AuthChoice } from './route.ts';
import { edited, heldKind } from './call-credential.ts';
import { baseOf } from '../../../state/bases.ts';
import { compose, urlOf } from './compose.ts';
import type { Composition } from './compose.ts';
import { problemsOf } from './field-problems.ts';
import { newRow, rowsOf } from './rows.ts';
import { endpoints } from '../../../../testing/endpoints.ts';
import { sharedExamples } from '../../../../testing/examples.ts';
import { inhabitedStarter } from '../../../../testing/platform.ts';

const platform = createPlatform();
const open = sharedExamples();
/** A fresh state with the example's data for each endpoint, because one call deletes or ends what the next needs. */
const untouched = async (endpoint: EndpointDescription) => {
  const { credentials } = await inhabitedStarter();
  const { platform: fresh, as } = await open(endpoint);
  const { catalogId, setId, feedId } = as.shop();
  const there = {
    ...(endpoint.path.includes(':webhook_id') && { webhook_id: as.webhookId()! }),
    ...(endpoint.path.includes(':product_catalog_id') && { product_catalog_id: catalogId! }),
    ...(endpoint.path.includes(':product_set_id') && { product_set_id: setId! }),
    ...(endpoint.path.includes(':product_feed_id') && { product_feed_id: feedId! }),
  };
  return {
    initialCredentials: credentials,
    there,
    handle: (message: HttpRequest) => fresh.handle(message),
  };
};
const fresh = { nonce: 'abc', timestamp: String(platform.clock.now() / 1000) };
const byPath = (method: string, path: string) =>
  endpoints.find((each) => each.method === method && each.path === path)!;

const nobody = { appId: '', appName: '', userId: '', username: '' };

const free: Composition = {
  endpoint: null,
  baseUrl: platform.baseUrl,
  method: 'GET',
  url: '',
  path: {},
  query: [],
  headers: [],
  form: [],
  body: '',
};

const bearer = platform.initialCredentials.find((each) => each.kind === 'app')!.bearer_token;

const exampleOf = (method: string, path: string): Composition => {
  const endpoint = byPath(method, path);
  const form = endpoint.body?.contentType.includes('form') ? fieldsOfForm(endpoint) : null;
  const query = endpoint.fields.filter((field) => field.in === 'query');
  return {
    ...free,
    endpoint,
    baseUrl: baseOf(platform, endpoint),
    path: endpoint.example.path ?? {},
    query: rowsOf(
      query,
      path === '/oauth2/invalidate_token' ? { access_token: bearer } : (endpoint.example.query ?? {}),
      undefined,
    ),
    form: form ? rowsOf(form.fields, form.example, undefined) : [],
    body: firstBody(endpoint),
  };
};

/** Whether its level suffices for the endpoint: Direct Messages need the third (specification 5, rule 3). */
const reaches = (each: Credential, { permission }: EndpointDescription): boolean =>
  each.kind !== 'oauth1' || permission !== 'read-write-directmessages' || each.permission === permission;

describe('a composed message', () => {
  it('is answered with 200 or 201, for every endpoint’s example', async () => {
    const inFlow = ['requestToken', 'session', 'visitor', 'client', 'address'];
    for (const endpoint of endpoints) {
      if (inFlow.includes(endpoint.auth[0]!)) continue;
      const { initialCredentials, there, handle } = await untouched(endpoint);
      const example = exampleOf(endpoint.method, endpoint.path);
      const composition = { ...example, path: { ...example.path, ...there } };
      expect(problemsOf(composition, fresh)).toEqual([]);
      const kind = endpoint.auth[0] as Exclude<AuthChoice, 'none'>;
      const credential = edited(
        kind,
        initialCredentials.find((each) => each.kind === heldKind(kind) && reaches(each, endpoint))!,
        {},
        nobody,
      );
      const outcome = await handle(
        compose(composition, credential, { ...fresh, nonce: endpoint.id }).message,
      );
      expect([endpoint.id, 'status' in outcome && Math.floor(outcome.status / 100)]).toEqual([
        endpoint.id,
        2,
      ]);
    }
  });

  it('has its path and query percent-encoded, in the order of the rows', () => {
    const base = exampleOf('GET', '/2/users/by/username/:username');
    const query = [newRow({ name: 'b', value: 'ä &' }), newRow({ name: 'a', value: '', on: false })];
    const url = urlOf({ ...base, path: { username: 'a/b' }, query });
    expect(url).toBe(`${platform.baseUrl}/2/users/by/username/a%2Fb?b=%C3%A4%20%26`);
  });

  it('keeps a free-form address as it was typed, except for characters that no address may contain', () => {
    expect(urlOf({ ...free, url: ' https://x.example/a%2fb?q=ü x#part ' })).toBe(
      'https://x.example/a%2fb?q=%C3%BC%20x',
    );
    expect(urlOf({ ...free, url: '/2/users/me' })).toBe(`${platform.baseUrl}/2/users/me`);
  });

  it('sends a header typed by the person instead of the computed one', () => {
    const headers = [newRow({ name: 'authorization', value: 'Bearer mine' })];
    const { message, steps } = compose(
      { ...free, url: '/x', headers },
      platform.initialCredentials[0]!,
      fresh,
    );
    expect(message.headers).toEqual([['authorization', 'Bearer mine']]);
    expect(steps).toBeNull();
  });

  it('encodes a form body and names its type', () => {
    const { message } = compose(exampleOf('POST', '/oauth2/token'), null, fresh);
    expect(text(message.body!)).toBe('grant_type=client_credentials');
    expect(header(message.headers, 'content-type')).toBe('application/x-www-form-urlencoded;charset=UTF-8');
  });
});

describe('the steps of the flows', () => {
  const held = (kind: Credential['kind']) => platform.initialCredentials.find((each) => each.kind === kind)!;
  const authorizationOf = (message: HttpRequest) => header(message.headers, 'authorization') ?? '';

  it('send oauth_callback in the header, signed, and not in the query', () => {
    const credential = edited('consumer', held('basic'), {}, nobody);
    const { message, steps } = compose(exampleOf('POST', '/oauth/request_token'), credential, fresh);
    expect(message.url).toBe(`${platform.baseUrl}/oauth/request_token`);
    expect(authorizationOf(message)).toContain('oauth_callback="oob"');
    expect(authorizationOf(message)).not.toContain('oauth_token');
    expect(steps?.baseString).toContain('oauth_callback%3Doob');
  });

  it('sign with the request token and send oauth_verifier in the header', () => {
    const token = { appId: held('basic').appId, oauth_token: 'rt', oauth_token_secret: 'rts' };
    const credential = edited('requestToken', held('basic'), {}, nobody, token);
    const base = exampleOf('POST', '/oauth/access_token');
    const query = base.query.map((row) => ({ ...row, value: '1234567', on: row.name === 'oauth_verifier' }));
    const { message, steps } = compose({ ...base, query }, credential, fresh);
    expect(message.url).toBe(`${platform.baseUrl}/oauth/access_token`);
    expect(authorizationOf(message)).toContain('oauth_token="rt"');
    expect(authorizationOf(message)).toContain('oauth_verifier="1234567"');
    expect(steps?.signingKey).toMatch(/&rts$/);
  });

  it('do not use a request token of another App', () => {
    const token = { appId: 'another', oauth_token: 'rt', oauth_token_secret: 'rts' };
    expect(edited('requestToken', held('basic'), {}, nobody, token)).toMatchObject({ oauth_token: '' });
  });

  it('identify a public client in the body and a confidential one by Basic', () => {
    const client = { id: 'c', appId: 'a', appName: 'A', kind: 'client', client_id: 'id' } as const;
    const base = exampleOf('POST', '/2/oauth2/token');
    const open = compose(base, { ...client, client_secret: null }, fresh).message;
    expect(authorizationOf(open)).toBe('');
    expect(text(open.body!)).toContain('client_id=id');
    const closed = compose(base, { ...client, client_secret: 'a:b' }, fresh).message;
    expect(authorizationOf(closed)).toBe(`Basic ${btoa('id:a%3Ab')}`);
    expect(text(closed.body!)).not.toContain('client_id=id');
  });

  it('send an OAuth 2.0 user token as a bearer', () => {
    const who = { ...nobody, username: 'mira_holm' };
    const credential = edited('oauth2', null, { access_token: 'tok' }, who);
    const { message, steps } = compose(exampleOf('GET', '/2/users/me'), credential, fresh);
    expect(authorizationOf(message)).toBe('Bearer tok');
    expect(steps).toBeNull();
  });
});

describe('problems', () => {
  const fields = (composition: Composition) =>
    problemsOf(composition, null).map((each) => [each.field, each.blocks]);

  it('do not exist for a fresh call', () => {
    expect(fields(exampleOf('GET', '/2/users/by/username/:username'))).toEqual([]);
  });

  it('mark an invalid address, and a method of two words', () => {
    expect(fields({ ...free, url: 'htp:/x', method: 'GET IT' })).toEqual([
      ['method', true],
      ['url', true],
    ]);
    expect(fields({ ...free, url: 'https://api.svc.example:99999/' })).toEqual([['url', true]]);
  });

  it('mark a path parameter without a value, and only warn of an invalid one', () => {
    const base = exampleOf('GET', '/2/users/:id');
    expect(fields({ ...base, path: {} })).toEqual([['path.id', false]]);
    expect(fields({ ...base, path: { id: 'x' } })).toEqual([['path.id', false]]);
  });

  it('mark invalid JSON', () => {
    expect(fields({ ...exampleOf('POST', '/2/posts'), body: '{' })).toEqual([['body', false]]);
  });

  it('warn of an unknown parameter and refuse a broken header', () => {
    const base = exampleOf('GET', '/2/users/me');
    const query = newRow({ name: 'magic', value: '1' });
    const bad = newRow({ name: 'X Y', value: '1' });
    const split = newRow({ name: 'X', value: 'a\nb' });
    expect(fields({ ...base, query: [query], headers: [bad, split] })).toEqual([
      [`query.${query.key}`, false],
      [`header.${bad.key}`, true],
      [`header.${split.key}`, true],
    ]);
  });
});
