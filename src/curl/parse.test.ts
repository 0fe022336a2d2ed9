import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCurl, parseFirstCurl } from './parse.ts';
import { rounds } from '../../tests/support/rounds.ts';

const call = (command: string) => {
  const parsed = parseCurl(command);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
};
const problem = (command: string) => {
  const parsed = parseCurl(command);
  return 'problem' in parsed ? parsed.problem : '';
};
const url = 'https://api.svc.example/2/posts';
/** Quotes a text so that a shell reads it back unchanged. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

describe('a curl command', () => {
  it('is read with quotes, options, headers and continued lines', () => {
    const read = call(
      `$ curl --request POST \\\n  --url '${url}?a=1&b=2' \\\r\n  -H "X-Note: say \\"hi\\"" -sS --data-raw 'text=It'\\''s'\n`,
    );
    expect(read).toEqual({
      shell: 'bash',
      notes: [],
      method: 'POST',
      url: `${url}?a=1&b=2`,
      headers: [
        ['X-Note', 'say "hi"'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: "text=It's",
    });
  });

  it.each([
    [`curl ${url}`, 'GET'],
    [`curl -I ${url}`, 'HEAD'],
    [`curl -d a=1 ${url}`, 'POST'],
    [`curl -XDELETE ${url}`, 'DELETE'],
    [`curl -sSX PUT ${url}`, 'PUT'],
    [`curl -G -d a=1 ${url}`, 'GET'],
  ])('%s is a %s', (command, method) => {
    expect(call(command).method).toBe(method);
  });

  it.each([
    [`curl ${url} -d a=1 -d b=2`, 'a=1&b=2'],
    [`curl ${url} --data-urlencode 'q=a b&c' --data-urlencode 'é!'`, 'q=a+b%26c&%C3%A9%21'],
    [`curl ${url} --data-urlencode '=a b'`, 'a+b'],
    [`curl ${url} --data-raw @name`, '@name'],
    [`curl ${url} -d $'a\\'b\\n\\x41\\u00e9'`, "a'b\nAé"],
    [`curl ${url} -d ''`, ''],
    [`curl ${url}`, null],
  ])('%s has the body %j', (command, body) => {
    expect(call(command).body).toBe(body);
  });

  it('moves data into the query with -G', () => {
    expect(call(`curl -G '${url}?a=1#part' -d b=2`).url).toBe(`${url}?a=1&b=2`);
  });

  it('sends JSON and credentials as curl does', () => {
    expect(call(`curl --json '{}' ${url}`).headers).toEqual([
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
    ]);
    expect(call(`curl --json '{' --json '}' -H 'Content-Type:' -H 'Accept: */*' ${url}`)).toMatchObject({
      headers: [['Accept', '*/*']],
      body: '{}',
    });
    expect(call(`curl --oauth2-bearer abc ${url}`).headers).toEqual([['Authorization', 'Bearer abc']]);
    expect(call(`curl -u key:secret ${url}`).headers).toEqual([
      ['Authorization', `Basic ${btoa('key:secret')}`],
    ]);
    expect(call(`curl -u a:b -H 'Authorization: OAuth x="1"' ${url}`).headers).toHaveLength(1);
    expect(call(`curl -H 'Accept:' -H 'X-Empty;' ${url}`).headers).toEqual([['X-Empty', '']]);
  });

  it.each([
    ['', 'begin with curl'],
    ['wget x', 'begin with curl'],
    ['curl', 'no address'],
    [`curl ${url} ${url}`, 'two addresses'],
    [`curl ${url}?a=1&b=2`, 'an & outside of quotes'],
    [`curl ${url} | sh`, 'a | outside of quotes'],
    [`curl '${url}`, 'not closed'],
    [`curl ${url} -d @body.json`, 'the file body.json'],
    [`curl ${url} -F a=1`, 'multipart'],
    [`curl ${url} --proxy-magic`, '--proxy-magic'],
    [`curl ${url} -H`, 'no value'],
    [`curl ${url} -H nothing`, 'no colon'],
    [`curl ${url} -d ${'a'.repeat(64 * 1024)}`, '64 KB'],
  ])('%.60s … is refused: %s', (command, words) => {
    expect(problem(command)).toContain(words);
  });

  it('returns every quoted body and header unchanged', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (body, value) => {
        const read = call(`curl ${url} --data-raw ${quoted(body)} -H ${quoted(`X-Note: a${value}b`)}`);
        expect(read.body).toBe(body);
        expect(read.headers).toContainEqual(['X-Note', `a${value}b`]);
      }),
      rounds(100, 2000),
    );
  });

  it.each([
    [`curl '${url}' \\\n -H 'A: b'`, 'bash'],
    [`curl '${url}' -d 'It'\\''s ^" ' -H 'a:b'`, 'bash'],
    [`curl ^"${url}^" ^\r\n -H ^"A: b^"`, 'cmd'],
    [`curl "${url}" -H "A: ""b"""`, 'cmd'],
    [`C:\\Users\\me>curl "${url}"`, 'cmd'],
    [`curl.exe "${url}"`, 'cmd'],
    [`curl.exe '${url}'`, 'PowerShell'],
    [`PS C:\\> curl "${url}"`, 'PowerShell'],
    [`curl "${url}" \`\n -H "A: b"`, 'PowerShell'],
    [`curl --% "${url}"`, 'PowerShell'],
  ])('%s is read by the rules of its shell', (command, shell) => {
    expect(parseCurl(command)).toMatchObject({ shell, url });
  });

  it('reports the place of an error', () => {
    const place = (command: string) => {
      const parsed = parseCurl(command);
      return 'problem' in parsed ? command.slice(parsed.start, parsed.end) : 'read';
    };
    expect(place(`curl ${url}?a=1&b=2`)).toBe('&');
    expect(place(`curl '${url}' -F a=1`)).toBe('-F a=1');
    expect(place(`curl '${url}' --proxy-magic x`)).toBe('--proxy-magic');
    expect(place(`curl '${url}' -H "Authorization: $TOKEN"`)).toBe('$');
    expect(place(`curl "${url}" ^\n -F "a=1"`)).toBe('-F "a=1"');
    expect(place(`curl '${url}'\ncurl b`)).toBe('curl b');
  });

  it('comes with notes about what is doubtful', () => {
    expect(call(`curl '${url}' --request=PUT`)).toMatchObject({
      method: 'PUT',
      notes: [expect.stringContaining('after a space')],
    });
    expect(call(`curl '${url}/{id}'`).notes).toEqual([expect.stringContaining('-g')]);
    expect(call(`curl -g '${url}/{id}'`).notes).toEqual([]);
  });

  it('may be one of several', () => {
    const text = `curl '${url}' -H 'A: b' ;\ncurl '${url}/1' \\\n -d x\n\n$ curl b`;
    const first = parseFirstCurl(text);
    const second = parseFirstCurl(text.slice(first.end));
    expect(first.result).toMatchObject({ url, body: null });
    expect(second.result).toMatchObject({ url: `${url}/1`, body: 'x' });
    expect(text.slice(first.end + second.end).trim()).toBe('$ curl b');
    expect(parseCurl(`curl "${url}" ^\n -d "a" &\ncurl b`)).toHaveProperty('problem');
  });

  it('never makes the parser throw', () => {
    const unit = fc.constantFrom(...' \n\'"`^\\$&;{}@%-ab:');
    fc.assert(
      fc.property(fc.string({ unit }), (rest) => void parseCurl(`curl ${rest}`)),
      rounds(100, 2000),
    );

    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (rest) => void parseCurl(`curl ${rest}`)),
      rounds(100, 2000),
    );
  });
});
