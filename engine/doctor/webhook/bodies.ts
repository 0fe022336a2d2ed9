/** What may have been signed instead of a delivery's raw body. */
import { characters, latin1 } from '../bytes.ts';
import { base64 } from '../../http/base64.ts';
import { utf8 } from '../../http/messages.ts';
import { strings, tokensOf, written } from './json-tokens.ts';
import type { Writing } from './json-tokens.ts';
import { choice } from './mistake.ts';
import type { Known } from './mistake.ts';
import { utf16 } from './texts.ts';
import type { Form, Origin } from './candidates.ts';

const body = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'message',
  wants: 'the bytes that came',
  repair: 'Keep the bytes of the body as they came and verify those, before anything parses them',
  source: choice('delivery'),
  hints: [
    { find: 'JSON\\.stringify\\(\\s*await (\\w+)\\.json\\(\\)\\s*\\)', replace: 'await $1.text()' },
    { find: 'JSON\\.stringify\\(\\s*(req(?:uest)?)\\.body\\s*\\)', replace: '$1.rawBody' },
  ],
  ...given,
});

const again = body({
  id: 'body-written-again',
  title: 'JSON parsed and written again',
  did: 'signed the JSON after writing it again, {}',
});

const shown = body({
  id: 'body-as-object',
  title: 'The parsed body as text',
  did: 'signed {}',
});

const absent = body({
  id: 'body-absent',
  title: 'HMAC of nothing',
  did: 'signed {}',
  repair: 'Read the bytes of the body before anything else does: a body can be read once',
});

const part = body({
  id: 'body-part',
  title: 'Part of the body',
  did: 'signed only the content of `{}`',
  wants: 'the whole body',
});

/** Deeper bodies are not serialized again. */
const deepest = 64;

const inOneLine = (detail: string, string: Writing['string'], space = ''): readonly [string, Writing] => [
  detail,
  { comma: `,${space}`, colon: `:${space}`, string },
];

const indented = (detail: string, indent: string, string = strings.plain) =>
  [detail, { comma: '', colon: ': ', indent, string }] as const;

const writings: readonly (readonly [detail: string, writing: Writing])[] = [
  inOneLine('without its spaces', strings.plain),
  inOneLine('with a space behind each comma and colon, as json.dumps writes it', strings.ascii, ' '),
  inOneLine('with a space behind each comma and colon', strings.plain, ' '),
  inOneLine('with \\u for what is not ASCII', strings.ascii),
  inOneLine('with \\u in upper case for what is not ASCII', strings.asciiUpper),
  inOneLine('with \\/ and \\u, as json_encode writes it', strings.php),
  inOneLine('with \\/ for each slash', strings.slashes),
  inOneLine('with \\u003c, \\u003e and \\u0026, as encoding/json writes it', strings.html),
  inOneLine('with \\u003d and \\u0027, as Gson writes it', strings.gson),
  indented('indented by two', '  '),
  indented('indented by four', '    '),
  indented('indented by tabs', '\t'),
  indented('indented by two, as json.dumps writes it', '  ', strings.ascii),
  indented('indented by four, as json.dumps writes it', '    ', strings.ascii),
];

const sortedWritings: readonly (readonly [detail: string, writing: Writing])[] = [
  inOneLine('its keys sorted', strings.plain),
  inOneLine('its keys sorted, with a space behind each comma and colon', strings.ascii, ' '),
  inOneLine('its keys sorted, as encoding/json writes a map', strings.html),
  inOneLine('its keys sorted, with \\u for what is not ASCII', strings.ascii),
];

const literals: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

const asPythonShows: Writing = {
  comma: ', ',
  colon: ': ',
  string: strings.python,
  literal: (each) => literals[each] ?? each,
};

export function originsOfBody(raw: string): Origin[] {
  const parsed = parse(raw);
  const all = parsed === undefined ? [] : tokensOf(raw);
  const tokens = parsed !== undefined && depthOf(all) <= deepest ? all : null;
  const sorted = tokens && tokensOf(JSON.stringify(inOrder(parsed)));
  const origins = (known: Known, texts: readonly { text: string; detail: string }[]): Origin => ({
    known,
    texts: texts.filter(({ text }) => text !== raw),
  });
  return [
    origins(again, [
      ...(tokens ? [{ text: JSON.stringify(parsed), detail: 'as JSON.stringify writes it' }] : []),
      ...writings.flatMap(([detail, writing]) =>
        tokens ? [{ text: written(tokens, writing), detail }] : [],
      ),
      ...sortedWritings.flatMap(([detail, writing]) =>
        sorted ? [{ text: written(sorted, writing), detail }] : [],
      ),
    ]),
    origins(shown, [
      { text: '[object Object]', detail: 'the text of an object, “[object Object]”' },
      { text: '{}', detail: 'an empty object, {}' },
      ...(tokens
        ? [{ text: written(tokens, asPythonShows), detail: 'the body as Python shows a dictionary' }]
        : []),
    ]),
    origins(absent, [
      { text: '', detail: 'an empty text' },
      ...['undefined', 'null', 'None'].map((text) => ({ text, detail: `the text “${text}”` })),
    ]),
    origins(part, tokens ? partsOf(parsed) : []),
  ];
}

const partsOf = (parsed: unknown) =>
  typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? Object.entries(parsed)
        .slice(0, 16)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]: [string, unknown]) => ({
          text: typeof value === 'string' ? value : JSON.stringify(value),
          detail: name.slice(0, 40),
        }))
    : [];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function depthOf(tokens: readonly string[]): number {
  let [depth, most] = [0, 0];
  for (const each of tokens) {
    if (each === '{' || each === '[') most = Math.max(most, ++depth);
    else if (each === '}' || each === ']') depth--;
  }
  return most;
}

/** Sorts names by UTF-16 code units. JavaScript keeps that order, except for names that are whole numbers. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]: [string, unknown]) => [name, inOrder(each)]));
}

export const formsOfBody: readonly Form[] = [
  {
    known: body({
      id: 'body-encoding',
      title: 'The body in another encoding',
      did: 'signed the body {}',
    }),
    ways: [
      { apply: utf16, detail: 'in UTF-16' },
      { apply: (text) => latin1(text) ?? text, detail: 'in Latin-1' },
      {
        apply: (text) => (latin1(text) ? text : text.replace(/[^\0-\xff]/g, '?')),
        detail: 'with ? for what Latin-1 lacks',
      },
      { apply: (text) => text.replace(/[^\0-\x7f]/g, '?'), detail: 'with ? for what is not ASCII' },
      { apply: (text) => text.replace(/[^\0-\x7f]/g, ''), detail: 'without what is not ASCII' },
      {
        apply: (text) => characters(utf8(text)),
        detail: 'read as Latin-1 and written in UTF-8, so that it was encoded twice',
      },
      { apply: (text) => base64(utf8(text)), detail: 'in Base64' },
    ],
  },
  {
    known: body({
      id: 'body-white-space',
      title: 'White space around the body',
      did: 'signed the body {}',
      hints: [],
    }),
    ways: [
      { apply: (text) => text.trim(), detail: 'trimmed' },
      { apply: (text) => `${text}\n`, detail: 'with a line break behind it' },
      { apply: (text) => `${text}\r\n`, detail: 'with a carriage return and a line break behind it' },
      { apply: (text) => text.replace(/\r\n/g, '\n'), detail: 'with other line ends' },
      { apply: (text) => text.replace(/(?<!\r)\n/g, '\r\n'), detail: 'with other line ends' },
      { apply: (text) => `\uFEFF${text}`, detail: 'with a byte order mark' },
      { apply: (text) => text.replace(/^\uFEFF/, ''), detail: 'without its byte order mark' },
    ],
  },
  {
    known: body({
      id: 'body-quoted',
      title: 'The body turned into a JSON string',
      did: 'signed the body {}',
    }),
    ways: [
      { apply: (text) => JSON.stringify(text), detail: 'turned into a JSON string' },
      { apply: (text) => `b'${text}'`, detail: "as Python shows bytes, b'…'" },
    ],
  },
];
