import { baseVariable } from '../call.ts';
import { linesOf } from '../lines.ts';
import type { ProgramLine, ProgramPart } from '../lines.ts';
import { ecmascript as text } from '../literals.ts';
import { clientSecret, consumerSecret, isByPin, isRenewed, words } from './flow.ts';
import type { AppOnlyFlow, FlowCode, OAuth1Flow, PkceFlow } from './flow.ts';

/** Writes types in TypeScript; writes none in JavaScript. */
type Types = (types: string) => string;

const program =
  (typed: boolean) =>
  (flow: FlowCode): ProgramLine[] => {
    const t: Types = (types) => (typed ? types : '');
    return linesOf([
      typed
        ? '// Node.js 22.18 or newer, without packages: save it as sign-in.ts, then run node sign-in.ts'
        : '// Node.js 20 or newer, without packages: save it as sign-in.mjs, then run node sign-in.mjs',
      flow.kind === 'oauth1' && "import { createHmac, randomUUID } from 'node:crypto';",
      flow.kind === 'pkce' && "import { createHash, randomBytes } from 'node:crypto';",
      flow.kind !== 'app-only' && "import { createInterface } from 'node:readline/promises';",
      '',
      `const base = process.env.${baseVariable} ?? ${text(flow.base)};`,
      flow.kind === 'oauth1' ? oauth1(flow, t) : flow.kind === 'pkce' ? pkce(flow, t) : appOnly(flow, t),
    ]);
  };

const env = (t: Types): ProgramPart => `function env(name${t(': string')})${t(': string')} {
  const value = process.env[name];
  if (!value) throw new Error('Set ' + name + ' in the environment');
  return value;
}`;

const encode = (t: Types): ProgramPart => `// RFC 3986: these five are encoded too
const encode = (text${t(': string')}) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase(),
  );`;

const answerOf = (t: Types): ProgramPart => `async function answerOf(response${t(': Response')}) {
  const text = await response.text();
  if (!response.ok) throw new Error(response.status + ' ' + text);
  return text;
}`;

const ask = (t: Types): ProgramPart => `async function ask(question${t(': string')}) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(question + '\\n');
  lines.close();
  return answer.trim();
}`;

const post = (t: Types, isProved: boolean): ProgramPart => [
  t('type Form = Record<string, string>;') || null,
  `const encoded = (form${t(': Form')}) =>
  Object.entries(form)
    .map(([name, value]) => encode(name) + '=' + encode(value))
    .join('&');
async function post(path${t(': string')}, form${t(': Form')}) {
  const headers = {`,
  isProved && "    Authorization: 'Basic ' + btoa(encode(id) + ':' + encode(secret)),",
  `    'Content-Type': 'application/x-www-form-urlencoded',
  };
  return answerOf(await fetch(base + path, { method: 'POST', headers, body: encoded(form) }));
}`,
];

const oauth1 = (flow: OAuth1Flow, t: Types): ProgramPart => [
  `const key = ${text(flow.key)};
const secret = env('${consumerSecret}');
const callback = ${text(flow.callback)};
`,
  env(t),
  encode(t),
  answerOf(t),
  ask(t),
  `// Signs a call (RFC 5849). Each parameter is there once, so they are sorted by their names
async function signed(
  method${t(': string')},
  path${t(': string')},
  more${t(': Record<string, string>')} = {},
  tokenSecret = '',
) {
  const url = base + path;
  const oauth = Object.entries({
    oauth_consumer_key: key,
    oauth_nonce: randomUUID(),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_version: '1.0',
    ...more,
  });
  const parameters = oauth
    .map(([name, value]) => encode(name) + '=' + encode(value))
    .sort()
    .join('&');
  const baseString = [method, url, parameters].map(encode).join('&');
  const signingKey = encode(secret) + '&' + encode(tokenSecret);
  const signature = createHmac('sha1', signingKey).update(baseString).digest('base64');
  const header = [...oauth, ['oauth_signature', signature]]
    .map(([name, value]) => name + '="' + encode(value${t(' ?? ""')}) + '"')
    .join(', ');
  return answerOf(await fetch(url, { method, headers: { Authorization: 'OAuth ' + header } }));
}
function tokenIn(answer${t(': string')}) {
  const fields = new URLSearchParams(answer);
  return [fields.get('oauth_token') ?? '', fields.get('oauth_token_secret') ?? '']${t(' as const')};
}

// 1. A request token
const [requestToken, requestSecret] = tokenIn(
  await signed('POST', '/oauth/request_token', { oauth_callback: callback }),
);

// 2. The user allows it in a browser
console.log(${text(words.open)});
console.log(base + ${text(flow.page)} + '?oauth_token=' + encode(requestToken));`,
  isByPin(flow)
    ? `const verifier = await ask(${text(words.pin)});`
    : `const back = new URL(await ask(${text(words.back)}));
const verifier = back.searchParams.get('oauth_verifier');
if (!verifier) throw new Error(${text(words.denied)});`,
  `
// 3. The access token
const [token, tokenSecret] = tokenIn(
  await signed(
    'POST',
    '/oauth/access_token',
    { oauth_token: requestToken, oauth_verifier: verifier },
    requestSecret,
  ),
);
console.log(await signed('GET', '/2/users/me', { oauth_token: token }, tokenSecret));`,
];

const pkce = (flow: PkceFlow, t: Types): ProgramPart => [
  `const id = ${text(flow.clientId)};`,
  flow.isConfidential && `const secret = env('${clientSecret}');`,
  `const callback = ${text(flow.callback)};
`,
  flow.isConfidential && env(t),
  encode(t),
  answerOf(t),
  ask(t),
  post(t, flow.isConfidential),
  `
// 1. The user allows it in a browser. The verifier stays here, its hash goes along (RFC 7636)
const verifier = randomBytes(32).toString('base64url');
const state = randomBytes(16).toString('base64url');
const query = encoded({
  response_type: 'code',
  client_id: id,
  redirect_uri: callback,
  scope: ${text(flow.scopes)},
  state,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});
console.log(${text(words.open)});
console.log(base + '/oauth2/authorize?' + query);
const back = new URL(await ask(${text(words.back)})).searchParams;
const code = back.get('code');
if (!code) throw new Error(${text(words.denied)});
if (back.get('state') !== state) throw new Error(${text(words.state)});

// 2. The tokens
${isRenewed(flow) ? 'let' : 'const'} tokens = JSON.parse(
  await post('/2/oauth2/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    code_verifier: verifier,${flow.isConfidential ? '' : '\n    client_id: id,'}
  }),
);`,
  isRenewed(flow) &&
    `
// 3. Later: new tokens for the refresh token, which works once
tokens = JSON.parse(
  await post('/2/oauth2/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,${flow.isConfidential ? '' : '\n    client_id: id,'}
  }),
);`,
  `
const headers = { Authorization: 'Bearer ' + tokens.access_token };
console.log(await answerOf(await fetch(base + '/2/users/me', { headers })));`,
];

const appOnly = (flow: AppOnlyFlow, t: Types): ProgramPart => [
  `const id = ${text(flow.key)};
const secret = env('${consumerSecret}');
`,
  env(t),
  encode(t),
  answerOf(t),
  post(t, true),
  `
const { access_token } = JSON.parse(
  await post('/oauth2/token', { grant_type: 'client_credentials' }),
);
const headers = { Authorization: 'Bearer ' + access_token };
const url = base + '/2/users/by/username/' + encode(${text(flow.username)});
console.log(await answerOf(await fetch(url, { headers })));`,
];

export const javascript = program(false);
export const typescript = program(true);
