import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBash } from './bash.ts';
import { readCmd } from './cmd.ts';
import { parseCurl } from './parse.ts';
import { readPowerShell } from './powershell.ts';
import { shells } from './types.ts';
import type { CurlRequest, Shell } from './types.ts';
import { writeCurl } from './write.ts';
import { rounds } from '../../tests/support/rounds.ts';

const nasty = `^%"'\\ \t&|<>()!$\`{}[]@#;,~*?=+:/‘“…é😀\n`;
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...nasty, '\\"', '%PATH%', '^\n', "'\\''", '""', 'a', '0') }),
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
);
const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/);
const value = anyText.map((text) => text.replace(/\s+/g, ' ').trim());
const url = fc
  .tuple(
    fc.webUrl({ withQueryParameters: true }),
    fc.string({ unit: fc.constantFrom(...`a/.-_~!$&'()*+,;=:@%20[]{}^`) }),
  )
  .map(([base, rest]) => `${base}${rest}`);
const requests: fc.Arbitrary<CurlRequest> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'),
  url,
  headers: fc.array(fc.tuple(token, value), { maxLength: 4 }),
  body: fc.option(anyText),
});

/** Whether the shell cannot carry a text at all: cmd accepts no control characters. */
const beyond = (request: CurlRequest, shell: Shell): boolean =>
  shell === 'cmd' && /[^\P{Cc}\n\t]/u.test(JSON.stringify(request.headers) + (request.body ?? ''));

describe('a request written as curl', () => {
  it.each(shells)('is read back from %s unchanged', (shell) => {
    fc.assert(
      fc.property(requests, (request) => {
        fc.pre(!beyond(request, shell));
        const written = writeCurl(request, shell);
        if ('problem' in written) return expect(written.problem).toContain('8191');
        const read = parseCurl(written.text);
        expect(read).toMatchObject(request);
      }),
      rounds(400, 8000),
    );
  });

  it.skipIf(!existsSync('/usr/bin/bash'))('is split by bash in the same way as by our reader', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const written = writeCurl(request, 'bash');
        if ('problem' in written) throw new Error(written.problem);
        const script = `curl() { printf '%s\\0' "$@"; }\n${written.text}`;
        const given = execFileSync('/usr/bin/bash', ['--norc', '-c', script], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { LC_ALL: 'C.UTF-8', SHLVL: '1' },
        });
        const words = readBash(written.text, 0).words.slice(1);
        expect(given.split('\0').slice(0, -1)).toEqual(words.map(({ text }) => text));
      }),
      rounds(60, 1200),
    );
  });

  const request: CurlRequest = {
    method: 'GET',
    url: 'https://api.svc.example/2/users/by?usernames=a%2Cb&x=1',
    headers: [['Authorization', 'OAuth a="b%3D", c="d"']],
    body: null,
  };

  it('looks like a command written by hand', () => {
    expect(shells.map((shell) => writeCurl(request, shell))).toEqual([
      {
        text: `curl 'https://api.svc.example/2/users/by?usernames=a%2Cb&x=1' \\\n  -H 'Authorization: OAuth a="b%3D", c="d"'`,
      },
      {
        text: `curl ^"https://api.svc.example/2/users/by?usernames=a^%^2Cb^&x=1^" ^\n  -H ^"Authorization: OAuth a=\\^"b^%^3D\\^", c=\\^"d\\^"^"`,
      },
      {
        text: `& { $PSNativeCommandArgumentPassing = 'Legacy'; curl.exe 'https://api.svc.example/2/users/by?usernames=a%2Cb&x=1' \`\n  -H 'Authorization: OAuth a=\\"b%3D\\", c=\\"d\\"' }`,
      },
    ]);
  });

  it('omits curl’s defaults, and keeps curl from sending more', () => {
    const text = (change: Partial<CurlRequest>) => {
      const written = writeCurl({ ...request, headers: [], url: 'https://x.example/a', ...change }, 'bash');
      return 'text' in written ? written.text : written.problem;
    };
    expect(text({ method: 'POST', body: 'a=1' })).toBe(
      `curl https://x.example/a \\\n  -H Content-Type: \\\n  --data-raw a=1`,
    );
    expect(text({ method: 'HEAD' })).toBe('curl -I https://x.example/a');
    expect(text({ method: 'DELETE', body: '' })).toContain(`-X DELETE`);
    expect(text({ url: 'https://x.example/a/../b?ids[]=1' })).toBe(
      `curl --path-as-is -g 'https://x.example/a/../b?ids[]=1'`,
    );
    expect(text({ headers: [['X-Empty', '']] })).toContain(`'X-Empty;'`);
    expect(text({ body: 'a\0b' })).toContain('NUL');
    expect(text({ body: '\ud800' })).toContain('surrogate pair');
    expect(writeCurl({ ...request, body: 'a\rb' }, 'cmd')).toHaveProperty('problem');
    expect(writeCurl({ ...request, body: 'a'.repeat(8192) }, 'cmd')).toMatchObject({ problem: /8191/ });
  });
});

describe('the arguments of a program', () => {
  const words = (line: { words: readonly { text: string }[] }) => line.words.map(({ text }) => text);

  it('are read as bash passes them', () => {
    expect(words(readBash(`curl a'b'"c\\"d"$'\\x65\\t\\u00e9\\xc3\\xa9' x\\\ny \\\n z`, 0))).toEqual([
      'curl',
      'abc"de\téé',
      'xy',
      'z',
    ]);
  });

  it('are read as cmd and the C runtime pass them', () => {
    expect(words(readCmd('curl "a""b" a\\\\"b c" "d\\\\" ^"e^&f^" ^\r\n -H "x\\"y"', 0))).toEqual([
      'curl',
      'a"b',
      'a\\b c',
      'd\\',
      'e&f',
      '-H',
      'x"y',
    ]);
  });

  it('are read as PowerShell 5.1 and 7 pass them', () => {
    expect(words(readPowerShell("curl.exe 'It''s' \"a`\"b``\" `\n x`ny '{\"a\":1}'", 0))).toEqual([
      'curl.exe',
      "It's",
      'a"b`',
      'x\ny',
      '{"a":1}',
    ]);
    expect(words(readPowerShell(`curl.exe -d '{\\"a\\": 1}'`, 0))).toEqual(['curl.exe', '-d', '{"a": 1}']);
    expect(words(readPowerShell(`curl.exe -k --% -H "a: \\"b\\"" $x`, 0))).toEqual([
      'curl.exe',
      '-k',
      '-H',
      'a: "b"',
      '$x',
    ]);
    expect(words(readPowerShell(`curl.exe -d @'\n{"a":1}\n'@ x`, 0))).toEqual([
      'curl.exe',
      '-d',
      '{"a":1}',
      'x',
    ]);
  });
});
