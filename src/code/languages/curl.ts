import { baseVariable, formOf, queryOf, signedLists } from '../call.ts';
import type { CodeCall, CodePair, CodeValue } from '../call.ts';
import { linesOf, listed, marked } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { bash as text } from '../literals.ts';

export function curl(call: CodeCall): ProgramLine[] {
  const { method, target, headers, body, auth } = call;
  const signs = auth.kind === 'oauth1';
  const [query, form] = [queryOf(call), formOf(call)];
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  const words = [
    "curl -sS -w '\\n%{http_code}\\n'",
    // Brackets and dots in an address are sent as they are.
    /[{}[\]]|\/\.{1,2}(?:\/|$)/.test(target.kind === 'whole' ? target.url : target.path)
      ? '-g --path-as-is'
      : '',
    method === 'HEAD' && !body ? '-I' : `-X ${text(method)}`,
    query ? '"$url?$(joined "${query[@]}")"' : '"$url"',
  ].filter((each) => each !== '');
  const options = [
    ...(auth.kind === 'none' ? [] : ['-H "Authorization: $authorization"']),
    ...headers.map(([name, value]) => `-H ${text(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body && !has('content-type') ? ["-H 'Content-Type:'"] : []),
    ...(body ? ['--data-raw "$body"'] : []),
  ];
  return linesOf([
    `# bash with curl${signs ? ' and openssl' : auth.kind === 'basic' ? ' and openssl' : ''}: save it as call.sh, then run bash call.sh`,
    signs && '# While openssl runs, the list of processes shows the signing key',
    target.kind === 'based'
      ? [`base=\${${baseVariable}:-${target.base}}`, marked('U', `url=$base${text(target.path)}`)]
      : `url=${text(target.url)}`,
    query && marked('Q', `query=${pairs(query)}`),
    form && marked('B', `form=${pairs(form)}`),
    (signs || query || form || auth.kind === 'basic') && encode,
    (signs || query || form) && [
      'each() { while (($#)); do printf \'%s %s\\n\' "$(encode "$1")" "$(encode "$2")"; shift 2; done; }',
    ],
    (query || form) && "joined() { each \"$@\" | tr ' \\n' '=&' | sed 's/&$//'; }",
    authorization(call),
    body && `body=${body.kind === 'form' ? '$(joined "${form[@]}")' : text(body.text)}`,
    [words.join(' '), ...options].join(' \\\n  '),
  ]);
}

/** Percent-encodes each octet. */
const encode: ProgramPart = [
  'encode() { # RFC 3986',
  '  local LC_ALL=C text=$1 i c',
  '  for ((i = 0; i < ${#text}; i++)); do',
  '    c=${text:i:1}',
  '    case $c in',
  '      [A-Za-z0-9._~-]) printf %s "$c" ;;',
  "      *) printf '%%%02X' \"'$c\" ;;",
  '    esac',
  '  done',
  '}',
];

function authorization(call: CodeCall): ProgramPart {
  const { method, auth } = call;
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return `authorization="Bearer ${value(auth.token)}"`;
    case 'basic':
      return `authorization="Basic $(printf %s "$(encode ${text(auth.id)}):$(encode "${value(auth.secret)}")" | openssl base64 -A)"`;
    case 'oauth1': {
      const lists = signedLists(call, (list) => `"\${${list}[@]}"`);
      return [
        marked('O', 'oauth=('),
        `  oauth_consumer_key ${text(auth.key)}`,
        '  oauth_nonce "$(openssl rand -hex 16)"',
        '  oauth_signature_method HMAC-SHA1',
        '  oauth_timestamp "$(date +%s)"',
        auth.token !== null && `  oauth_token ${text(auth.token)}`,
        '  oauth_version 1.0',
        auth.protocol.map((pair) => `  ${item(pair)}`),
        ')',
        '# Sorted by encoded name, then by encoded value',
        `parameters=$(each ${lists.join(' ')} | LC_ALL=C sort | tr ' \\n' '=&')`,
        marked('M', `base_string="${method.toUpperCase()}&$(encode "$url")&$(encode "\${parameters%&}")"`),
        marked(
          'K',
          `signing_key="$(encode "${value(auth.secret)}")&${auth.tokenSecret === null ? '' : `$(encode "${value(auth.tokenSecret)}")`}"`,
        ),
        'signature=$(printf %s "$base_string" | openssl dgst -sha1 -hmac "$signing_key" -binary | openssl base64 -A)',
        'authorization=$(each "${oauth[@]}" oauth_signature "$signature" | sed \'s/ /="/; s/$/"/\' | tr \'\\n\' ,)',
        'authorization="OAuth ${authorization%,}"',
      ];
    }
  }
}

/** For use inside double quotes. */
const value = (given: CodeValue): string =>
  typeof given === 'string'
    ? given.replace(/[\\"$`]/g, '\\$&')
    : `\${${given.env}:?Set it in the environment}`;
const item = ([name, given]: CodePair): string =>
  `${text(name)} ${typeof given === 'string' ? text(given) : `"${value(given)}"`}`;
const pairs = (given: readonly CodePair[]): string =>
  listed(['(', ')'], given.map(item), { comma: '', last: false });
