import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { python as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

export const python = (flow: FlowCode): ProgramLine[] =>
  linesOf([
    '# Python 3.8 or newer with the package requests: save it as sign-in.py, then run python3 sign-in.py',
    {
      oauth1: 'import base64, hashlib, hmac, os, secrets, sys, time',
      pkce: 'import base64, hashlib, os, secrets, sys',
      'app-only': 'import os, sys',
    }[flow.kind],
    flow.kind === 'app-only'
      ? 'from urllib.parse import quote'
      : `from urllib.parse import parse_qs, quote, ${flow.kind === 'pkce' ? 'urlencode, ' : ''}urlsplit`,
    `import requests

base = os.environ.get('${baseVariable}', ${text(flow.base)})`,
    flow.kind === 'oauth1' ? oauth1(flow) : flow.kind === 'pkce' ? pkce(flow) : appOnly(flow),
  ]);

const encode = `def encode(text):  # RFC 3986
    return quote(text, safe='~')
`;

const answerOf = `def answer_of(response):
    if not response.ok:
        sys.exit(f'{response.status_code} {response.text}')
    return response
`;

const field = `def field(fields, name):
    return parse_qs(fields).get(name, [''])[0]
`;

const oauth1 = (flow: OAuth1Flow): ProgramPart => [
  String.raw`key = ${text(flow.key)}
secret = os.environ['${consumerSecret}']
callback = ${text(flow.callback)}

${encode}
${answerOf}
${field}
# Signs a call (RFC 5849). Each parameter is there once, so they are sorted by their names
def signed(method, path, more={}, token_secret=''):
    url = base + path
    oauth = {
        'oauth_consumer_key': key,
        'oauth_nonce': secrets.token_hex(16),
        'oauth_signature_method': 'HMAC-SHA1',
        'oauth_timestamp': str(int(time.time())),
        'oauth_version': '1.0',
        **more,
    }
    parameters = '&'.join(f'{encode(name)}={encode(oauth[name])}' for name in sorted(oauth))
    base_string = '&'.join(map(encode, [method, url, parameters]))
    signing_key = encode(secret) + '&' + encode(token_secret)
    mac = hmac.new(signing_key.encode(), base_string.encode(), hashlib.sha1).digest()
    oauth['oauth_signature'] = base64.b64encode(mac).decode()
    header = 'OAuth ' + ', '.join(f'{name}="{encode(value)}"' for name, value in oauth.items())
    return answer_of(requests.request(method, url, headers={'Authorization': header})).text

# 1. A request token
answer = signed('POST', '/oauth/request_token', {'oauth_callback': callback})
request_token, request_secret = field(answer, 'oauth_token'), field(answer, 'oauth_token_secret')

# 2. The user allows it in a browser
print(${text(words.open)})
print(base + ${text(flow.page)} + '?oauth_token=' + encode(request_token))`,
  isByPin(flow)
    ? `print(${text(words.pin)}, flush=True)
verifier = input().strip()`
    : `print(${text(words.back)}, flush=True)
verifier = field(urlsplit(input().strip()).query, 'oauth_verifier')
if not verifier:
    sys.exit(${text(words.denied)})`,
  `
# 3. The access token
answer = signed(
    'POST',
    '/oauth/access_token',
    {'oauth_token': request_token, 'oauth_verifier': verifier},
    request_secret,
)
token, token_secret = field(answer, 'oauth_token'), field(answer, 'oauth_token_secret')
print(signed('GET', '/2/users/me', {'oauth_token': token}, token_secret))`,
];

const post = (isProved: boolean): ProgramPart => `def post(path, form):
    return answer_of(requests.post(base + path, data=form${isProved ? ', auth=(encode(id), encode(secret))' : ''})).json()
`;

const pkce = (flow: PkceFlow): ProgramPart => [
  `id = ${text(flow.clientId)}`,
  flow.isConfidential && `secret = os.environ['${clientSecret}']`,
  `callback = ${text(flow.callback)}
`,
  flow.isConfidential && encode,
  answerOf,
  field,
  post(flow.isConfidential),
  `# 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip('=')
query = {
    'response_type': 'code',
    'client_id': id,
    'redirect_uri': callback,
    'scope': ${text(flow.scopes)},
    'state': state,
    'code_challenge': challenge,
    'code_challenge_method': 'S256',
}
print(${text(words.open)})
print(base + '/oauth2/authorize?' + urlencode(query, quote_via=quote))
print(${text(words.back)}, flush=True)
back = urlsplit(input().strip()).query
code = field(back, 'code')
if not code:
    sys.exit(${text(words.denied)})
if field(back, 'state') != state:
    sys.exit(${text(words.state)})

# 2. The tokens
tokens = post('/2/oauth2/token', {
    'grant_type': 'authorization_code',
    'code': code,
    'redirect_uri': callback,
    'code_verifier': verifier,${flow.isConfidential ? '' : "\n    'client_id': id,"}
})`,
  isRenewed(flow) &&
    `
# 3. Later: new tokens for the refresh token, which works once
tokens = post('/2/oauth2/token', {
    'grant_type': 'refresh_token',
    'refresh_token': tokens['refresh_token'],${flow.isConfidential ? '' : "\n    'client_id': id,"}
})`,
  `
headers = {'Authorization': 'Bearer ' + tokens['access_token']}
print(answer_of(requests.get(base + '/2/users/me', headers=headers)).text)`,
];

const appOnly = (flow: AppOnlyFlow): ProgramPart => [
  `id = ${text(flow.key)}
secret = os.environ['${consumerSecret}']
`,
  encode,
  answerOf,
  post(true),
  `token = post('/oauth2/token', {'grant_type': 'client_credentials'})['access_token']
url = base + '/2/users/by/username/' + encode(${text(flow.username)})
print(answer_of(requests.get(url, headers={'Authorization': 'Bearer ' + token})).text)`,
];
