import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestPaste, mostAtOnce, readPaste } from './paste.ts';
import { rounds } from '../../../tests/support/rounds.ts';

const origin = 'https://api.svc.example';
const read = (text: string) => readPaste(text, origin);

describe('pasted text', () => {
  it('can be a curl command', () => {
    expect(read(` curl ${origin}/2/users/me -H 'Authorization: OAuth a="b"'`)).toMatchObject([
      { kind: 'call', from: 'curl', how: 'bash quoting', call: { url: `${origin}/2/users/me` } },
    ]);
    expect(read('curl')).toMatchObject([{ kind: 'problem' }]);
    expect(read('curl x --magic')).toMatchObject([{ kind: 'problem', near: '--magic' }]);
  });

  it('can be a raw message, with or without Host', () => {
    const text = 'POST /2/posts?a=1 HTTP/1.1\r\nHost: other.example\r\nContent-Type: a/b\r\n\r\nbo\r\n\r\ndy';
    expect(read(text)).toMatchObject([
      {
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
      },
    ]);
    expect(read('GET /2/users/me HTTP/1.1\nAccept: x')).toMatchObject([
      { call: { url: `${origin}/2/users/me`, body: null } },
    ]);
  });

  it('can be a header, named or not, on one line or several', () => {
    const header = [{ kind: 'header', authorization: 'OAuth a="b", c="d"' }];
    expect(read('Authorization: OAuth a="b", c="d"')).toMatchObject(header);
    expect(read('OAuth a="b",\n   c="d"\n')).toMatchObject(header);
  });

  it('can be several requests, one after another', () => {
    const message = `GET /1 HTTP/1.1\nHost: a.example\nAuthorization: OAuth a="b"\n\n`;
    const curl = `curl '${origin}/2' \\\n  -H 'Authorization: OAuth a="c"'\n`;
    const texts = [message, curl, `Authorization: OAuth a="d"\n\n`, curl, message, message];
    expect(read(texts.join('')).map(({ kind }) => kind)).toEqual([
      'call',
      'call',
      'header',
      'call',
      'call',
      'call',
    ]);
    expect(read(curl.repeat(mostAtOnce + 5))).toHaveLength(mostAtOnce);
  });

  it('Q14: can be Invoke-RestMethod, fetch, axios or Python requests, one request for each call', () => {
    const header = 'OAuth oauth_consumer_key="ck"';
    const from = (text: string) => read(text).map((each) => (each.kind === 'call' ? each.from : each.kind));
    const h = `$h = @{ Authorization = '${header}' }\nInvoke-RestMethod -Uri 'https://a.example/1' -Headers $h`;
    expect(from(h)).toEqual(['Invoke-RestMethod']);
    expect(from(`fetch('https://a.example/1'); fetch('https://a.example/2')`)).toEqual(['fetch', 'fetch']);
    expect(from(`axios.get('https://a.example/1')`)).toEqual(['axios']);
    const text = `import requests\nr = requests.get('https://a.example/1', headers={'Authorization': '${header}'})`;
    expect(read(text)).toMatchObject([
      { from: 'Python requests', call: { headers: [['Authorization', header]] }, text },
    ]);
    expect(read(`${h}\n\ncurl https://a.example/2`)).toMatchObject([
      { from: 'Invoke-RestMethod' },
      { from: 'curl' },
    ]);
    expect(read(`fetch('https://a.example', {\n  headers: sign(request),\n})`)).toMatchObject([
      { kind: 'problem', near: 'sign(request),' },
    ]);
  });

  it('can be empty, too long, or none of these', () => {
    expect(read(' \n')).toEqual([]);
    expect(read('a'.repeat(longestPaste + 1))).toMatchObject([{ kind: 'problem' }]);
    const problem = 'This is not a request that the doctor can read.';
    expect(read('hello there')).toMatchObject([{ kind: 'problem', problem, near: 'hello there' }]);
  });

  it('never makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void read(text)),
      rounds(100, 2000),
    );
    fc.assert(
      fc.property(fc.string(), (text) => void read(`GET / HTTP/1.1\n${text}`)),
      rounds(100, 2000),
    );
    const unit = fc.constantFrom('curl ', '\n', 'GET / HTTP/1.1', 'OAuth a="b"', "'", ' ', ':', '&', ';');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => void read(text)),
      rounds(100, 2000),
    );
  });
});
