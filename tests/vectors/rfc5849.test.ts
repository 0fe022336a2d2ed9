import { describe, expect, test } from 'vitest';
import { authenticate } from '../../engine/auth/authenticate.ts';
import { readAuthorization } from '../../engine/auth/header.ts';
import { Nonces } from '../../engine/auth/nonces.ts';
import { baseStringUri, messageParameters, signatureSteps } from '../../engine/auth/signature.ts';
import type { Parameter, SignatureSteps } from '../../engine/auth/signature.ts';
import { encodeRfc3986, header, splitUrl } from '../../engine/inside.ts';
import type { HttpRequest } from '../../engine/index.ts';
import { State } from '../../engine/state/state.ts';
import { Trace } from '../../engine/exchanges/trace.ts';
import { baseStringExample, photos, printed, temporaryCredentials, withdrawn } from './rfc5849.ts';
import type { PrintedRequest } from './rfc5849.ts';

/** The verdict of the platform's verifier on a request at its own time, with known credentials. */
function verify(example: PrintedRequest, request: HttpRequest = example.request) {
  const now = example.timestamp * 1000;
  const state = new State({ seed: 'rfc5849', clock: { mode: 'frozen', at: now } }, () => now);
  state.transact((write) => {
    const user = {
      id: '1',
      username: 'jane',
      name: 'Jane',
      email: 'jane@mail.example',
      password: 'jane',
      created_at: 0,
      description: '',
      location: '',
      url: '',
      verified: false,
      protected: false,
      pinned_post_id: null,
    };
    write.users.insert(user);
    write.apps.insert({
      id: '2',
      name: 'Printer',
      description: '',
      website_url: 'https://printer.example.com',
      owner_id: '1',
      project_id: null,
      consumer_key: example.consumerKey,
      consumer_secret: example.consumerSecret,
      permission: 'read',
      oauth1: true,
      oauth2: false,
      email_toggle: false,
      callback_urls: [],
      sign_in: false,
      oauth2_type: 'web',
      client_id: 'printer',
      client_secret: null,
      icon: '',
      terms_url: '',
      privacy_url: '',
      organization_name: '',
      organization_url: '',
      purpose: '',
      suspended: false,
    });
    if (example.token !== undefined)
      write.user_tokens.insert({
        oauth_token: example.token,
        oauth_token_secret: example.tokenSecret ?? '',
        app_id: '2',
        user_id: '1',
        permission: 'read',
        email: false,
        created_at: 0,
      });
  });
  const nonces = new Nonces([], false);
  return authenticate({
    request,
    url: splitUrl(request.url)!,
    state,
    nonces,
    trace: new Trace(() => 0),
    now,
    takesRequestToken: false,
  });
}

/** The steps of a printed request, from its own header. */
function steps({ request, consumerSecret, tokenSecret }: PrintedRequest): SignatureSteps {
  const url = splitUrl(request.url)!;
  const authorization = readAuthorization(header(request.headers, 'authorization'));
  if (authorization.scheme !== 'OAuth') throw new Error('not an OAuth header');
  const fromHeader = authorization.parameters
    .filter(([name]) => name !== 'realm' && name !== 'oauth_signature')
    .map(([name, value]): Parameter => ({ name, value, from: 'header' }));
  const all = [...fromHeader, ...messageParameters(request, url)];
  return signatureSteps(request.method, url, all, consumerSecret, tokenSecret ?? '');
}

describe('RFC 5849 1.2 and 3.4.1.1', () => {
  test.each(printed)('$title: the signature computed is the one printed', (example) => {
    expect(steps(example).signature).toBe(example.signature);
  });

  test.each(printed)('$title: the verifier accepts it', (example) => {
    expect(verify(example)).toMatchObject({ kind: example.token === undefined ? 'consumer' : 'oauth1' });
  });

  test('the signature that 3.4.1.1 prints does not verify', () => {
    expect(steps(withdrawn).signature).not.toBe(withdrawn.signature);
    expect(verify(withdrawn)).toMatchObject({ kind: 'refusal', problem: 'signatureRejected' });
  });

  test('a request of 1.2 with another file is refused', () => {
    const url = photos.request.url.replace('vacation', 'vocation');
    expect(verify(photos, { ...photos.request, url })).toMatchObject({ problem: 'signatureRejected' });
  });

  test('the realm is not signed', () => {
    const headers = temporaryCredentials.request.headers.map(
      ([name, value]) => [name, value.replace('Photos', 'Other')] as const,
    );
    expect(verify(temporaryCredentials, { ...temporaryCredentials.request, headers })).toMatchObject({
      kind: 'consumer',
    });
  });

  test('3.4.1.1: the signature base string', () => {
    expect(steps(baseStringExample).baseString).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q' +
        '%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_' +
        'key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_m' +
        'ethod%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk' +
        '9d7dh3k39sjv7',
    );
  });
});

describe('RFC 5849 3.4.1.3: parameters', () => {
  test('3.4.1.3.1: decoded parameters of every source', () => {
    const decoded = steps(baseStringExample).parameters.map(({ name, value, from }) => [name, value, from]);
    expect(new Set(decoded.map((each) => each.join(' ')))).toEqual(
      new Set([
        'b5 =%3D query',
        'a3 a query',
        'c@  query',
        'a2 r b query',
        'oauth_consumer_key 9djdj82h48djs9d2 header',
        'oauth_token kkk9d7dh3k39sjv7 header',
        'oauth_signature_method HMAC-SHA1 header',
        'oauth_timestamp 137131201 header',
        'oauth_nonce 7d8f3e4a header',
        'c2  body',
        'a3 2 q body',
      ]),
    );
    expect(decoded).toHaveLength(11);
  });

  test('3.4.1.3.2: encoded, sorted and concatenated', () => {
    expect(steps(baseStringExample).parameterString).toBe(
      'a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&oauth_consumer_key=9dj' +
        'dj82h48djs9d2&oauth_nonce=7d8f3e4a&oauth_signature_method=HMAC-SHA1' +
        '&oauth_timestamp=137131201&oauth_token=kkk9d7dh3k39sjv7',
    );
  });
});

test.each([
  ['http://EXAMPLE.COM:80/r%20v/X?id=123', 'http://example.com/r%20v/X'],
  ['https://www.example.net:8080/?q=1', 'https://www.example.net:8080/'],
  ['HTTPS://www.Example.net:443', 'https://www.example.net/'],
  ['http://example.com:443/a', 'http://example.com:443/a'],
  ['https://example.com:/a', 'https://example.com/a'],
])('RFC 5849 3.4.1.2: the base string URI of %s', (url, expected) => {
  expect(baseStringUri(splitUrl(url)!)).toBe(expected);
});

test.each([
  ['ABCabc019-._~', 'ABCabc019-._~'],
  ["!*'();:@&=+$,/?#[]", '%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%2F%3F%23%5B%5D'],
  [' %"<>\\^`{|}\n\u007f', '%20%25%22%3C%3E%5C%5E%60%7B%7C%7D%0A%7F'],
  ['Ladies + Gentlemen', 'Ladies%20%2B%20Gentlemen'],
  ['☃', '%E2%98%83'],
  ['é𝄞', '%C3%A9%F0%9D%84%9E'],
])('RFC 5849 3.6: %j is encoded as %s', (text, encoded) => {
  expect(encodeRfc3986(text)).toBe(encoded);
});
