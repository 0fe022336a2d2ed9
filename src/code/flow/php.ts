import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { php as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

export const php = (flow: FlowCode): ProgramLine[] =>
  linesOf([
    `<?php
// PHP 7.4 or newer, without packages: save it as sign-in.php, then run php sign-in.php
$base = getenv('${baseVariable}') ?: ${text(flow.base)};`,
    flow.kind === 'oauth1' ? oauth1(flow) : flow.kind === 'pkce' ? pkce(flow) : appOnly(flow),
  ]);

const common = String.raw`
function stop(string $why): void
{
    fwrite(STDERR, $why . "\n");
    exit(1);
}
function env(string $name): string
{
    return getenv($name) ?: stop("Set $name in the environment");
}
function send(string $method, string $url, array $headers, string $body = ''): string
{
    $answer = file_get_contents($url, false, stream_context_create(['http' => [
        'method' => $method,
        'header' => $headers,
        'content' => $body,
        'ignore_errors' => true, // an answer of 400 and above is read too
    ]]));
    if (!preg_match('/ 2\d\d/', $http_response_header[0])) stop($http_response_header[0] . "\n" . $answer);
    return $answer;
}
`.trim();

const ask = String.raw`function ask(string $question): string
{
    echo $question, "\n";
    return trim((string) fgets(STDIN));
}
// Of the query of an address
function parameters(string $url): array
{
    parse_str((string) parse_url($url, PHP_URL_QUERY), $parameters);
    return $parameters;
}`;

const oauth1 = (flow: OAuth1Flow): ProgramPart => [
  common,
  ask,
  String.raw`$key = ${text(flow.key)};
$secret = env('${consumerSecret}');
$callback = ${text(flow.callback)};

// Signs a call (RFC 5849). Each parameter is there once, so they are sorted by their names. rawurlencode is RFC 3986
$signed = function (string $method, string $path, array $more = [], string $tokenSecret = '') use ($base, $key, $secret): string {
    $url = $base . $path;
    $oauth = [
        'oauth_consumer_key' => $key,
        'oauth_nonce' => bin2hex(random_bytes(16)),
        'oauth_signature_method' => 'HMAC-SHA1',
        'oauth_timestamp' => (string) time(),
        'oauth_version' => '1.0',
    ] + $more;
    ksort($oauth, SORT_STRING);
    $parameters = http_build_query($oauth, '', '&', PHP_QUERY_RFC3986);
    $baseString = implode('&', array_map('rawurlencode', [$method, $url, $parameters]));
    $signingKey = rawurlencode($secret) . '&' . rawurlencode($tokenSecret);
    $oauth['oauth_signature'] = base64_encode(hash_hmac('sha1', $baseString, $signingKey, true));
    $parts = [];
    foreach ($oauth as $name => $value) $parts[] = $name . '="' . rawurlencode($value) . '"';
    return send($method, $url, ['Authorization: OAuth ' . implode(', ', $parts)]);
};

// 1. A request token
parse_str($signed('POST', '/oauth/request_token', ['oauth_callback' => $callback]), $request);

// 2. The user allows it in a browser
echo ${text(words.open)}, "\n";
echo $base . ${text(flow.page)} . '?oauth_token=' . rawurlencode($request['oauth_token']), "\n";`,
  isByPin(flow)
    ? `$verifier = ask(${text(words.pin)});`
    : `$verifier = parameters(ask(${text(words.back)}))['oauth_verifier'] ?? stop(${text(words.denied)});`,
  String.raw`
// 3. The access token
$proof = ['oauth_token' => $request['oauth_token'], 'oauth_verifier' => $verifier];
parse_str($signed('POST', '/oauth/access_token', $proof, $request['oauth_token_secret']), $access);
echo $signed('GET', '/2/users/me', ['oauth_token' => $access['oauth_token']], $access['oauth_token_secret']), "\n";`,
];

const post = (isProved: boolean): ProgramPart => [
  `$post = function (string $path, array $form) use (${isProved ? '$base, $id, $secret' : '$base'}): array {
    $headers = ['Content-Type: application/x-www-form-urlencoded'];`,
  isProved &&
    "    $headers[] = 'Authorization: Basic ' . base64_encode(rawurlencode($id) . ':' . rawurlencode($secret));",
  `    $body = http_build_query($form, '', '&', PHP_QUERY_RFC3986);
    return json_decode(send('POST', $base . $path, $headers, $body), true);
};
`,
];

const pkce = (flow: PkceFlow): ProgramPart => [
  common,
  ask,
  `$id = ${text(flow.clientId)};`,
  flow.isConfidential && `$secret = env('${clientSecret}');`,
  `$callback = ${text(flow.callback)};
`,
  post(flow.isConfidential),
  String.raw`// 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
$base64url = fn(string $bytes): string => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
$verifier = $base64url(random_bytes(32));
$state = $base64url(random_bytes(16));
$query = http_build_query([
    'response_type' => 'code',
    'client_id' => $id,
    'redirect_uri' => $callback,
    'scope' => ${text(flow.scopes)},
    'state' => $state,
    'code_challenge' => $base64url(hash('sha256', $verifier, true)),
    'code_challenge_method' => 'S256',
], '', '&', PHP_QUERY_RFC3986);
echo ${text(words.open)}, "\n";
echo $base . '/oauth2/authorize?' . $query, "\n";
$back = parameters(ask(${text(words.back)}));
$code = $back['code'] ?? stop(${text(words.denied)});
if (($back['state'] ?? '') !== $state) stop(${text(words.state)});

// 2. The tokens
$tokens = $post('/2/oauth2/token', [
    'grant_type' => 'authorization_code',
    'code' => $code,
    'redirect_uri' => $callback,
    'code_verifier' => $verifier,${flow.isConfidential ? '' : "\n    'client_id' => $id,"}
]);`,
  isRenewed(flow) &&
    `
// 3. Later: new tokens for the refresh token, which works once
$tokens = $post('/2/oauth2/token', [
    'grant_type' => 'refresh_token',
    'refresh_token' => $tokens['refresh_token'],${flow.isConfidential ? '' : "\n    'client_id' => $id,"}
]);`,
  String.raw`
echo send('GET', $base . '/2/users/me', ['Authorization: Bearer ' . $tokens['access_token']]), "\n";`,
];

const appOnly = (flow: AppOnlyFlow): ProgramPart => [
  common,
  `$id = ${text(flow.key)};
$secret = env('${consumerSecret}');
`,
  post(true),
  String.raw`$token = $post('/oauth2/token', ['grant_type' => 'client_credentials'])['access_token'];
$url = $base . '/2/users/by/username/' . rawurlencode(${text(flow.username)});
echo send('GET', $url, ['Authorization: Bearer ' . $token]), "\n";`,
];
