import { baseVariable, formOf, queryOf, secretVariables, signedLists, valueWriter } from '../call.ts';
import type { CodeCall, CodePair } from '../call.ts';
import { linesOf, listed, marked, textLines } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { python as text } from '../literals.ts';

export function python(call: CodeCall): ProgramLine[] {
  const { method, target, headers, body, auth } = call;
  const signs = auth.kind === 'oauth1';
  const [query, form] = [queryOf(call), formOf(call)];
  const reads = target.kind === 'based' || secretVariables(call).length > 0;
  const encodes = signs || query || form || auth.kind === 'basic';
  const modules = [
    ...(signs || auth.kind === 'basic' ? ['base64'] : []),
    ...(signs ? ['hashlib', 'hmac'] : []),
    ...(reads ? ['os'] : []),
    ...(signs ? ['secrets', 'time'] : []),
  ];
  const sent = [
    ...(auth.kind === 'none' ? [] : ["'Authorization': authorization"]),
    ...headers.map(([name, value]) => `${text(name)}: ${text(value)}`),
  ];
  return linesOf([
    '# Python 3.8 or newer with the package requests: save it as call.py, then run python3 call.py',
    modules.length > 0 && `import ${modules.join(', ')}`,
    encodes && 'from urllib.parse import quote',
    'import requests',
    '',
    target.kind === 'based'
      ? [
          `base = os.environ.get('${baseVariable}', ${text(target.base)})`,
          marked('U', `url = base + ${text(target.path)}`),
        ]
      : `url = ${text(target.url)}`,
    query && marked('Q', `query = ${pairs(query)}`),
    form && marked('B', `form = ${pairs(form)}`),
    encodes && ['def encode(text):  # RFC 3986', "    return quote(text, safe='~')"],
    (query || form) && [
      'def joined(pairs):',
      "    return '&'.join(f'{encode(name)}={encode(value)}' for name, value in pairs)",
    ],
    authorization(call),
    body && [`body = ${body.kind === 'form' ? 'joined(form)' : long(body.text)}`],
    'response = requests.request(',
    `    ${text(method)},`,
    `    ${query ? "url + '?' + joined(query)" : 'url'},`,
    sent.length > 0 && `    headers=${listed(['{', '}'], sent, { indent: '        ', outer: '    ' })},`,
    body && '    data=body.encode(),',
    ')',
    'print(response.status_code, response.text)',
  ]);
}

function authorization(call: CodeCall): ProgramPart {
  const { method, auth } = call;
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return `authorization = 'Bearer ' + ${value(auth.token)}`;
    case 'basic':
      return [
        `credentials = encode(${text(auth.id)}) + ':' + encode(${value(auth.secret)})`,
        "authorization = 'Basic ' + base64.b64encode(credentials.encode()).decode()",
      ];
    case 'oauth1': {
      const lists = signedLists(call, (list) => list);
      return [
        marked('O', 'oauth = ['),
        `    ('oauth_consumer_key', ${text(auth.key)}),`,
        "    ('oauth_nonce', secrets.token_hex(16)),",
        "    ('oauth_signature_method', 'HMAC-SHA1'),",
        "    ('oauth_timestamp', str(int(time.time()))),",
        auth.token !== null && `    ('oauth_token', ${text(auth.token)}),`,
        "    ('oauth_version', '1.0'),",
        auth.protocol.map((pair) => `    ${item(pair)},`),
        ']',
        '# Sorted by encoded name, then by encoded value',
        `encoded = sorted((encode(name), encode(value)) for name, value in ${lists.join(' + ')})`,
        "parameters = '&'.join(f'{name}={value}' for name, value in encoded)",
        marked('M', `base_string = '&'.join(map(encode, [${text(method.toUpperCase())}, url, parameters]))`),
        marked(
          'K',
          `signing_key = encode(${value(auth.secret)}) + '&'${auth.tokenSecret === null ? '' : ` + encode(${value(auth.tokenSecret)})`}`,
        ),
        'mac = hmac.new(signing_key.encode(), base_string.encode(), hashlib.sha1).digest()',
        "oauth.append(('oauth_signature', base64.b64encode(mac).decode()))",
        "authorization = 'OAuth ' + ', '.join(f'{name}=\"{encode(value)}\"' for name, value in oauth)",
      ];
    }
  }
}

const value = valueWriter(text, (name) => `os.environ[${name}]`);
const item = ([name, given]: CodePair): string => `(${text(name)}, ${value(given)})`;
const pairs = (given: readonly CodePair[]): string => listed(['[', ']'], given.map(item), { indent: '    ' });

/** A text of several lines, with one literal for each line. */
function long(given: string): string {
  const lines = textLines(given).map(text);
  return lines.length > 1 ? `(\n    ${lines.join('\n    ')}\n)` : lines.join('');
}
