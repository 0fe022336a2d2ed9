import { describe, expect, it } from 'vitest';
import type { HttpRequest, Sent } from '../../worker/api.ts';
import { header, utf8 } from '../../worker/api.ts';
import { mostRedirects, parseAddress, redirected, resolve, navigate } from './navigate.ts';
import type { Hop, Ports, NavigationTarget } from './navigate.ts';

const base = new URL('https://api.svc.example/oauth/authorize?oauth_token=x');
const get = (url: string): NavigationTarget => ({ method: 'GET', url, body: null });

const answer = (status: number, headers: [string, string][]) => (request: HttpRequest) =>
  Promise.resolve({
    outcome: { kind: 'response' as const, status, headers, body: new Uint8Array() },
    exchange: { request } as unknown as Sent['exchange'],
  });

function portsOf(send: Ports['send'], hops: Hop[] = []): Ports {
  const hostKind = (url: URL) => {
    if (url.host === 'api.svc.example') return 'platform' as const;
    return url.host === 'app.example' ? ('app' as const) : ('nowhere' as const);
  };
  return { hostKind, send, now: () => 0, hop: (hop) => hops.push(hop), divert: (url) => url };
}

describe('addresses', () => {
  it.each([
    ['/oauth/authorize?a=1', 'https://api.svc.example/oauth/authorize?a=1'],
    ['https://x.example/%7Ea', 'https://x.example/%7Ea'],
    ['myapp://host/path?a=1', 'myapp://host/path?a=1'],
  ])('resolves %s', (reference, expected) => {
    expect(resolve(reference, base)).toBe(expected);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'about:blank', 'northwind', 'https://', ''])(
    'are refused: %j',
    (text) => {
      expect(parseAddress(text)).toBeNull();
    },
  );
});

describe('redirects (RFC 9110 15.4)', () => {
  const form: NavigationTarget = { method: 'POST', url: base.href, body: utf8('a=1') };
  const response = (status: number) => ({
    status,
    headers: [['Location', '/next']] as const,
    body: new Uint8Array(),
  });

  it('turn a form into a GET, except for 307 and 308', () => {
    expect(redirected(form, base, response(302))).toEqual(get('https://api.svc.example/next'));
    expect(redirected(form, base, response(303))).toEqual(get('https://api.svc.example/next'));
    expect(redirected(form, base, response(307))).toEqual({ ...form, url: 'https://api.svc.example/next' });
    expect(redirected(form, base, response(200))).toBeNull();
  });

  it('lead to the App, with the cookies of each host', async () => {
    const hops: Hop[] = [];
    const send = answer(302, [
      ['set-cookie', 'a=1; Path=/'],
      ['location', 'https://app.example/cb?code=1'],
    ]);
    const { landing, jar } = await navigate(get(base.href), [], portsOf(send, hops));
    expect(landing.kind).toBe('app');
    expect(hops.map(({ request }) => request.url)).toEqual([base.href, 'https://app.example/cb?code=1']);
    expect(jar.map(({ host }) => host)).toEqual(['api.svc.example']);
    expect(header(hops[1]!.request.headers, 'cookie')).toBeUndefined();
  });

  it('end after the tenth', async () => {
    const hops: Hop[] = [];
    const { landing } = await navigate(
      get(base.href),
      [],
      portsOf(answer(302, [['location', '/again']]), hops),
    );
    expect(landing.kind).toBe('too-many');
    expect(hops).toHaveLength(mostRedirects + 1);
  });

  it.each([
    ['https://evil.example/', 'nowhere'],
    ['javascript:alert(1)', 'bad-address'],
  ])('to %s end as %s', async (location, kind) => {
    const { landing } = await navigate(get(base.href), [], portsOf(answer(302, [['location', location]])));
    expect(landing.kind).toBe(kind);
  });
});
