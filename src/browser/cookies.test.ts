import { describe, expect, it } from 'vitest';
import { cookieHeader, keepCookies, parseSetCookie } from './cookies.ts';

const now = 1_000_000;
const url = new URL('https://api.svc.example/oauth/authorize');
const keep = (...headers: string[]) => keepCookies([], headers, url, now);

describe('cookies (RFC 6265)', () => {
  it('reads the cookies that the platform sets', () => {
    expect(
      parseSetCookie('svc_session=abc; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax', url, now),
    ).toEqual({
      name: 'svc_session',
      value: 'abc',
      host: 'api.svc.example',
      path: '/',
      expires: now + 60_000,
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    });
  });

  it.each(['', 'no-pair', '=value', 'a=\u0001', `a=${'x'.repeat(5000)}`])('ignores %j', (header) => {
    expect(parseSetCookie(header, url, now)).toBeNull();
  });

  it('neither stores nor sends a Secure cookie over plain http', () => {
    expect(parseSetCookie('a=1; Secure', new URL('http://api.svc.example/'), now)).toBeNull();
    expect(cookieHeader(keep('a=1; Path=/; Secure'), new URL('http://api.svc.example/'), now)).toBeNull();
  });

  it('are sent only to their own host', () => {
    const jar = keep('a=1; Path=/');
    expect(cookieHeader(jar, new URL('https://api.svc.example/x'), now)).toBe('a=1');
    expect(cookieHeader(jar, new URL('https://northwind.example/x'), now)).toBeNull();
    expect(cookieHeader(jar, new URL('https://api.svc.example:8443/x'), now)).toBeNull();
  });

  it('are sent only below their path, longer paths first', () => {
    const jar = keep('a=1; Path=/', 'b=2; Path=/oauth', 'c=3');
    expect(cookieHeader(jar, url, now)).toBe('b=2; c=3; a=1');
    expect(cookieHeader(jar, new URL('https://api.svc.example/oauthx'), now)).toBe('a=1');
  });

  it('are replaced by cookies of the same name, and expire by Max-Age on the platform’s clock', () => {
    const jar = keepCookies(keep('a=1; Path=/; Max-Age=60'), ['a=2; Path=/; Max-Age=60'], url, now);
    expect(cookieHeader(jar, url, now + 59_999)).toBe('a=2');
    expect(cookieHeader(jar, url, now + 60_000)).toBeNull();
    expect(keepCookies(jar, ['a=; Path=/; Max-Age=0'], url, now)).toEqual([]);
  });
});
