import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCurl } from './curl.ts';

const call = (command: string) => {
  const parsed = parseCurl(command);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.call;
};
const problem = (command: string) => {
  const parsed = parseCurl(command);
  return 'problem' in parsed ? parsed.problem : '';
};
const url = 'https://api.svc.example/2/posts';
/** A word that a shell reads back as it was. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

describe('a curl command', () => {
  it('is read with quotes, options, headers and continued lines', () => {
    const read = call(
      `$ curl --request POST \\\n  --url '${url}?a=1&b=2' \\\r\n  -H "X-Note: say \\"hi\\"" -sS --data-raw 'text=It'\\''s'\n`,
    );
    expect(read).toEqual({
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
    [`curl ${url} --data-urlencode 'q=a b&c' --data-urlencode 'é!'`, 'q=a%20b%26c&%C3%A9%21'],
    [`curl ${url} --data-urlencode '=a b'`, 'a%20b'],
    [`curl ${url} --data-raw @name`, '@name'],
    [`curl ${url} -d $'a\\'b\\n\\x41\\u00e9'`, "a'b\nAé"],
    [`curl ${url} -d ''`, ''],
    [`curl ${url}`, null],
  ])('%s has the body %j', (command, body) => {
    expect(call(command).body).toBe(body);
  });

  it('puts data into the query with -G', () => {
    expect(call(`curl -G '${url}?a=1#part' -d b=2`).url).toBe(`${url}?a=1&b=2`);
  });

  it('sends JSON and credentials as curl does', () => {
    expect(call(`curl --json '{}' ${url}`).headers).toEqual([['Content-Type', 'application/json']]);
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
  ])('%.60s is refused: %s', (command, words) => {
    expect(problem(command)).toContain(words);
  });

  it('gives back every body and header that was quoted', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (body, value) => {
        const read = call(`curl ${url} --data-raw ${quoted(body)} -H ${quoted(`X-Note: a${value}b`)}`);
        expect(read.body).toBe(body);
        expect(read.headers).toContainEqual(['X-Note', `a${value}b`]);
      }),
    );
  });

  it('never makes the parser throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (rest) => void parseCurl(`curl ${rest}`)));
  });
});
