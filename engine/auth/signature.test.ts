import { describe, expect, test } from 'vitest';
import { utf8 } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { isForm } from '../http/encoding.ts';
import { signRequest } from './signature.ts';

const credentials = {
  consumer_key: 'ck',
  consumer_secret: 'c/s',
  oauth_token: 'tk',
  oauth_token_secret: 't&s',
};
const options = { nonce: 'n', timestamp: 1_772_444_472 };
const get: HttpRequest = { method: 'get', url: 'https://api.svc.example/2/users/me?b=2&a=1', headers: [] };

describe('signRequest', () => {
  test('writes every protocol parameter into the header, encoded', () => {
    const { authorization, steps } = signRequest(get, credentials, options);
    expect(authorization).toMatch(/^OAuth oauth_consumer_key="ck", oauth_nonce="n", oauth_signature="/);
    expect(authorization).toContain(`oauth_signature="${encodeURIComponent(steps.signature)}"`);
    for (const part of ['_method="HMAC-SHA1"', '_timestamp="1772444472"', '_token="tk"', '_version="1.0"'])
      expect(authorization).toContain(part);
  });

  test('keeps its steps: method in upper case, base URI without query, key of two encoded secrets', () => {
    const { steps } = signRequest(get, credentials, options);
    expect(steps.method).toBe('GET');
    expect(steps.baseUri).toBe('https://api.svc.example/2/users/me');
    expect(steps.signingKey).toBe('c%2Fs&t%26s');
    expect(steps.parameterString).toMatch(/^a=1&b=2&oauth_consumer_key=ck&/);
    expect(steps.baseString.split('&')).toHaveLength(3);
    expect(steps.signature).toMatch(/^[A-Za-z0-9+/]{27}=$/);
  });

  test('without a token the key ends in & and no oauth_token is sent', () => {
    const { consumer_key, consumer_secret } = credentials;
    const { authorization, steps } = signRequest(get, { consumer_key, consumer_secret }, options);
    expect(authorization).not.toContain('oauth_token');
    expect(steps.signingKey).toBe('c%2Fs&');
  });

  test('signs further protocol parameters with the others', () => {
    const protocol = { oauth_callback: 'https://a.example/b?c=d' };
    const { authorization, steps } = signRequest(get, credentials, { ...options, protocol });
    expect(authorization).toContain('oauth_callback="https%3A%2F%2Fa.example%2Fb%3Fc%3Dd"');
    expect(steps.parameters.find(({ name }) => name === 'oauth_callback')).toMatchObject({
      value: protocol.oauth_callback,
      from: 'header',
    });
  });

  test('says where each parameter came from', () => {
    const { steps } = signRequest(
      {
        method: 'POST',
        url: 'https://api.svc.example/x?q=1',
        headers: [['CONTENT-TYPE', 'application/x-www-form-urlencoded']],
        body: utf8('f=2'),
      },
      credentials,
      options,
    );
    expect(steps.parameters.filter(({ from }) => from !== 'header')).toMatchObject([
      { name: 'f', value: '2', from: 'body' },
      { name: 'q', value: '1', from: 'query' },
    ]);
  });

  test.each(['', '/2/users/me', 'ftp://api.svc.example/', 'https://'])('refuses the address %j', (url) => {
    expect(() => signRequest({ ...get, url }, credentials, options)).toThrow(TypeError);
  });
});

test.each([
  ['application/x-www-form-urlencoded', true],
  ['Application/X-WWW-Form-URLencoded;charset=UTF-8', true],
  ['application/x-www-form-urlencoded ; charset=UTF-8', true],
  ['application/x-www-form-urlencoded2', false],
  ['application/json', false],
  ['text/plain, application/x-www-form-urlencoded', false],
  [undefined, false],
])('%j is a form: %j', (type, expected) => {
  expect(isForm(type)).toBe(expected);
});
