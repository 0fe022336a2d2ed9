import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestPaste, readPaste } from './paste.ts';

const origin = 'https://api.svc.example';
const read = (text: string) => readPaste(text, origin);

describe('what was pasted', () => {
  it('may be a curl command', () => {
    expect(read(` curl ${origin}/2/users/me -H 'Authorization: OAuth a="b"'`)).toMatchObject({
      kind: 'call',
      from: 'curl command',
      call: { url: `${origin}/2/users/me` },
    });
    expect(read('curl')).toMatchObject({ kind: 'problem' });
    expect(read('curl x --magic')).toMatchObject({ kind: 'problem' });
  });

  it('may be a raw message, with or without Host', () => {
    const text = 'POST /2/posts?a=1 HTTP/1.1\r\nHost: other.example\r\nContent-Type: a/b\r\n\r\nbo\r\n\r\ndy';
    expect(read(text)).toEqual({
      kind: 'call',
      from: 'raw message',
      call: {
        method: 'POST',
        url: 'https://other.example/2/posts?a=1',
        headers: [
          ['Host', 'other.example'],
          ['Content-Type', 'a/b'],
        ],
        body: 'bo\r\n\r\ndy',
      },
    });
    expect(read('GET /2/users/me HTTP/1.1\nAccept: x')).toMatchObject({
      call: { url: `${origin}/2/users/me`, body: null },
    });
  });

  it('is a header otherwise, named or not, on one line or several', () => {
    const header = { kind: 'header', authorization: 'OAuth a="b", c="d"' };
    expect(read('Authorization: OAuth a="b", c="d"')).toEqual(header);
    expect(read('OAuth a="b",\n   c="d"\n')).toEqual(header);
  });

  it('is nothing, or too long', () => {
    expect(read(' \n')).toEqual({ kind: 'nothing' });
    expect(read('a'.repeat(longestPaste + 1))).toMatchObject({ kind: 'problem' });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void read(text)));
    fc.assert(fc.property(fc.string(), (text) => void read(`GET / HTTP/1.1\n${text}`)));
  });
});
