import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { readSnippet } from './read.ts';

const header = 'OAuth oauth_consumer_key="ck", oauth_signature="a%2Bb%3D"';
const only = (text: string) => {
  const read = readSnippet(text);
  expect(read?.calls).toHaveLength(1);
  return { kind: read?.kind, ...read?.calls[0] };
};

describe('Q14: Invoke-RestMethod', () => {
  it('is read with a hash table, a variable and continued lines', () => {
    const text = `$h = @{\n  Authorization = '${header}'\n  'X-One' = "two"\n}\nInvoke-RestMethod -Method Get -Headers $h \`\n  -Uri 'https://shop.example/orders?per_page=20&status=processing'`;
    expect(only(text)).toEqual({
      kind: 'Invoke-RestMethod',
      call: {
        method: 'GET',
        url: 'https://shop.example/orders?per_page=20&status=processing',
        headers: [
          ['Authorization', header],
          ['X-One', 'two'],
        ],
        body: null,
      },
      notes: [],
    });
  });

  it('is read in its other forms', () => {
    expect(only(`irm https://a.example/x -Method Post -Body @{ a = 'b c'; n = 1 }`)).toMatchObject({
      call: {
        method: 'POST',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: 'a=b%20c&n=1',
      },
    });
    expect(only(`irm "https://a.example/x" -Body @{ a = 'b' }`)).toMatchObject({
      call: { url: 'https://a.example/x?a=b', body: null },
    });
    const splat = `$base = 'https://a.example'\n$p = @{ Uri = "$base/x"; Method = 'PUT'; Body = (@{ t = 'é' } | ConvertTo-Json -Compress); ContentType = 'application/json' }\n$r = Invoke-WebRequest @p -UseBasicParsing`;
    expect(only(splat)).toMatchObject({
      call: {
        method: 'PUT',
        url: 'https://a.example/x',
        headers: [['Content-Type', 'application/json']],
        body: '{"t":"é"}',
      },
    });
    // As a browser's developer tools copy it.
    const copied = `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n$session.UserAgent = "x"\nInvoke-WebRequest -UseBasicParsing -Uri "https://a.example/y" \`\n-WebSession $session \`\n-Headers @{\n"authorization"="OAuth a=\`"b\`""\n}`;
    expect(only(copied)).toMatchObject({ call: { headers: [['authorization', 'OAuth a="b"']] } });
  });

  it('is refused if only PowerShell knows the value', () => {
    const text = 'Invoke-RestMethod https://a.example -Headers @{ Authorization = Get-Header "x" }';
    expect(only(text)).toMatchObject({ problem: 'An entry is worked out by PowerShell.' });
    expect(only('irm https://a.example -Headers $h')).toMatchObject({
      problem: '$h has no literal value in this text.',
    });
  });
});

describe('Q14: fetch', () => {
  it('is read as the developer tools copy it', () => {
    const text = `fetch("https://a.example/1.1/x.json?a=b%20c", {\n  "headers": {\n    "accept": "*/*",\n    "authorization": ${JSON.stringify(header)}\n  },\n  "body": null,\n  "method": "GET"\n});`;
    expect(only(text)).toMatchObject({
      kind: 'fetch',
      call: {
        method: 'GET',
        url: 'https://a.example/1.1/x.json?a=b%20c',
        headers: [
          ['accept', '*/*'],
          ['authorization', header],
        ],
        body: null,
      },
    });
  });

  it('is read with names, templates and forms', () => {
    const text = `const base = 'https://a.example'; // where
const headers = { Authorization: '${header}' };
const answer = await fetch(\`\${base}/2/posts\`, { method: 'post', headers, body: new URLSearchParams({ status: 'a b' }) });`;
    expect(only(text)).toMatchObject({
      call: {
        method: 'POST',
        url: 'https://a.example/2/posts',
        headers: [
          ['Authorization', header],
          ['Content-Type', 'application/x-www-form-urlencoded;charset=UTF-8'],
        ],
        body: 'status=a%20b',
      },
    });
    expect(
      only(`fetch('https://a.example', {method:'POST', body: JSON.stringify({a: [1, true, null]})})`),
    ).toMatchObject({
      call: { body: '{"a":[1,true,null]}' },
    });
  });

  it('is refused if the program computes a value, with the place', () => {
    const text = `fetch('https://a.example', { headers: { Authorization: sign(request) } })`;
    const read = only(text);
    expect(read).toMatchObject({ problem: 'sign(…) is worked out when the program runs.' });
    expect('start' in read && text.slice(read.start).startsWith('sign(')).toBe(true);
    expect(only(`fetch('/2/users/me')`)).toMatchObject({
      problem: 'The address /2/users/me is relative: write it out with its host.',
    });
  });

  it('is read once for each call', () => {
    const two = `fetch('https://a.example/1'); fetch('https://a.example/2')`;
    expect(readSnippet(two)?.calls).toMatchObject([
      { call: { url: 'https://a.example/1' } },
      { call: { url: 'https://a.example/2' } },
    ]);
  });
});

describe('Q14: axios', () => {
  it('is read in each of its forms', () => {
    expect(
      only(
        `axios.get('https://a.example/x', { params: { a: 'b c', ids: [1, 2] }, headers: { authorization: '${header}' } })`,
      ),
    ).toMatchObject({
      kind: 'axios',
      call: {
        method: 'GET',
        url: 'https://a.example/x?a=b%20c&ids%5B%5D=1&ids%5B%5D=2',
        headers: [['authorization', header]],
      },
    });
    expect(
      only(`axios({ method: 'post', baseURL: 'https://a.example/', url: '/x', data: { a: 1 } })`),
    ).toMatchObject({
      call: {
        method: 'POST',
        url: 'https://a.example/x',
        body: '{"a":1}',
        headers: [['Content-Type', 'application/json']],
      },
    });
    expect(
      only(`axios.post('https://a.example/x', 'a=1', { auth: { username: 'u', password: 'p' } })`),
    ).toMatchObject({
      call: {
        body: 'a=1',
        headers: [
          ['Authorization', 'Basic dTpw'],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
      },
    });
  });
});

describe('Q14: Python requests', () => {
  it('is read with its arguments, by name and by position', () => {
    const text = `import requests\n\nurl = "https://a.example/x"  # here\nheaders = {\n    "Authorization": 'OAuth oauth_consumer_key="ck", '\n        'oauth_signature="s"',\n}\nr = requests.get(url, params={"q": "harbour lights", "n": 3}, headers=headers, timeout=5)\nprint(r.json())`;
    expect(only(text)).toMatchObject({
      kind: 'Python requests',
      call: {
        method: 'GET',
        url: 'https://a.example/x?q=harbour%20lights&n=3',
        headers: [['Authorization', 'OAuth oauth_consumer_key="ck", oauth_signature="s"']],
        body: null,
      },
    });
    expect(
      only(`requests.request("POST", "https://a.example", data={"a": ["1", "2"], "b": None})`),
    ).toMatchObject({
      call: {
        method: 'POST',
        body: 'a=1&a=2',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      },
    });
    expect(only(`s = requests.Session()\ns.post(f"https://a.example", json={"é": [1, True]})`)).toMatchObject(
      {
        call: { body: '{"\\u00e9": [1, true]}', headers: [['Content-Type', 'application/json']] },
      },
    );
  });

  it('is refused if it signs by itself', () => {
    expect(only(`requests.get("https://a.example", auth=OAuth1("ck", "cs"))`)).toMatchObject({
      problem: 'OAuth1(…) is worked out when the program runs.',
    });
  });
});

describe('Q14: hostile text', () => {
  it('is not a program, or is refused', () => {
    expect(readSnippet('hello')).toBeNull();
    expect(readSnippet('the word fetch alone')).toBeNull();
    expect(only(`fetch(${'['.repeat(5000)}`)).toMatchObject({
      problem: 'Brackets are nested more than 40 deep.',
    });
    const names = Array.from({ length: 40 }, (_, at) => `v${at} = [v${at + 1}, v${at + 1}, v${at + 1}]`);
    const bomb = `${names.join('\n')}\nv40 = "xxxxxxxx"\nrequests.post("https://a.example", json=v0)`;
    expect(JSON.stringify(only(bomb))).toMatch(/128 KB|has no literal value/);
    const long = `a = "${'x'.repeat(1000)}"\nrequests.post("https://a.example", data=${'a + '.repeat(5000)}a)`;
    expect(only(long)).toMatchObject({ problem: 'This comes to more than 128 KB.' });
    expect(only(`a = a\nrequests.get(a)`)).toMatchObject({
      problem: 'a has no literal value in this text.',
    });
    const polluted = only(
      `fetch('https://a.example', { method: 'POST', body: JSON.stringify({ ['__proto__']: 1 }) })`,
    );
    expect(polluted).toHaveProperty('problem');
    expect(only(`requests.post("https://a.example", json={"__proto__": {"a": 1}})`)).toMatchObject({
      call: { body: '{"__proto__": {"a": 1}}' },
    });
  });

  it('never throws', () => {
    const unit = fc.constantFrom(
      ...[
        'fetch(',
        'axios.post(',
        'requests.get(',
        'irm ',
        '@{',
        '$h',
        ' = ',
        '"',
        "'",
        '`',
        '${',
        '}',
        '{',
        '(',
        ')',
      ],
      ...[
        '[',
        ']',
        ',',
        ':',
        '\n',
        '\\',
        'https://a.example',
        '-Uri ',
        '-Headers ',
        'a',
        '"""',
        '/*',
        '//',
        '#',
        '+',
      ],
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => void readSnippet(text)),
      rounds(500, 20_000),
    );
  });
});
