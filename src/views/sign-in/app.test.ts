import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../worker/api.ts';
import type { Sent } from '../../../worker/api.ts';
import { asks, credentialOf, pageUrl, parametersOf, requestTokenSpec, tokenSpec } from './app.ts';
import type { Memory } from './app.ts';
import { flows } from './flows.ts';
import { answerLabel, codeOf } from './flow-steps.ts';
import { hostKind } from './hosts.ts';

const memory: Memory = {
  baseUrl: 'https://api.svc.example',
  appId: '1',
  appName: 'Northwind',
  consumer_key: 'key',
  consumer_secret: 'secret0',
  client_id: 'client',
  client_secret: null,
  callback: 'https://northwind.example/cb',
  scopes: 'users.read',
  state: 'xyz',
  // RFC 7636 appendix B
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  username: 'mira_holm',
  code: 'abc',
};
const none = new Set<never>();
const answered = (status: number, body: string, headers: [string, string][] = []) =>
  ({ outcome: { kind: 'response', status, headers, body: utf8(body) } }) as unknown as Sent;

describe('the App’s side', () => {
  it('sends the challenge of RFC 7636 appendix B, never the verifier', () => {
    const url = pageUrl(flows.pkce, memory, none);
    expect(parametersOf(url)).toMatchObject({
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scope: 'users.read',
      state: 'xyz',
    });
    expect(url).not.toContain(memory.code_verifier);
  });

  it('authenticates a public client by its client_id, a confidential one by Basic', () => {
    expect(tokenSpec(flows.pkce, memory, none).lines.at(-1)?.name).toBe('client_id');
    const confidential = { ...memory, client_secret: 'hush' };
    expect(tokenSpec(flows.pkce, confidential, none).auth.kind).toBe('basic');
  });

  it('is broken only where a switch is on', () => {
    expect(requestTokenSpec(memory, none, 0).auth).toMatchObject({ consumer_secret: 'secret0' });
    expect(requestTokenSpec(memory, new Set(['key']), 0).auth).toMatchObject({ consumer_secret: 'secret1' });
    expect(requestTokenSpec(memory, new Set(['skew']), 1_000_000).lines).toContainEqual({
      where: 'header',
      name: 'oauth_timestamp',
      value: '400',
    });
  });

  it('keeps a token under an id that does not change', () => {
    const holder = { userId: '7', username: 'mira_holm', permission: 'read' } as const;
    const answer = answered(200, 'oauth_token=t&oauth_token_secret=s&user_id=7&screen_name=mira_holm');
    expect(credentialOf(flows['oauth1-callback'], memory, answer, holder)).toMatchObject({
      id: '1-oauth1-7',
      oauth_token: 't',
      oauth_token_secret: 's',
    });
    expect(credentialOf(flows.pkce, memory, answered(200, '{"access_token":"a"}'), holder)).toMatchObject({
      id: '1-oauth2-7',
      refresh_token: null,
    });
  });
});

describe('reading answers', () => {
  it('names them for the diagram', () => {
    expect(answerLabel(answered(200, 'oauth_token=t&oauth_token_secret=s'))).toBe(
      '200 oauth_token, oauth_token_secret',
    );
    expect(answerLabel(answered(302, '', [['location', 'x']]))).toBe('302 to the callback');
    const refused = answered(401, '{"errors":[{"code":89,"message":"…"}]}');
    expect(answerLabel(refused)).toBe('401 code 89');
    expect(codeOf(refused)).toBe(89);
    const page = answered(200, '<title>Sign in</title>', [['content-type', 'text/html; charset=utf-8']]);
    expect(answerLabel(page)).toBe('200 login page');
  });

  it('knows what a page asks for', () => {
    const page = (title: string, ...values: string[]) => ({
      title,
      styles: [],
      pieces: values.map((value) => ({ name: 'input', attributes: { name: 'action', value }, children: [] })),
    });
    expect(asks(page('Sign in', 'login'))).toBe('login');
    expect(asks(page('Authorize an App', 'allow', 'deny'))).toBe('decide');
    expect(asks(page('Your PIN'))).toBe('pin');
    expect(asks(page('Denied'))).toBeNull();
  });

  it('matches the hosts of Apps exactly', () => {
    const world = {
      greeting: { baseUrl: memory.baseUrl },
      world: { apps: [{ settings: { callback_urls: [memory.callback, 'http://127.0.0.1:8080/cb'] } }] },
    } as unknown as Parameters<typeof hostKind>[1];
    const kindOf = (url: string) => hostKind(new URL(url), world);
    expect(kindOf('https://api.svc.example/oauth/authorize')).toBe('platform');
    expect(kindOf('https://northwind.example/other')).toBe('app');
    expect(kindOf('http://127.0.0.1:8080/x')).toBe('app');
    for (const url of [
      'https://northwind.example.evil.example/',
      'http://northwind.example/',
      'http://127.0.0.1:80801/',
      'https://api.svc.example.evil.example/',
    ].filter((each) => URL.canParse(each)))
      expect(kindOf(url), url).toBe('nowhere');
  });
});
