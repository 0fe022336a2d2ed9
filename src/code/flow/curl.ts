import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { bash as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

export const curl = (flow: FlowCode): ProgramLine[] =>
  linesOf([
    '# bash with curl and openssl: save it as sign-in.sh, then run bash sign-in.sh',
    flow.kind === 'oauth1' && '# While openssl runs, the list of processes shows the signing key',
    `set -o pipefail
base=\${${baseVariable}:-${flow.base}}`,
    flow.kind === 'oauth1' ? oauth1(flow) : flow.kind === 'pkce' ? pkce(flow) : appOnly(flow),
  ]);

const stop = `stop() { echo "$1" >&2; exit 1; }`;

const encode = `encode() { # RFC 3986
  local LC_ALL=C text=$1 i c
  for ((i = 0; i < \${#text}; i++)); do
    c=\${text:i:1}
    case $c in
      [A-Za-z0-9._~-]) printf %s "$c" ;;
      *) printf '%%%02X' "'$c" ;;
    esac
  done
}`;

const field = `field() { # of pairs that are joined by &
  local value
  value=$(printf %s "$1" | tr '&' '\\n' | sed -n "s/^$2=//p" | head -n 1)
  value=\${value//+/ }
  printf %b "\${value//%/\\\\x}"
}`;

const each = `each() { while (($#)); do printf '%s %s\\n' "$(encode "$1")" "$(encode "$2")"; shift 2; done; }`;
const joined = `joined() { each "$@" | tr ' \\n' '=&' | sed 's/&$//'; }`;

const oauth1 = (flow: OAuth1Flow): ProgramPart => [
  `key=${text(flow.key)}
secret=\${${consumerSecret}:?Set it in the environment}
callback=${text(flow.callback)}

${stop}
${encode}
${field}
${each}
# Signs a call (RFC 5849): method, path, secret of the token, further parameters. Each is there once, so they are sorted by their names
signed() {
  local url=$base$2 method=$1 token_secret=$3 parameters base_string signature
  shift 3
  local oauth=(
    oauth_consumer_key "$key"
    oauth_nonce "$(openssl rand -hex 16)"
    oauth_signature_method HMAC-SHA1
    oauth_timestamp "$(date +%s)"
    oauth_version 1.0
    "$@"
  )
  parameters=$(each "\${oauth[@]}" | LC_ALL=C sort | tr ' \\n' '=&')
  base_string="$method&$(encode "$url")&$(encode "\${parameters%&}")"
  signature=$(printf %s "$base_string" |
    openssl dgst -sha1 -hmac "$(encode "$secret")&$(encode "$token_secret")" -binary | openssl base64 -A)
  parameters=$(each "\${oauth[@]}" oauth_signature "$signature" | sed 's/ /="/; s/$/"/' | tr '\\n' ,)
  curl -sS --fail-with-body -X "$method" -H "Authorization: OAuth \${parameters%,}" "$url"
}

# 1. A request token
request=$(signed POST /oauth/request_token '' oauth_callback "$callback") || stop "$request"
request_token=$(field "$request" oauth_token)

# 2. The user allows it in a browser
echo ${text(words.open)}
echo "$base${flow.page}?oauth_token=$(encode "$request_token")"`,
  isByPin(flow)
    ? `echo ${text(words.pin)}
read -r verifier`
    : `echo ${text(words.back)}
read -r back
verifier=$(field "\${back#*\\?}" oauth_verifier)
[ -n "$verifier" ] || stop ${text(words.denied)}`,
  `
# 3. The access token
access=$(signed POST /oauth/access_token "$(field "$request" oauth_token_secret)" \\
  oauth_token "$request_token" oauth_verifier "$verifier") || stop "$access"
signed GET /2/users/me "$(field "$access" oauth_token_secret)" oauth_token "$(field "$access" oauth_token)" || exit 1
echo`,
];

const post = (isProved: boolean): ProgramPart => [
  `post() {
  local path=$1
  shift
  curl -sS --fail-with-body \\`,
  isProved && `    -u "$(encode "$id"):$(encode "$secret")" \\`,
  `    --data-raw "$(joined "$@")" "$base$path"
}
member() { printf %s "$1" | sed -n 's/.*"'"$2"'" *: *"\\([^"]*\\)".*/\\1/p'; }`,
];

const pkce = (flow: PkceFlow): ProgramPart => [
  `id=${text(flow.clientId)}`,
  flow.isConfidential && `secret=\${${clientSecret}:?Set it in the environment}`,
  `callback=${text(flow.callback)}

${stop}
${encode}
${field}
${each}
${joined}`,
  post(flow.isConfidential),
  `base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
verifier=$(openssl rand 32 | base64url)
state=$(openssl rand 16 | base64url)
query=(
  response_type code
  client_id "$id"
  redirect_uri "$callback"
  scope ${text(flow.scopes)}
  state "$state"
  code_challenge "$(printf %s "$verifier" | openssl dgst -sha256 -binary | base64url)"
  code_challenge_method S256
)
echo ${text(words.open)}
echo "$base/oauth2/authorize?$(joined "\${query[@]}")"
echo ${text(words.back)}
read -r back
code=$(field "\${back#*\\?}" code)
[ -n "$code" ] || stop ${text(words.denied)}
[ "$(field "\${back#*\\?}" state)" = "$state" ] || stop ${text(words.state)}

# 2. The tokens
tokens=$(post /2/oauth2/token grant_type authorization_code code "$code" \\
  redirect_uri "$callback" code_verifier "$verifier"${flow.isConfidential ? '' : ' client_id "$id"'}) || stop "$tokens"`,
  isRenewed(flow) &&
    `
# 3. Later: new tokens for the refresh token, which works once
tokens=$(post /2/oauth2/token grant_type refresh_token \\
  refresh_token "$(member "$tokens" refresh_token)"${flow.isConfidential ? '' : ' client_id "$id"'}) || stop "$tokens"`,
  `
curl -sS --fail-with-body -H "Authorization: Bearer $(member "$tokens" access_token)" "$base/2/users/me" || exit 1
echo`,
];

const appOnly = (flow: AppOnlyFlow): ProgramPart => [
  `id=${text(flow.key)}
secret=\${${consumerSecret}:?Set it in the environment}

${stop}
${encode}
${each}
${joined}`,
  post(true),
  `
answer=$(post /oauth2/token grant_type client_credentials) || stop "$answer"
curl -sS --fail-with-body -H "Authorization: Bearer $(member "$answer" access_token)" \\
  "$base/2/users/by/username/"$(encode ${text(flow.username)}) || exit 1
echo`,
];
