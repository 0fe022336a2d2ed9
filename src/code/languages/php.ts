import { baseVariable, formOf, queryOf, secretVariables, signedLists, valueWriter } from '../call.ts';
import type { CodeCall, CodePair } from '../call.ts';
import { linesOf, listed, marked, textLines } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { php as text } from '../literals.ts';

export function php(call: CodeCall): ProgramLine[] {
  const { method, target, headers, body, auth } = call;
  const [query, form] = [queryOf(call), formOf(call)];
  const sent = [
    ...(auth.kind === 'none' ? [] : ["'Authorization: ' . $authorization"]),
    ...headers.map(([name, value]) => text(`${name}: ${value}`)),
  ];
  return linesOf([
    '<?php',
    '// PHP 7.4 or newer, without packages: save it as call.php, then run php call.php',
    target.kind === 'based'
      ? [
          `$base = getenv('${baseVariable}') ?: ${text(target.base)};`,
          marked('U', `$url = $base . ${text(target.path)};`),
        ]
      : `$url = ${text(target.url)};`,
    secretVariables(call).length > 0 && [
      '$env = function (string $name): string {',
      '    return getenv($name) ?: exit("Set $name in the environment\\n");',
      '};',
    ],
    query && marked('Q', `$query = ${pairs(query)};`),
    form && marked('B', `$form = ${pairs(form)};`),
    (query || form) && [
      "$pair = fn(array $pair): string => rawurlencode($pair[0]) . '=' . rawurlencode($pair[1]);",
      "$joined = fn(array $pairs): string => implode('&', array_map($pair, $pairs));",
    ],
    authorization(call),
    `$response = file_get_contents(${query ? "$url . '?' . $joined($query)" : '$url'}, false, stream_context_create(['http' => [`,
    `    'method' => ${text(method)},`,
    sent.length > 0 && `    'header' => ${listed(['[', ']'], sent, { indent: '        ', outer: '    ' })},`,
    body && `    'content' => ${body.kind === 'form' ? '$joined($form)' : long(body.text)},`,
    "    'ignore_errors' => true, // an answer of 400 and above is read too",
    ']]));',
    'echo $http_response_header[0], "\\n", $response, "\\n";',
  ]);
}

function authorization(call: CodeCall): ProgramPart {
  const { method, auth } = call;
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return `$authorization = 'Bearer ' . ${value(auth.token)};`;
    case 'basic':
      return [
        `$credentials = rawurlencode(${text(auth.id)}) . ':' . rawurlencode(${value(auth.secret)});`,
        "$authorization = 'Basic ' . base64_encode($credentials);",
      ];
    case 'oauth1': {
      const lists = signedLists(call, (list) => `$${list}`);
      return [
        marked('O', '$oauth = ['),
        `    ['oauth_consumer_key', ${text(auth.key)}],`,
        "    ['oauth_nonce', bin2hex(random_bytes(16))],",
        "    ['oauth_signature_method', 'HMAC-SHA1'],",
        "    ['oauth_timestamp', (string) time()],",
        auth.token !== null && `    ['oauth_token', ${text(auth.token)}],`,
        "    ['oauth_version', '1.0'],",
        auth.protocol.map((pair) => `    ${item(pair)},`),
        '];',
        '// rawurlencode is RFC 3986. Sorted by encoded name, then by encoded value',
        `$encoded = array_map(fn($pair) => array_map('rawurlencode', $pair), ${lists.length > 1 ? `array_merge(${lists.join(', ')})` : '$oauth'});`,
        'usort($encoded, fn($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]));',
        "$parameters = implode('&', array_map(fn($pair) => implode('=', $pair), $encoded));",
        marked(
          'M',
          `$baseString = implode('&', array_map('rawurlencode', [${text(method.toUpperCase())}, $url, $parameters]));`,
        ),
        marked(
          'K',
          `$signingKey = rawurlencode(${value(auth.secret)}) . '&'${auth.tokenSecret === null ? '' : ` . rawurlencode(${value(auth.tokenSecret)})`};`,
        ),
        "$oauth[] = ['oauth_signature', base64_encode(hash_hmac('sha1', $baseString, $signingKey, true))];",
        "$parts = array_map(fn($pair) => $pair[0] . '=\"' . rawurlencode($pair[1]) . '\"', $oauth);",
        "$authorization = 'OAuth ' . implode(', ', $parts);",
      ];
    }
  }
}

const value = valueWriter(text, (name) => `$env(${name})`);
const item = ([name, given]: CodePair): string => `[${text(name)}, ${value(given)}]`;
const pairs = (given: readonly CodePair[]): string => listed(['[', ']'], given.map(item), { indent: '    ' });

/** A text of several lines, with one literal for each line. */
const long = (given: string): string => textLines(given).map(text).join('\n        . ');
