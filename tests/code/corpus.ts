/** Calls that break programs which are careless with text; deterministic for the same seed. */
import type { Random } from '../../engine/state/random.ts';
import type { CodeAuth, CodeCall, CodePair } from '../../src/code/call.ts';

export const hostileUnits = [
  ...[
    "'",
    "''",
    "'\\''",
    '"',
    '"""',
    '\\',
    '\\\\',
    '\\n',
    "\\'",
    '`',
    '```',
    '${x}',
    '$HOME',
    '$(id)',
    '`id`',
  ],
  ...[
    '#{x}',
    '#$0',
    '{0}',
    '%s',
    '%',
    '%%',
    '%20',
    '%zz',
    '+',
    '*',
    '!',
    '!!',
    '(',
    ')',
    '~',
    '&',
    '=',
    '&amp;',
  ],
  ...[
    '?',
    '#',
    ';',
    ':',
    '@',
    '/',
    '//',
    '/*',
    '*/',
    '-',
    '--',
    '<',
    '>',
    '</script>',
    '<?php',
    '?>',
    '[',
    ']',
  ],
  ...[
    '{',
    '}',
    '\n',
    '\r\n',
    '\n\n',
    '\t',
    ' ',
    '  ',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
  ],
  ...[
    '\u200d',
    '\u202e',
    'é',
    'e\u0301',
    'ß',
    'İ',
    'Ωμέγα',
    '日本語',
    'ﷺ',
    '☃',
    '😀',
    '👩‍👩‍👧',
    '\u{1f3f3}\ufe0f',
    '\u{10ffff}',
  ],
  ...[
    '1234567890123456789',
    '-0',
    '1e400',
    'null',
    'true',
    'EOF',
    'END',
    'u0022',
    '\\u0022',
    '\\x41',
    '\\101',
    'a',
    'Z',
  ],
];

const pick = <T>(random: Random, from: readonly T[]): T => from[random.below(from.length)]!;

export const hostileText = (random: Random, most = 12): string =>
  Array.from({ length: random.below(most + 1) }, () => pick(random, hostileUnits)).join('');

const names = [
  'query',
  'ids',
  'post.fields',
  "it's",
  'a b',
  '$HOME',
  'é',
  '[]',
  '😀',
  '"',
  '\\',
  'max_results',
  '&',
  '+',
];

/** Some names more than once, some values empty. */
const hostilePairs = (random: Random, least = 0): CodePair[] =>
  Array.from({ length: least + random.below(5) }, () => [pick(random, names), hostileText(random)]);

const json = { 'Content-Type': 'application/json' };
const formType = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };

/** JSON as a person writes it, including what a parser would lose. */
const hostileJson = (random: Random): string => {
  const text = JSON.stringify(hostileText(random, 20));
  return pick(random, [
    `{"text":${text}}`,
    `{\n  "text": ${text},\n  "reply": { "in_reply_to_post_id": 1234567890123456789 }\n}\n`,
    `{ "text": ${text}, "text": ${text}, "a": 1.0, "b": 1e2 }`,
    `${hostileText(random, 4)}{"text":${text}`,
    '{}',
  ]);
};

export interface Proofs {
  readonly user: CodeAuth;
  readonly consumer: CodeAuth;
  readonly app: CodeAuth;
  readonly basic: CodeAuth;
}

type Shape = (
  random: Random,
  proofs: Proofs,
) => Pick<CodeCall, 'method' | 'headers' | 'body' | 'auth'> & {
  readonly path: string;
  readonly query: readonly CodePair[];
};

const tokenOf = (random: Random, { user, app }: Proofs): CodeAuth => pick(random, [user, user, user, app]);
const segment = (random: Random): string =>
  encodeURIComponent(hostileText(random, 4).replace(/^\.+$|^$/, 'mira_holm')).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const shapes: readonly Shape[] = [
  (random, proofs) => ({
    ...{ method: 'GET', path: '/2/posts/search/recent', headers: [], body: null },
    query: [['query', hostileText(random, 20)], ...hostilePairs(random)],
    auth: tokenOf(random, proofs),
  }),
  (random, proofs) => ({
    ...{ method: 'GET', path: `/2/users/by/username/${segment(random)}`, body: null },
    headers: [['Accept', 'application/json']],
    query: hostilePairs(random),
    auth: tokenOf(random, proofs),
  }),
  (random, { user, app }) => ({
    ...{ method: 'POST', path: '/2/posts', headers: Object.entries(json), query: [] },
    body: { kind: 'text', text: hostileJson(random) },
    auth: pick(random, [user, user, app]),
  }),
  (random, { user }) => ({
    ...{ method: 'POST', path: '/2/posts', headers: Object.entries(json), auth: user },
    query: hostilePairs(random, 1),
    body: { kind: 'text', text: hostileJson(random) },
  }),
  (random, { user }) => ({
    ...{ method: 'POST', path: '/2/posts', headers: Object.entries(formType), auth: user },
    query: hostilePairs(random),
    body: { kind: 'form', pairs: hostilePairs(random, 1) },
  }),
  (random, { basic }) => ({
    ...{ method: 'POST', path: '/oauth2/token', headers: Object.entries(formType), auth: basic, query: [] },
    body: { kind: 'form', pairs: [['grant_type', 'client_credentials'], ...hostilePairs(random)] },
  }),
  (_, { consumer }) => ({
    ...{ method: 'POST', path: '/oauth/request_token', headers: [], query: [], body: null, auth: consumer },
  }),
  (random, { user }) => ({
    ...{ method: 'DELETE', path: `/2/posts/${random.below(1e9)}`, headers: [], body: null, auth: user },
    query: hostilePairs(random),
  }),
  (random, { user }) => ({
    ...{ method: 'HEAD', path: '/2/users/me', headers: [], body: null, auth: user },
    query: hostilePairs(random),
  }),
  (random, { user }) => ({
    ...{
      method: 'PUT',
      path: `/2/posts/${random.below(1e9)}/hidden`,
      headers: Object.entries(json),
      auth: user,
    },
    query: [],
    body: { kind: 'text', text: hostileJson(random) },
  }),
];

/** The kinds in turn, so that few calls cover all of them. */
export const hostileCalls = (random: Random, proofs: Proofs, base: string, count: number): CodeCall[] =>
  Array.from({ length: count }, (_, at) => {
    const { path, query, ...call } = shapes[at % shapes.length]!(random, proofs);
    return { ...call, target: { kind: 'based', base, path, query } };
  });
