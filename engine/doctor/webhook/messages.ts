/** What may have been signed instead of `crc_token`, and what may have been done to it. */
import { base64, decodeBase64url } from '../../http/base64.ts';
import { utf8 } from '../../http/messages.ts';
import { decodeForm, encodeRfc3986 } from '../../http/encoding.ts';
import { splitUrl } from '../../http/url.ts';
import { strings, tokensOf, written } from './json-tokens.ts';
import { section } from './mistake.ts';
import type { Known } from './mistake.ts';
import { decoded, utf16 } from './texts.ts';
import { cases } from './candidates.ts';
import type { Form, Origin } from './candidates.ts';

const message = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'message',
  wants: 'the value of `crc_token` alone',
  repair: 'Sign the value of `crc_token` alone',
  source: section('4.3'),
  ...given,
});

const fromUrl = "new URL(request.url).searchParams.get('crc_token')";

const wholeUrl = message({
  id: 'whole-url',
  title: 'HMAC of the whole URL',
  did: 'signed {}',
  repair: 'Take `crc_token` out of the query and sign its value alone',
  hints: [{ find: '(?<!URL\\()\\brequest\\.url\\b', replace: fromUrl }],
});

const queryString = message({
  id: 'query-string',
  title: 'HMAC of the query string',
  did: 'signed {}',
  repair: 'Take `crc_token` out of the query and sign its value alone',
  hints: [
    { find: 'new URL\\(request\\.url\\)\\.search\\b', replace: fromUrl },
    { find: '\\burl\\.search\\b(?!P)', replace: "url.searchParams.get('crc_token')" },
    { find: '\\bsearchParams\\.toString\\(\\)', replace: "searchParams.get('crc_token')" },
  ],
});

const nothing = message({
  id: 'token-absent',
  title: 'HMAC of nothing',
  did: 'signed {}',
  repair: 'Read the parameter `crc_token` of the query: what was read instead was empty',
  hints: [
    { find: `\\.get\\((['"])(?!crc_token\\1)[\\w-]+\\1\\)`, replace: ".get('crc_token')" },
    { find: '\\breq\\.body\\b', replace: 'req.query.crc_token' },
    { find: 'await request\\.text\\(\\)', replace: fromUrl },
  ],
});

const earlier = message({
  id: 'earlier-token',
  title: 'Token of an earlier challenge',
  did: 'answered an earlier challenge',
  wants: 'the token that it sent now',
  repair: 'Compute the answer again for each challenge, and make sure that nothing caches answers',
});

export function originsOfToken(token: string, url = '', earlierTokens: readonly string[]): Origin[] {
  const parts = splitUrl(url);
  const path = parts ? parts.path || '/' : '';
  return [
    {
      known: wholeUrl,
      texts: parts
        ? [
            { text: url, detail: 'the whole URL' },
            { text: url.replace(/\?.*$/s, ''), detail: 'the URL without its query' },
            { text: `${path}?${parts.query}`, detail: 'the path with the query' },
            { text: path, detail: 'the path' },
            { text: parts.host, detail: 'the host' },
            { text: `${parts.host}${path}?${parts.query}`, detail: 'the URL without its scheme' },
          ]
        : [],
    },
    {
      known: queryString,
      texts: [
        { text: `crc_token=${token}`, detail: 'name and value, `crc_token=…`' },
        { text: `?crc_token=${token}`, detail: 'the query with its question mark' },
        { text: `&crc_token=${token}`, detail: 'name and value with the & before them' },
        ...asJson([['crc_token', token]]),
        ...asJson(parts ? decodeForm(parts.query) : []),
        { text: 'crc_token', detail: 'the name, not the value' },
        ...(parts
          ? [
              { text: parts.query, detail: 'the whole query string' },
              { text: `?${parts.query}`, detail: 'the whole query string' },
            ]
          : []),
      ],
    },
    {
      known: nothing,
      texts: [
        { text: '', detail: 'an empty text' },
        ...['undefined', 'null', 'None', '[object Object]', '{}'].map((text) => ({
          text,
          detail: `the text “${text}”`,
        })),
      ],
    },
    { known: earlier, texts: earlierTokens.filter((each) => each !== token).map((text) => ({ text })) },
  ];
}

/** The query as an object, as various languages write it. */
function asJson(query: readonly (readonly [name: string, value: string])[]) {
  if (query.length === 0) return [];
  const text = Object.fromEntries(query.slice(0, 16));
  const lists = Object.fromEntries(query.slice(0, 16).map(([name, value]) => [name, [value]]));
  return [text, lists].flatMap((each) => {
    const tokens = tokensOf(JSON.stringify(each));
    return [
      {
        text: written(tokens, { comma: ',', colon: ':', string: strings.plain }),
        detail: 'the query as JSON',
      },
      {
        text: written(tokens, { comma: ', ', colon: ': ', string: strings.ascii }),
        detail: 'the query as JSON, with spaces',
      },
      {
        text: written(tokens, { comma: '', colon: ': ', indent: '  ', string: strings.plain }),
        detail: 'the query as JSON, indented',
      },
      {
        text: written(tokens, { comma: ', ', colon: ': ', string: strings.python }),
        detail: 'the query as Python shows a dictionary',
      },
    ];
  });
}

const uncalled = (name: string) => ({ find: `${name}\\(\\s*([\\w.$]+)\\s*\\)`, replace: '$1' });

export const formsOfToken: readonly Form[] = [
  {
    known: message({
      id: 'token-decoded',
      title: 'Token decoded once more',
      did: 'decoded the token{}',
      wants: 'the token as it is in the query',
      repair: 'Sign the token as it is: the code that reads the query has already decoded it',
      hints: [uncalled('decodeURIComponent'), uncalled('unescape'), uncalled('atob')],
    }),
    ways: [
      { apply: (text) => decoded(text) },
      { apply: (text) => decoded(text.replaceAll('+', ' ')), detail: ', its + as a space' },
      { apply: (text) => text.replaceAll('+', ' '), detail: ', its + as a space' },
      { apply: (text) => decodeBase64url(text) ?? text, detail: ' from Base64' },
    ],
  },
  {
    known: message({
      id: 'token-encoded',
      title: 'Token percent-encoded',
      did: 'signed the token {}',
      wants: 'the token as it is',
      repair: 'Sign the token as it is after the query was read, and encode nothing in it',
      hints: [uncalled('encodeURIComponent'), uncalled('escape'), uncalled('btoa')],
    }),
    ways: [
      { apply: encodeRfc3986, detail: 'percent-encoded' },
      { apply: (text) => base64(utf8(text)), detail: 'in Base64' },
    ],
  },
  {
    known: message({
      id: 'token-white-space',
      title: 'White space around the token',
      did: 'signed the token with {}',
      repair: 'Sign the token without anything before or after it',
      hints: [{ find: ` *\\+ *(['"\`])(?:\\\\r)?\\\\n\\1`, replace: '' }],
    }),
    ways: [
      { apply: (text) => `${text}\n`, detail: 'a line break behind it' },
      { apply: (text) => `${text}\r\n`, detail: 'a carriage return and a line break behind it' },
      { apply: (text) => `${text} `, detail: 'a space behind it' },
      { apply: (text) => ` ${text}`, detail: 'a space before it' },
      { apply: (text) => text.trim(), detail: 'the white space taken off that it has' },
    ],
  },
  {
    known: message({
      id: 'token-quoted',
      title: 'Quotes around the token',
      did: 'signed the token {}',
      repair: 'Sign the token without quotes: it is text, not JSON',
      hints: [uncalled('JSON\\.stringify')],
    }),
    ways: [
      { apply: (text) => JSON.stringify(text), detail: 'in quotes' },
      { apply: (text) => `'${text}'`, detail: 'in single quotes' },
      { apply: (text) => `['${text}']`, detail: "as a list of one, ['…']" },
      { apply: (text) => JSON.stringify([text]), detail: 'as a list of one, ["…"]' },
      { apply: (text) => `b'${text}'`, detail: "as Python writes bytes, b'…'" },
    ],
  },
  {
    known: message({
      id: 'token-changed',
      title: 'Token written differently',
      did: 'signed the token {}',
      wants: 'the token as it is, in UTF-8',
      repair: 'Sign the bytes of the token in UTF-8, unchanged',
    }),
    ways: [{ apply: (text) => utf16(text), detail: 'in UTF-16' }, ...cases],
  },
];
