import { describe, expect, it } from 'vitest';
import { carry, inHeader } from './transmission.ts';

const bare = { authorization: '', url: 'https://shop.example/a', contentType: '', body: '' };
const form = 'application/x-www-form-urlencoded; charset=utf-8';

describe('where a request carries its parameters (RFC 5849 3.5)', () => {
  it('is the header, even if the query has such parameters too', () => {
    const request = { ...bare, authorization: 'OAuth a="b"', url: `${bare.url}?oauth_signature=x` };
    expect(inHeader(request)).toEqual({ ...request, from: 'header' });
    expect(inHeader(bare)).toEqual({ ...bare, from: 'header' });
    const unsigned = { ...bare, url: `${bare.url}?oauth_token=x` };
    expect(inHeader(unsigned)).toEqual({ ...unsigned, from: 'header' });
  });

  it('is the query: its other parameters stay as they were written', () => {
    const url = `${bare.url}?q=a+b%2fc&oauth_consumer_key=ck&x&oauth_signature=a%2Bb%3D#end`;
    expect(inHeader({ ...bare, url })).toEqual({
      ...bare,
      url: `${bare.url}?q=a+b%2fc&x#end`,
      authorization: 'OAuth oauth_consumer_key="ck", oauth_signature="a%2Bb%3D"',
      from: 'query',
    });
    expect(inHeader({ ...bare, url: `${bare.url}?oauth_signature=a` }).url).toBe(bare.url);
  });

  it('is the body, if that is a form', () => {
    const body = 'lti_version=LTI-1p0&oauth_signature=a%20b';
    expect(inHeader({ ...bare, contentType: form, body })).toMatchObject({
      authorization: 'OAuth oauth_signature="a%20b"',
      body: 'lti_version=LTI-1p0',
      from: 'form',
    });
    expect(inHeader({ ...bare, contentType: 'application/json', body }).from).toBe('header');
  });

  it('is written as the host expects it, without the realm', () => {
    const request = { method: 'GET', url: 'https://shop.example/a', headers: [], body: null };
    const pairs = [
      ['realm', 'r'],
      ['oauth_signature', 'a+b='],
    ] as const;
    const urls = ['a', 'a?', 'a?b=c', 'a?b=c&', 'a?b=c#d'].map(
      (path) => carry({ ...request, url: path }, pairs, 'query')?.url,
    );
    expect(urls).toEqual([
      'a?oauth_signature=a%2Bb%3D',
      'a?oauth_signature=a%2Bb%3D',
      'a?b=c&oauth_signature=a%2Bb%3D',
      'a?b=c&oauth_signature=a%2Bb%3D',
      'a?b=c&oauth_signature=a%2Bb%3D#d',
    ]);
    const headers = [['content-type', form]] as const;
    expect(carry({ ...request, headers, body: 'b=c' }, pairs, 'form')?.body).toBe(
      'b=c&oauth_signature=a%2Bb%3D',
    );
    expect(carry({ ...request, headers, body: '' }, pairs, 'form')?.body).toBe('oauth_signature=a%2Bb%3D');
    expect(carry(request, pairs, 'form')).toBeNull();
    expect(carry({ ...request, body: '{}' }, pairs, 'form')).toBeNull();
  });
});
