import { baseVariable, formOf, queryOf, secretVariables, signedLists, valueWriter } from '../call.ts';
import type { CodeCall, CodePair } from '../call.ts';
import { linesOf, listed, marked, textLines } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { ecmascript as text } from '../literals.ts';

/** `t` writes text in TypeScript only. */
const program =
  (typed: boolean) =>
  (call: CodeCall): ProgramLine[] => {
    const t = (types: string) => (typed ? types : '');
    const { method, target, headers, body, auth } = call;
    const signs = auth.kind === 'oauth1';
    const variables = secretVariables(call);
    const [query, form] = [queryOf(call), formOf(call)];
    const sent = [
      ...(auth.kind === 'none' ? [] : ['Authorization: authorization']),
      ...headers.map(([name, value]) => `${propertyName(name)}: ${text(value)}`),
    ];
    return linesOf([
      typed
        ? '// Node.js 22.18 or newer, without packages: save it as call.ts, then run node call.ts'
        : '// Node.js 20 or newer, without packages: save it as call.mjs, then run node call.mjs',
      target.kind === 'based'
        ? [
            `const base = process.env.${baseVariable} ?? ${text(target.base)};`,
            marked('U', `const url = base + ${text(target.path)};`),
          ]
        : `const url = ${text(target.url)};`,
      variables.length > 0 && [
        `function env(name${t(': string')})${t(': string')} {`,
        '  const value = process.env[name];',
        '  if (!value) throw new Error(`Set ${name} in the environment`);',
        '  return value;',
        '}',
      ],
      (signs || query || form) && typed && 'type Pair = [name: string, value: string];',
      query && marked('Q', `const query${t(': Pair[]')} = ${pairs(query)};`),
      form && marked('B', `const form${t(': Pair[]')} = ${pairs(form)};`),
      (signs || query || form || auth.kind === 'basic') && [
        '// RFC 3986: these five are encoded too',
        `const encode = (text${t(': string')}) =>`,
        '  encodeURIComponent(text).replace(',
        "    /[!'()*]/g,",
        "    (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase(),",
        '  );',
      ],
      (query || form) && [
        `const joined = (pairs${t(': Pair[]')}) =>`,
        "  pairs.map(([name, value]) => encode(name) + '=' + encode(value)).join('&');",
      ],
      authorization(call, t),
      body && `const body = ${body.kind === 'form' ? 'joined(form)' : long(body.text)};`,
      `const response = await fetch(${query ? "url + '?' + joined(query)" : 'url'}, {`,
      `  method: ${text(method)},`,
      sent.length > 0 && `  headers: ${listed(['{ ', ' }'], sent, { indent: '    ', outer: '  ' })},`,
      body && '  body,',
      '});',
      'console.log(response.status, await response.text());',
    ]);
  };

function authorization(call: CodeCall, t: (types: string) => string): ProgramPart {
  const { method, auth } = call;
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return `const authorization = 'Bearer ' + ${value(auth.token)};`;
    case 'basic':
      return `const authorization = 'Basic ' + btoa(encode(${text(auth.id)}) + ':' + encode(${value(auth.secret)}));`;
    case 'oauth1': {
      const lists = signedLists(call, (list) => `...${list}`);
      return [
        marked('O', `const oauth${t(': Pair[]')} = [`),
        `  ['oauth_consumer_key', ${text(auth.key)}],`,
        "  ['oauth_nonce', crypto.randomUUID()],",
        "  ['oauth_signature_method', 'HMAC-SHA1'],",
        "  ['oauth_timestamp', String(Math.floor(Date.now() / 1000))],",
        auth.token !== null && `  ['oauth_token', ${text(auth.token)}],`,
        "  ['oauth_version', '1.0'],",
        auth.protocol.map((pair) => `  ${item(pair)},`),
        '];',
        '// Sorted by encoded name, then by encoded value',
        `const parameters = ${lists.length > 1 ? `[${lists.join(', ')}]` : 'oauth'}`,
        `  .map(([name, value])${t(': Pair')} => [encode(name), encode(value)])`,
        '  .sort(([a, b], [c, d]) => (a < c || (a === c && b < d) ? -1 : 1))',
        "  .map((pair) => pair.join('='))",
        "  .join('&');",
        marked(
          'M',
          `const baseString = [${text(method.toUpperCase())}, url, parameters].map(encode).join('&');`,
        ),
        marked(
          'K',
          `const signingKey = encode(${value(auth.secret)}) + '&'${auth.tokenSecret === null ? '' : ` + encode(${value(auth.tokenSecret)})`};`,
        ),
        `const bytes = (text${t(': string')}) => new TextEncoder().encode(text);`,
        "const hmac = { name: 'HMAC', hash: 'SHA-1' };",
        "const key = await crypto.subtle.importKey('raw', bytes(signingKey), hmac, false, ['sign']);",
        "const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(baseString)));",
        'const signature = btoa(String.fromCharCode(...mac));',
        'const authorization =',
        "  'OAuth ' +",
        "  [...oauth, ['oauth_signature', signature]]",
        '    .map(([name, value]) => `${name}="${encode(value)}"`)',
        "    .join(', ');",
      ];
    }
  }
}

const value = valueWriter(text, (name) => `env(${name})`);
const item = ([name, given]: CodePair): string => `[${text(name)}, ${value(given)}]`;
const pairs = (given: readonly CodePair[]): string => listed(['[', ']'], given.map(item));
const propertyName = (name: string): string => (/^[A-Za-z]+$/.test(name) ? name : text(name));

/** A text of several lines, with one literal for each line. */
const long = (given: string): string => textLines(given).map(text).join(' +\n  ');

export const javascript = program(false);
export const typescript = program(true);
